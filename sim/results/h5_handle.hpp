// Owned HDF5 identifiers and checked HDF5 calls, for the sources of this room only.
//
// Errors: H5Failure with the call and HDF5's own innermost message. Randomness: none.
#pragma once

#include <hdf5.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace trialcost {

class H5Failure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// `call: innermost message of HDF5's error stack`.
[[noreturn]] void throw_h5_failure(const char* call);

// Returns what the call returned, unless that says failure.
template <typename Status>
Status h5_check(Status status, const char* call) {
    if (status < 0) throw_h5_failure(call);
    return status;
}

class H5Handle {
  public:
    using Close = herr_t (*)(hid_t);

    H5Handle(hid_t id, Close close, const char* call) : id_(h5_check(id, call)), close_(close) {}
    H5Handle(H5Handle&& other) noexcept
        : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
    H5Handle& operator=(H5Handle&&) = delete;
    ~H5Handle() {
        if (id_ >= 0) close_(id_);
    }

    hid_t get() const { return id_; }

  private:
    hid_t id_;
    Close close_;
};

// Before any other call: errors are not printed, and no plugin is loaded on a file's behalf.
void prepare_h5();

// HDF5 tries to open a file of that name even for a file in memory: nothing can ever have this
// name.
inline constexpr const char* h5_memory_name = "/dev/null/result";

// File access properties for a file in memory.
H5Handle h5_memory_access();

// Memory type of variable-length UTF-8 text; the file type is the same.
H5Handle h5_text_type();

}  // namespace trialcost
