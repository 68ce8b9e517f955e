// The workloads with the generators and distributions of Boost.Random.
#include <boost/random/gamma_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/poisson_distribution.hpp>
#include <boost/random/uniform_01.hpp>

#include "bench/peers/cxx/peer_line.hpp"

namespace {

class BoostRandom {
  public:
    explicit BoostRandom(unsigned long seed) : engine_(seed) {}
    double normal() { return normal_(engine_); }
    double uniform() {
        // The library may return 0, of which there is no logarithm.
        const double u = uniform_(engine_);
        return u > 0 ? u : 0x1p-54;
    }
    double gamma(double shape) { return gamma_(engine_, Gamma::param_type(shape)); }
    unsigned poisson(double mean) {
        using Poisson = boost::random::poisson_distribution<unsigned>;
        return mean > 0 ? Poisson(mean)(engine_) : 0;
    }

  private:
    using Gamma = boost::random::gamma_distribution<double>;
    boost::random::mt19937_64 engine_;
    boost::random::normal_distribution<double> normal_;
    boost::random::uniform_01<double> uniform_;
    Gamma gamma_;
};

}  // namespace

int main(int argc, char** argv) {
    return peer::print_line<BoostRandom>("cxx-boost", argc, argv);
}
