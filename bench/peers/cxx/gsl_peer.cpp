// The workloads with the generators and distributions of the GNU Scientific Library. Its normal
// variates are those of the ziggurat, the fastest that it has.
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include <memory>

#include "bench/peers/cxx/peer_line.hpp"

namespace {

class Gsl {
  public:
    explicit Gsl(unsigned long seed) : rng_(gsl_rng_alloc(gsl_rng_mt19937), gsl_rng_free) {
        gsl_rng_set(rng_.get(), seed);
    }
    double normal() { return gsl_ran_gaussian_ziggurat(rng_.get(), 1.0); }
    double uniform() { return gsl_rng_uniform_pos(rng_.get()); }
    double gamma(double shape) { return gsl_ran_gamma(rng_.get(), shape, 1.0); }
    unsigned poisson(double mean) { return gsl_ran_poisson(rng_.get(), mean); }

  private:
    std::unique_ptr<gsl_rng, void (*)(gsl_rng*)> rng_;
};

}  // namespace

int main(int argc, char** argv) {
    return peer::print_line<Gsl>("cxx-gsl", argc, argv);
}
