#include "sim/results/image_writer.hpp"

#include <bit>
#include <numeric>
#include <optional>

#include <hdf5_hl.h>

#include "sim/results/h5_handle.hpp"

namespace trialcost {

namespace {

static_assert(std::endian::native == std::endian::little);

class ImageWriter {
  public:
    explicit ImageWriter(const ResultData& data)
        : data_(data), text_type_(h5_text_type()), file_(create_file()) {}

    std::vector<std::byte> build();

  private:
    static H5Handle create_file();
    H5Handle create_group(const std::string& path) const;
    void write_root_constants() const;
    void write_group(const GroupEntry& entry);
    void write_row_numbers(hid_t group, const DimensionEntry& entry);
    void write_dataset(hid_t group, const DatasetEntry& entry, const ResultData::Array& array);
    H5Handle create_dataset(hid_t group, const DatasetEntry& entry,
                            const ResultData::Shape& shape) const;
    void write_values(hid_t dataset, const ResultData::Values& values) const;

    void write_attribute(hid_t object, const std::string& name,
                         const ResultData::AttributeValue& value) const;
    void write_attribute(hid_t object, const std::string& name, hid_t file_type, hid_t space,
                         hid_t memory_type, const void* value) const;

    struct Scale {
        std::string dimension;
        H5Handle dataset;
    };
    hid_t scale(const std::string& dimension) const;

    const ResultData& data_;
    H5Handle text_type_;
    H5Handle file_;
    std::vector<Scale> scales_;
};

hid_t creation_order(hid_t properties) {
    h5_check(H5Pset_link_creation_order(properties, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
             "H5Pset_link_creation_order");
    h5_check(H5Pset_obj_track_times(properties, false), "H5Pset_obj_track_times");
    return properties;
}

H5Handle ImageWriter::create_file() {
    const H5Handle access = h5_memory_access();
    // HDF5 1.10 makes images that nothing can open if the lower bound is newer.
    h5_check(H5Pset_libver_bounds(access.get(), H5F_LIBVER_EARLIEST, H5F_LIBVER_V110),
             "H5Pset_libver_bounds");
    const H5Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "H5Pcreate");
    return {H5Fcreate(h5_memory_name, H5F_ACC_TRUNC, creation_order(creation.get()), access.get()),
            H5Fclose, "H5Fcreate"};
}

H5Handle ImageWriter::create_group(const std::string& path) const {
    if (path == "/") return {H5Gopen2(file_.get(), "/", H5P_DEFAULT), H5Gclose, "H5Gopen2"};
    const H5Handle creation(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "H5Pcreate");
    return {H5Gcreate2(file_.get(), path.c_str(), H5P_DEFAULT, creation_order(creation.get()),
                       H5P_DEFAULT),
            H5Gclose, "H5Gcreate2"};
}

void ImageWriter::write_attribute(hid_t object, const std::string& name, hid_t file_type,
                                  hid_t space, hid_t memory_type, const void* value) const {
    const H5Handle attribute(
        H5Acreate2(object, name.c_str(), file_type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
        "H5Acreate2");
    h5_check(H5Awrite(attribute.get(), memory_type, value), "H5Awrite");
}

void ImageWriter::write_attribute(hid_t object, const std::string& name,
                                  const ResultData::AttributeValue& value) const {
    const H5Handle scalar(H5Screate(H5S_SCALAR), H5Sclose, "H5Screate");
    if (const auto* real = std::get_if<double>(&value)) {
        write_attribute(object, name, H5T_IEEE_F64LE, scalar.get(), H5T_NATIVE_DOUBLE, real);
    } else if (const auto* count = std::get_if<std::uint64_t>(&value)) {
        write_attribute(object, name, H5T_STD_U64LE, scalar.get(), H5T_NATIVE_UINT64, count);
    } else {
        const char* text = std::get<std::string>(value).c_str();
        write_attribute(object, name, text_type_.get(), scalar.get(), text_type_.get(), &text);
    }
}

void ImageWriter::write_root_constants() const {
    write_attribute(file_.get(), "filetype", std::string(result_file_type));
    write_attribute(file_.get(), "Conventions", std::string(result_conventions));

    const int version[] = {result_format_major, result_format_minor};
    const hsize_t two = 2;
    const H5Handle pair(H5Screate_simple(1, &two, nullptr), H5Sclose, "H5Screate_simple");
    write_attribute(file_.get(), "format_version", H5T_STD_I32LE, pair.get(), H5T_NATIVE_INT,
                    version);

    const std::uint8_t complete = 1;
    const H5Handle scalar(H5Screate(H5S_SCALAR), H5Sclose, "H5Screate");
    write_attribute(file_.get(), "complete", H5T_STD_U8LE, scalar.get(), H5T_NATIVE_UINT8,
                    &complete);
}

H5Handle ImageWriter::create_dataset(hid_t group, const DatasetEntry& entry,
                                     const ResultData::Shape& shape) const {
    const std::vector<hsize_t> extents(shape.begin(), shape.end());
    const H5Handle space(extents.empty() ? H5Screate(H5S_SCALAR)
                                         : H5Screate_simple(static_cast<int>(extents.size()),
                                                            extents.data(), nullptr),
                         H5Sclose, "H5Screate");
    const H5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "H5Pcreate");
    h5_check(H5Pset_obj_track_times(creation.get(), false), "H5Pset_obj_track_times");
    const hid_t type = entry.type == ElementType::real    ? H5T_IEEE_F64LE
                       : entry.type == ElementType::count ? H5T_STD_U64LE
                       : entry.type == ElementType::flag  ? H5T_STD_U8LE
                                                          : text_type_.get();
    H5Handle dataset(H5Dcreate2(group, entry.name.c_str(), type, space.get(), H5P_DEFAULT,
                                creation.get(), H5P_DEFAULT),
                     H5Dclose, "H5Dcreate2");
    write_attribute(dataset.get(), "long_name", entry.description);
    if (!entry.unit.empty()) {
        write_attribute(dataset.get(), "units",
                        filled_unit(entry.unit, data_.text_attribute("currency"),
                                    data_.text_attribute("output_unit")));
    }
    return dataset;
}

void ImageWriter::write_values(hid_t dataset, const ResultData::Values& values) const {
    const auto write = [dataset](hid_t type, const auto& elements) {
        if (elements.empty()) return;
        h5_check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, elements.data()),
                 "H5Dwrite");
    };
    if (const auto* reals = std::get_if<std::vector<double>>(&values)) {
        write(H5T_NATIVE_DOUBLE, *reals);
    } else if (const auto* counts = std::get_if<std::vector<std::uint64_t>>(&values)) {
        write(H5T_NATIVE_UINT64, *counts);
    } else if (const auto* flags = std::get_if<std::vector<std::uint8_t>>(&values)) {
        write(H5T_NATIVE_UINT8, *flags);
    } else {
        std::vector<const char*> texts;
        for (const auto& text : std::get<std::vector<std::string>>(values)) {
            texts.push_back(text.c_str());
        }
        write(text_type_.get(), texts);
    }
}

hid_t ImageWriter::scale(const std::string& dimension) const {
    for (const Scale& known : scales_) {
        if (known.dimension == dimension) return known.dataset.get();
    }
    throw std::logic_error("schema: dimension " + dimension + " has no coordinate before its use");
}

void ImageWriter::write_dataset(hid_t group, const DatasetEntry& entry,
                                const ResultData::Array& array) {
    H5Handle dataset = create_dataset(group, entry, array.shape);
    write_values(dataset.get(), array.values);
    const DimensionEntry* dimension = result_schema().find_dimension(entry.name);
    if (dimension != nullptr) {
        h5_check(H5DSset_scale(dataset.get(), entry.name.c_str()), "H5DSset_scale");
        scales_.push_back({entry.name, std::move(dataset)});
        return;
    }
    for (unsigned axis = 0; axis < entry.dimensions.size(); ++axis) {
        h5_check(H5DSattach_scale(dataset.get(), scale(entry.dimensions[axis]), axis),
                 "H5DSattach_scale");
    }
}

void ImageWriter::write_row_numbers(hid_t group, const DimensionEntry& entry) {
    const std::optional<std::size_t> length = data_.length(entry.name);
    if (!length) return;
    std::vector<std::uint64_t> numbers(*length);
    std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
    write_dataset(group,
                  {entry.name,
                   entry.group,
                   ElementType::count,
                   {entry.name},
                   "",
                   entry.description,
                   Requirement::required},
                  {std::move(numbers), {*length}});
}

void ImageWriter::write_group(const GroupEntry& entry) {
    const H5Handle group = create_group(entry.path);
    if (entry.path == "/") write_root_constants();
    for (const AttributeEntry& attribute : result_schema().attributes) {
        const auto* value = data_.find_attribute(attribute.name);
        if (attribute.group == entry.path && value != nullptr) {
            write_attribute(group.get(), attribute.name, *value);
        }
    }
    for (const DimensionEntry& dimension : result_schema().dimensions) {
        if (dimension.group == entry.path && dimension.coordinate == Coordinate::row_number) {
            write_row_numbers(group.get(), dimension);
        }
    }
    for (const DatasetEntry& dataset : result_schema().datasets) {
        const auto* array = data_.find(dataset.name);
        if (dataset.group == entry.path && array != nullptr) {
            write_dataset(group.get(), dataset, *array);
        }
    }
}

std::vector<std::byte> ImageWriter::build() {
    for (const GroupEntry& group : result_schema().groups) write_group(group);
    scales_.clear();
    h5_check(H5Fflush(file_.get(), H5F_SCOPE_GLOBAL), "H5Fflush");
    const ssize_t size = h5_check(H5Fget_file_image(file_.get(), nullptr, 0), "H5Fget_file_image");
    std::vector<std::byte> image(static_cast<std::size_t>(size));
    h5_check(H5Fget_file_image(file_.get(), image.data(), image.size()), "H5Fget_file_image");
    return image;
}

}  // namespace

std::vector<std::byte> build_image(const ResultData& data) {
    data.check_complete();
    prepare_h5();
    return ImageWriter(data).build();
}

}  // namespace trialcost
