#include "tools/interruption.hpp"

#include <ctime>

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
    // What was asked has been answered: it must not strike now.
    const sigset_t set = ends();
    const timespec at_once{};
    while (sigtimedwait(&set, nullptr, &at_once) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool Interruption::asked() const {
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1;
}

}  // namespace trialcost
