#include "sim/results/image_reader.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "sim/results/h5_handle.hpp"

namespace trialcost {

namespace {

[[noreturn]] void refuse(const std::string& object, std::string_view why) {
    throw ImageRefused(fmt::format("{}: {}", object, why));
}

// Bytes that may still be read: all data together is no larger than the file it comes from.
class Budget {
  public:
    explicit Budget(std::size_t bytes) : left_(bytes) {}

    // Whether they could be taken.
    [[nodiscard]] bool take(std::uint64_t n_elements, std::size_t element_bytes) {
        if (n_elements > left_ / element_bytes) return false;
        left_ -= n_elements * element_bytes;
        return true;
    }

  private:
    std::size_t left_;
};

// Memory for the texts of one dataset, as far as the budget goes. (H5Dvlen_get_buf_size, which
// would tell before, writes out of bounds for a scalar in HDF5 1.10.)
class TextArena {
  public:
    explicit TextArena(Budget& budget) : budget_(budget) {}

    // HDF5 properties that make a read take its memory from here.
    H5Handle transfer_properties() {
        H5Handle properties(H5Pcreate(H5P_DATASET_XFER), H5Pclose, "H5Pcreate");
        h5_check(H5Pset_vlen_mem_manager(properties.get(), allocate, this, keep, nullptr),
                 "H5Pset_vlen_mem_manager");
        return properties;
    }

  private:
    static void* allocate(std::size_t bytes, void* arena) noexcept {
        auto& self = *static_cast<TextArena*>(arena);
        if (!self.budget_.take(bytes, 1)) return nullptr;
        try {
            return self.blocks_.emplace_back(std::make_unique<char[]>(bytes)).get();
        } catch (const std::bad_alloc&) {  // not through HDF5, which is C
            return nullptr;
        }
    }
    static void keep(void* /*block*/, void* /*arena*/) {}

    Budget& budget_;
    std::vector<std::unique_ptr<char[]>> blocks_;
};

std::string text_of(const char* pointer) {
    return pointer == nullptr ? "" : pointer;
}

// Failures of HDF5 inside `action` name the object.
template <typename Action>
void about(const std::string& object, Action action) {
    try {
        action();
    } catch (const H5Failure& failure) {
        refuse(object, failure.what());
    }
}

class ImageReader {
  public:
    explicit ImageReader(std::span<const std::byte> image)
        : budget_(image.size()), text_type_(h5_text_type()), file_(open(image)) {}

    ResultData read();

  private:
    static H5Handle open(std::span<const std::byte> image);
    void check_root();
    void read_group(const GroupEntry& entry);
    void read_dataset(hid_t group, const DatasetEntry& entry);
    ResultData::Values read_values(hid_t dataset, const DatasetEntry& entry,
                                   std::size_t n_elements);
    std::vector<std::string> read_texts(hid_t dataset, std::size_t n_elements);
    void read_attribute(hid_t group, const AttributeEntry& entry);
    std::string read_text_attribute(hid_t group, const std::string& name);

    Budget budget_;
    H5Handle text_type_;
    H5Handle file_;
    ResultData data_;
};

H5Handle ImageReader::open(std::span<const std::byte> image) {
    const H5Handle access = h5_memory_access();
    // H5LTopen_file_image would do the same, and leak. HDF5 copies the bytes and leaves them as
    // they are.
    void* bytes = const_cast<std::byte*>(image.data());
    h5_check(H5Pset_file_image(access.get(), bytes, image.size()), "H5Pset_file_image");
    return {H5Fopen(h5_memory_name, H5F_ACC_RDONLY, access.get()), H5Fclose, "H5Fopen"};
}

// Whether the group has a link of that name; it must lead to an object of this file.
bool has_link(hid_t group, const std::string& name) {
    if (h5_check(H5Lexists(group, name.c_str(), H5P_DEFAULT), "H5Lexists") == 0) return false;
    H5L_info_t info;
    h5_check(H5Lget_info(group, name.c_str(), &info, H5P_DEFAULT), "H5Lget_info");
    if (info.type != H5L_TYPE_HARD) refuse(name, "not a hard link");
    return true;
}

bool is_of_type(hid_t type, ElementType wanted) {
    switch (wanted) {
        case ElementType::real:
            return H5Tequal(type, H5T_IEEE_F64LE) > 0;
        case ElementType::count:
            return H5Tequal(type, H5T_STD_U64LE) > 0;
        case ElementType::flag:
            return H5Tequal(type, H5T_STD_U8LE) > 0;
        case ElementType::text:
            return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) > 0 &&
                   H5Tget_cset(type) == H5T_CSET_UTF8;
    }
    return false;
}

// The attribute, checked to be one value of that type.
H5Handle open_attribute(hid_t object, const std::string& name, ElementType wanted) {
    H5Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, "H5Aopen");
    const H5Handle type(H5Aget_type(attribute.get()), H5Tclose, "H5Aget_type");
    const H5Handle space(H5Aget_space(attribute.get()), H5Sclose, "H5Aget_space");
    if (!is_of_type(type.get(), wanted) || H5Sget_simple_extent_npoints(space.get()) != 1) {
        refuse(name, "attribute of another type");
    }
    return attribute;
}

// Major and minor format version.
std::array<int, 2> read_version(hid_t root) {
    std::array<int, 2> version{};
    const H5Handle attribute(H5Aopen(root, "format_version", H5P_DEFAULT), H5Aclose, "H5Aopen");
    const H5Handle type(H5Aget_type(attribute.get()), H5Tclose, "H5Aget_type");
    const H5Handle space(H5Aget_space(attribute.get()), H5Sclose, "H5Aget_space");
    if (H5Tequal(type.get(), H5T_STD_I32LE) <= 0 ||
        H5Sget_simple_extent_npoints(space.get()) != 2) {
        refuse("format_version", "attribute of another type");
    }
    h5_check(H5Aread(attribute.get(), H5T_NATIVE_INT, version.data()), "H5Aread");
    return version;
}

// Contiguous in this file, as the writer makes it: not external, virtual, chunked or filtered.
void require_plain_storage(hid_t dataset, const std::string& name) {
    const H5Handle creation(H5Dget_create_plist(dataset), H5Pclose, "H5Dget_create_plist");
    if (h5_check(H5Pget_external_count(creation.get()), "H5Pget_external_count") > 0) {
        refuse(name, "external storage");
    }
    const H5D_layout_t layout = H5Pget_layout(creation.get());
    if (layout == H5D_VIRTUAL) refuse(name, "virtual storage");
    if (h5_check(H5Pget_nfilters(creation.get()), "H5Pget_nfilters") > 0) {
        refuse(name, "filtered storage");
    }
    if (layout != H5D_CONTIGUOUS) refuse(name, "storage is not contiguous");
}

std::vector<std::string> ImageReader::read_texts(hid_t dataset, std::size_t n_elements) {
    TextArena arena(budget_);
    const H5Handle transfer = arena.transfer_properties();
    std::vector<char*> pointers(n_elements, nullptr);
    h5_check(H5Dread(dataset, text_type_.get(), H5S_ALL, H5S_ALL, transfer.get(), pointers.data()),
             "H5Dread");
    std::vector<std::string> texts(n_elements);
    std::transform(pointers.begin(), pointers.end(), texts.begin(), text_of);
    return texts;
}

ResultData::Values ImageReader::read_values(hid_t dataset, const DatasetEntry& entry,
                                            std::size_t n_elements) {
    const auto read = [&](hid_t type, auto elements) -> ResultData::Values {
        elements.resize(n_elements);
        if (n_elements > 0) {
            h5_check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, elements.data()),
                     "H5Dread");
        }
        return elements;
    };
    switch (entry.type) {
        case ElementType::real:
            return read(H5T_NATIVE_DOUBLE, std::vector<double>());
        case ElementType::count:
            return read(H5T_NATIVE_UINT64, std::vector<std::uint64_t>());
        case ElementType::flag:
            return read(H5T_NATIVE_UINT8, std::vector<std::uint8_t>());
        case ElementType::text:
            break;
    }
    if (n_elements == 0) return std::vector<std::string>();
    return read_texts(dataset, n_elements);
}

void ImageReader::read_dataset(hid_t group, const DatasetEntry& entry) {
    if (!has_link(group, entry.name)) {
        if (entry.requirement == Requirement::required) refuse(entry.name, "not in the file");
        return;
    }
    const H5Handle dataset(H5Dopen2(group, entry.name.c_str(), H5P_DEFAULT), H5Dclose, "H5Dopen2");
    require_plain_storage(dataset.get(), entry.name);
    const H5Handle type(H5Dget_type(dataset.get()), H5Tclose, "H5Dget_type");
    if (!is_of_type(type.get(), entry.type)) refuse(entry.name, "wrong element type");

    const H5Handle space(H5Dget_space(dataset.get()), H5Sclose, "H5Dget_space");
    const int rank =
        h5_check(H5Sget_simple_extent_ndims(space.get()), "H5Sget_simple_extent_ndims");
    if (static_cast<std::size_t>(rank) != entry.dimensions.size()) {
        refuse(entry.name, "wrong number of dimensions");
    }
    std::vector<hsize_t> extents(entry.dimensions.size());
    h5_check(H5Sget_simple_extent_dims(space.get(), extents.data(), nullptr),
             "H5Sget_simple_extent_dims");
    hsize_t n_elements = 1;
    for (const hsize_t extent : extents) {
        if (extent > 0 && n_elements > std::numeric_limits<hsize_t>::max() / extent) {
            refuse(entry.name, "declares more than the file holds");
        }
        n_elements *= extent;
    }
    if (!budget_.take(n_elements, H5Tget_size(type.get()))) {
        refuse(entry.name, "declares more than the file holds");
    }
    data_.set(entry.name, read_values(dataset.get(), entry, n_elements),
              ResultData::Shape(extents.begin(), extents.end()));
}

std::string ImageReader::read_text_attribute(hid_t group, const std::string& name) {
    const H5Handle attribute = open_attribute(group, name, ElementType::text);
    const H5Handle space(H5Aget_space(attribute.get()), H5Sclose, "H5Aget_space");
    char* pointer = nullptr;
    h5_check(H5Aread(attribute.get(), text_type_.get(), &pointer), "H5Aread");
    std::string text = text_of(pointer);
    h5_check(H5Dvlen_reclaim(text_type_.get(), space.get(), H5P_DEFAULT, &pointer),
             "H5Dvlen_reclaim");
    return text;
}

void ImageReader::read_attribute(hid_t group, const AttributeEntry& entry) {
    if (h5_check(H5Aexists(group, entry.name.c_str()), "H5Aexists") == 0) {
        if (entry.requirement == Requirement::required)
            refuse(entry.name, "attribute not in the file");
        return;
    }
    if (entry.type == ElementType::text) {
        data_.set_attribute(entry.name, read_text_attribute(group, entry.name));
        return;
    }
    const H5Handle attribute = open_attribute(group, entry.name, entry.type);
    if (entry.type == ElementType::real) {
        double value = 0.0;
        h5_check(H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, &value), "H5Aread");
        data_.set_attribute(entry.name, value);
    } else {
        std::uint64_t value = 0;
        h5_check(H5Aread(attribute.get(), H5T_NATIVE_UINT64, &value), "H5Aread");
        data_.set_attribute(entry.name, value);
    }
}

void ImageReader::check_root() {
    const hid_t root = file_.get();
    if (h5_check(H5Aexists(root, "filetype"), "H5Aexists") == 0 ||
        read_text_attribute(root, "filetype") != result_file_type) {
        refuse("filetype", fmt::format("not {}", result_file_type));
    }
    const std::array<int, 2> version = read_version(root);
    if (version[0] != result_format_major) {
        refuse("format_version", fmt::format("{}.{}, this program reads {}.x", version[0],
                                             version[1], result_format_major));
    }
    std::uint8_t complete = 0;
    const H5Handle flag = open_attribute(root, "complete", ElementType::flag);
    h5_check(H5Aread(flag.get(), H5T_NATIVE_UINT8, &complete), "H5Aread");
    if (complete != 1) refuse("complete", "the result is not complete");
}

void ImageReader::read_group(const GroupEntry& entry) {
    const std::string name = entry.path == "/" ? "/" : entry.path.substr(1);
    if (name != "/" && !has_link(file_.get(), name)) refuse(name, "group not in the file");
    const H5Handle group(H5Gopen2(file_.get(), name.c_str(), H5P_DEFAULT), H5Gclose, "H5Gopen2");
    for (const AttributeEntry& attribute : result_schema().attributes) {
        if (attribute.group != entry.path) continue;
        about(attribute.name, [&] { read_attribute(group.get(), attribute); });
    }
    for (const DatasetEntry& dataset : result_schema().datasets) {
        if (dataset.group != entry.path) continue;
        about(dataset.name, [&] { read_dataset(group.get(), dataset); });
    }
}

ResultData ImageReader::read() {
    check_root();
    for (const GroupEntry& group : result_schema().groups) {
        about(group.path, [&] { read_group(group); });
    }
    return std::move(data_);
}

}  // namespace

ResultData parse_image(std::span<const std::byte> image) {
    prepare_h5();
    try {
        return ImageReader(image).read();
    } catch (const std::logic_error& mismatch) {  // what ResultData does not accept
        throw ImageRefused(mismatch.what());
    }
}

}  // namespace trialcost
