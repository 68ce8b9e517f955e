// Known answers of FIPS 180-4.
#include "sim/digest/sha256.hpp"

#include <span>
#include <string>

#include "tests/catch_compat.hpp"

using namespace trialcost;

TEST_CASE("SHA-256 gives the known answers") {
    CHECK(hexadecimal(sha256({})) ==
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    const std::string abc = "abc";
    CHECK(hexadecimal(sha256(std::as_bytes(std::span(abc)))) ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
