#include "scenarios/import/price_product.hpp"

#include <array>

#include "scenarios/bills/bill_cells.hpp"

namespace trialcost {
namespace {

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

// "EBS:VolumeP-IOPS.gp3": what of a volume is paid.
void name_volume(const PriceProduct& product, std::string_view usage, ProductName& name) {
    const std::string_view what = usage.substr(0, usage.find('.'));
    const std::string& api_name = product["volumeapiname"];
    const std::size_t dot = usage.find('.');
    const std::string volume = !api_name.empty() || dot == std::string_view::npos
                                   ? api_name
                                   : std::string(usage.substr(dot + 1));
    const std::string item = what == "EBS:VolumeUsage"          ? "stored"
                             : what == "EBS:VolumeP-IOPS"       ? "iops"
                             : what == "EBS:VolumeP-Throughput" ? "throughput"
                                                                : "";
    if (volume.empty() || item.empty()) return;
    name.service = "ebs." + volume;
    name.item = item;
}

void name_object_storage(std::string_view usage, ProductName& name) {
    const std::string item = usage == "TimedStorage-ByteHrs" ? "stored"
                             : usage == "Requests-Tier1"     ? "put"
                             : usage == "Requests-Tier2"     ? "get"
                                                             : "";
    if (item.empty()) return;
    name.service = "s3.standard";
    name.item = item;
}

// Between zones each side pays, elsewhere the one that the usage type names.
void name_transfer(const PriceProduct& product, std::string_view usage, ProductName& name) {
    name.service = "transfer";
    if (usage.ends_with("DataTransfer-Regional-Bytes")) {
        name.item = "inter-az";
        name.direction = "each";
        return;
    }
    const bool out = usage.ends_with("Out-Bytes");
    if (!out && !usage.ends_with("In-Bytes")) return;
    name.direction = out ? "out" : "in";
    const std::string& from = product["fromregioncode"];
    const std::string& to = product["toregioncode"];
    if (usage == "DataTransfer-Out-Bytes" || usage == "DataTransfer-In-Bytes") {
        name.item = out ? "internet-out" : "internet-in";
    } else if (usage.ends_with(out ? "AWS-Out-Bytes" : "AWS-In-Bytes") && !from.empty() &&
               !to.empty()) {
        // The one who pays stands in `region`.
        name.region = out ? from : to;
        name.item = out ? "to-" + to : "from-" + from;
    }
}

struct InstanceFilter {
    std::string_view attribute, wanted, name;
};
constexpr std::array<InstanceFilter, 5> instance_filters{
    {{"operatingsystem", "Linux", "operating system"},
     {"tenancy", "Shared", "tenancy"},
     {"preinstalledsw", "NA", "installed software"},
     {"capacitystatus", "Used", "capacity status"},
     {"marketoption", "OnDemand", "market option"}}};

}  // namespace

std::string attribute_name(std::string_view written) {
    std::string name;
    for (const char c : lower(std::string(written)))
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) name += c;
    return name;
}

const std::string& PriceProduct::operator[](const std::string& attribute) const {
    static const std::string none;
    const auto at = attributes.find(attribute);
    return at == attributes.end() ? none : at->second;
}

ProductName name_of(const PriceProduct& product) {
    const std::string& usage_type = product["usagetype"];
    const std::string_view usage = without_region(usage_type);
    const std::string& code = product["servicecode"];
    const std::string& region = product["regioncode"];
    ProductName name{region.empty() ? product["fromregioncode"] : region, lower(code), usage_type,
                     ""};
    if (product.is_instance() && code == "AmazonEC2") {
        name.service = "ec2";
        name.item = product["instancetype"];
    } else if (usage.starts_with("EBS:")) {
        name_volume(product, usage, name);
    } else if (code == "AmazonS3" && product.family != "Data Transfer") {
        name_object_storage(usage, name);
    } else if (product.family == "Data Transfer") {
        name_transfer(product, usage, name);
    }
    return name;
}

bool passes_filters(const PriceProduct& product, const ProductName& name,
                    QuoteCollector& collector) {
    for (const InstanceFilter& filter : instance_filters) {
        const std::string& value = product[std::string(filter.attribute)];
        if (!value.empty() && !collector.passes(std::string(filter.name), value == filter.wanted))
            return false;
    }
    if (product.family.empty() && !product["instancetype"].empty()) {
        collector.complaints().error(product.where, product.sku + ".productFamily", "is missing",
                                     "it has a type of instance", "fetch the file again");
        return false;
    }
    if (product.is_instance() &&
        !collector.passes("usage type",
                          without_region(product["usagetype"]).starts_with("BoxUsage")))
        return false;
    if (!collector.passes("region code (it has none)",
                          product.is_instance() || !name.region.empty()))
        return false;
    if (!name.region.empty() && !collector.passes_region(name.region)) return false;
    if (!name.item.empty() && !collector.passes_item(name.item)) return false;
    if (!product.is_instance()) return true;
    bool complete = true;
    for (const std::string_view needed : {"regioncode", "instancetype", "operatingsystem",
                                          "tenancy", "preinstalledsw", "capacitystatus"}) {
        if (!product[std::string(needed)].empty()) continue;
        collector.complaints().error(product.where, product.sku + "." + std::string(needed),
                                     "is missing", "an instance is told apart by it",
                                     "fetch the file again");
        complete = false;
    }
    return complete;
}

}  // namespace trialcost
