// The workloads with the generators and distributions of the C++ standard library.
#include <random>

#include "bench/peers/cxx/peer_line.hpp"

namespace {

class StandardLibrary {
  public:
    explicit StandardLibrary(unsigned long seed) : engine_(seed) {}
    double normal() { return normal_(engine_); }
    double uniform() {
        // The library may return 0, of which there is no logarithm.
        const double u = uniform_(engine_);
        return u > 0 ? u : 0x1p-54;
    }
    double gamma(double shape) { return gamma_(engine_, Gamma::param_type(shape)); }
    unsigned poisson(double mean) {
        return mean > 0 ? std::poisson_distribution<unsigned>(mean)(engine_) : 0;
    }

  private:
    using Gamma = std::gamma_distribution<double>;
    std::mt19937_64 engine_;
    std::normal_distribution<double> normal_;
    std::uniform_real_distribution<double> uniform_;
    Gamma gamma_;
};

}  // namespace

int main(int argc, char** argv) {
    return peer::print_line<StandardLibrary>("cxx-std", argc, argv);
}
