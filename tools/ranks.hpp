// The processes that run one command together: those that MPI started, or this one alone where the
// program was built without MPI (-DTRIALCOST_MPI=ON). All read the same files; the first one alone
// writes and speaks.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace trialcost {

class Ranks {
  public:
    // One in a program, before anything else; `argc` and `argv` are those of main().
    Ranks(int* argc, char*** argv);
    ~Ranks();
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    int rank() const { return rank_; }
    int size() const { return size_; }
    bool is_first() const { return rank_ == 0; }

    // Returns once all have called it.
    void wait_for_all() const;
    // At the first: what each of them gave, in the order of the ranks. Elsewhere: nothing.
    std::vector<std::vector<std::byte>> gather(std::span<const std::byte> bytes) const;
    // Whether it is true at any of them; all have to call it.
    bool any(bool here) const;
    // Ends all of them with the code, where there is more than this one.
    void end_all(int code) const;

  private:
    int rank_ = 0, size_ = 1;
};

// Whether the program can run as several ranks.
bool built_with_mpi();

}  // namespace trialcost
