#include "tools/interruption.hpp"

namespace trialcost {
namespace {

sigset_t ends() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    return set;
}

}  // namespace

Interruption::Interruption() {
    const sigset_t set = ends();
    pthread_sigmask(SIG_BLOCK, &set, &before_);
}

Interruption::~Interruption() {
    // Who asks twice is not to cut off the answer to the first time.
    if (!asked()) pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool Interruption::asked() const {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1;
}

}  // namespace trialcost
