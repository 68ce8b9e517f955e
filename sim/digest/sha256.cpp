#include "sim/digest/sha256.hpp"

#include <stdexcept>

#include <openssl/evp.h>

namespace trialcost {

namespace {

void require(int status, const char* call) {
    if (status != 1) throw std::runtime_error(std::string(call) + " failed");
}

}  // namespace

struct Sha256::State {
    struct Free {
        void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
    };
    std::unique_ptr<EVP_MD_CTX, Free> context{EVP_MD_CTX_new()};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
    require(state_->context != nullptr ? 1 : 0, "EVP_MD_CTX_new");
    require(EVP_DigestInit_ex(state_->context.get(), EVP_sha256(), nullptr), "EVP_DigestInit_ex");
}

Sha256::~Sha256() = default;

void Sha256::add(std::span<const std::byte> bytes) {
    require(EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()),
            "EVP_DigestUpdate");
}

Sha256Digest Sha256::finish() {
    Sha256Digest digest{};
    require(EVP_DigestFinal_ex(state_->context.get(),
                               reinterpret_cast<unsigned char*>(digest.data()), nullptr),
            "EVP_DigestFinal_ex");
    return digest;
}

Sha256Digest sha256(std::span<const std::byte> bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.finish();
}

std::string hexadecimal(const Sha256Digest& digest) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : digest) {
        text += digits[std::to_integer<unsigned>(byte) >> 4U];
        text += digits[std::to_integer<unsigned>(byte) & 15U];
    }
    return text;
}

}  // namespace trialcost
