// Whether this process was asked to end, by SIGTERM or SIGINT. While one of these lives the signals
// wait instead of ending the process: long work asks between its steps, saves what it has, and ends by itself.
// Threads that are started meanwhile are spared too.
#pragma once

#include <csignal>

namespace trialcost {

class Interruption {
  public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    bool asked() const;

  private:
    sigset_t before_;
};

}  // namespace trialcost
