#include "scenarios/reconcile/charge_match.hpp"

#include <stdexcept>

#include "scenarios/bills/bill_cells.hpp"
#include "tests/catch_compat.hpp"

using namespace trialcost;

namespace {

const std::vector<PredictedItem> items = {
    {"instances", "ec2", "p5.48xlarge", {}},
    {"head", "ec2", "m5.large", {}},
    {"scratch", "ebs.gp3", "stored", {}},
    {"scratch.iops", "ebs.gp3", "iops", {}},
    {"scratch.throughput", "ebs.gp3", "throughput", {}},
    {"data", "s3.standard", "stored", {}},
    {"data.put", "s3.standard", "put", {}},
    {"data.get", "s3.standard", "get", {}},
    {"logs", "cloudwatch", "ingest", {}},
    {"lustre", "AmazonFSx", "Lustre-Storage", {}},
    {"nat", "nat", "hours", {}},
    {"review", "", "", {}},
};

// The item of a row, or why there is none.
std::string item_of(const BillRow& row, std::vector<ItemText> texts = {}) {
    PredictedOption prediction;
    prediction.items = items;
    const ChargeMatch match = ChargeMatcher(prediction, "p5.48xlarge", std::move(texts)).match(row);
    return match.item ? items[*match.item].name : match.why_not;
}

BillRow aws(const std::string& product, const std::string& usage_type) {
    BillRow row;
    row.service = row.service_code = product;
    row.usage_type = usage_type;
    row.instance_type = instance_of_usage(usage_type);
    return row;
}

BillRow focus(const std::string& service, const std::string& description) {
    BillRow row;
    row.service = service;
    row.description = description;
    return row;
}

}  // namespace

TEST_CASE("instances are known by their type, in any region and however they are bought") {
    CHECK(item_of(aws("AmazonEC2", "BoxUsage:p5.48xlarge")) == "instances");
    CHECK(item_of(aws("AmazonEC2", "USE2-SpotUsage:p5.48xlarge")) == "instances");
    CHECK(item_of(aws("AmazonEC2", "USE2-BoxUsage:m5.large")) == "head");
    CHECK(item_of(aws("AmazonEC2", "BoxUsage:p4d.24xlarge")) == "instances of another type");
    BillRow by_details = focus("Amazon Elastic Compute Cloud", "an hour");
    by_details.instance_type = "p5.48xlarge";
    CHECK(item_of(by_details) == "instances");
}

TEST_CASE("other items are known by service and usage") {
    CHECK(item_of(aws("AmazonEC2", "USE2-EBS:VolumeUsage.gp3")) == "scratch");
    CHECK(item_of(aws("AmazonEC2", "EBS:VolumeP-IOPS.gp3")) == "scratch.iops");
    CHECK(item_of(aws("AmazonEC2", "EBS:VolumeP-Throughput.gp3")) == "scratch.throughput");
    CHECK(item_of(aws("AmazonS3", "USW2-TimedStorage-ByteHrs")) == "data");
    CHECK(item_of(aws("AmazonS3", "Requests-Tier1")) == "data.put");
    CHECK(item_of(aws("AmazonS3", "EU-Requests-Tier2")) == "data.get");
    CHECK(item_of(aws("AmazonCloudWatch", "USE1-DataProcessing-Bytes")) == "logs");
    CHECK(item_of(aws("AmazonEC2", "NatGateway-Hours")) == "nat");
    CHECK(item_of(focus("Amazon Simple Storage Service", "$0.005 per 1,000 PUT, COPY, POST")) ==
          "data.put");
    CHECK(item_of(focus("Amazon Elastic Block Store",
                        "$0.08 per GB-month of General Purpose (gp3) storage")) == "scratch");
    // The item of the quote is the usage type itself.
    CHECK(item_of(aws("AmazonFSx", "USE1-Lustre-Storage")) == "lustre");
}

TEST_CASE("what fits no item is left over, with the reason") {
    CHECK(item_of(aws("AmazonEC2", "EBS:VolumeUsage.io2")) == "of the service, but of no item");
    CHECK(item_of(aws("AmazonS3", "TimedStorage-SIA-ByteHrs")) == "no item");
    CHECK(item_of(aws("AmazonS3", "Requests-Tier4")) == "of the service, but of no item");
    CHECK(item_of(aws("AWSLambda", "Lambda-GB-Second")) == "no item");
    PredictedOption twice;
    twice.items = {{"one", "ebs.gp3", "stored", {}}, {"two", "ebs.gp3", "stored", {}}};
    const ChargeMatch match =
        ChargeMatcher(twice, "", {}).match(aws("AmazonEC2", "EBS:VolumeUsage.gp3"));
    CHECK_FALSE(match.item);
    CHECK(match.why_not == "may be one or two");
}

TEST_CASE("the user's texts come first, whatever their case") {
    CHECK(item_of(aws("AWSLambda", "Lambda-GB-Second"), {{"review", "lambda"}}) == "review");
    CHECK(item_of(aws("AmazonEC2", "BoxUsage:p5.48xlarge"), {{"head", "BoxUsage:P5"}}) == "head");
    CHECK(item_of(focus("Support", "Review by a PERSON"), {{"review", "a person"}}) == "review");
    CHECK_THROWS_AS(item_of(aws("a", "b"), {{"revue", "x"}}), std::invalid_argument);
}
