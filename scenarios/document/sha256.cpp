#include "scenarios/document/sha256.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace trialcost {

std::string sha256_hex(std::string_view bytes) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) !=
        1) {
        throw std::runtime_error("OpenSSL has no SHA-256 here (EVP_Digest failed)");
    }
    constexpr std::string_view hex = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < length; ++i) {
        text += hex[digest[i] >> 4];
        text += hex[digest[i] & 15];
    }
    return text;
}

}  // namespace trialcost
