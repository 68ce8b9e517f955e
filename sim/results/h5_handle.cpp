#include "sim/results/h5_handle.hpp"

namespace trialcost {

namespace {

herr_t take_innermost(unsigned depth, const H5E_error2_t* error, void* text) {
    if (depth == 0 && error->desc != nullptr) *static_cast<std::string*>(text) = error->desc;
    return 0;
}

}  // namespace

void throw_h5_failure(const char* call) {
    std::string text;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_innermost, &text);
    throw H5Failure(std::string(call) + ": " + (text.empty() ? "failed" : text));
}

void prepare_h5() {
    h5_check(H5open(), "H5open");
    h5_check(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr), "H5Eset_auto2");
    h5_check(H5PLset_loading_state(0), "H5PLset_loading_state");
}

H5Handle h5_memory_access() {
    constexpr std::size_t growth_bytes = 1U << 20U;
    H5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "H5Pcreate");
    h5_check(H5Pset_fapl_core(access.get(), growth_bytes, false), "H5Pset_fapl_core");
    return access;
}

H5Handle h5_text_type() {
    H5Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "H5Tcopy");
    h5_check(H5Tset_size(type.get(), H5T_VARIABLE), "H5Tset_size");
    h5_check(H5Tset_cset(type.get(), H5T_CSET_UTF8), "H5Tset_cset");
    return type;
}

}  // namespace trialcost
