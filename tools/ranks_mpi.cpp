#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>

#include "tools/ranks.hpp"

namespace trialcost {
namespace {

// A message has an int of bytes at most.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;

int next_piece(std::uint64_t left) {
    return static_cast<int>(std::min(left, most_bytes));
}

}  // namespace

Ranks::Ranks(int* argc, char*** argv) {
    // Threads of a rank never call MPI by themselves.
    int provided = 0;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

Ranks::~Ranks() {
    MPI_Finalize();
}

void Ranks::wait_for_all() const {
    MPI_Barrier(MPI_COMM_WORLD);
}

std::vector<std::vector<std::byte>> Ranks::gather(std::span<const std::byte> bytes) const {
    if (!is_first()) {
        const std::uint64_t size = bytes.size();
        MPI_Send(&size, 1, MPI_UINT64_T, 0, 0, MPI_COMM_WORLD);
        for (std::uint64_t at = 0; at < size;) {
            const int piece = next_piece(size - at);
            MPI_Send(bytes.data() + at, piece, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
            at += static_cast<std::uint64_t>(piece);
        }
        return {};
    }
    std::vector<std::vector<std::byte>> all{{bytes.begin(), bytes.end()}};
    for (int from = 1; from < size_; ++from) {
        std::uint64_t size = 0;
        MPI_Recv(&size, 1, MPI_UINT64_T, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        all.emplace_back(size);
        for (std::uint64_t at = 0; at < size;) {
            const int piece = next_piece(size - at);
            MPI_Recv(all.back().data() + at, piece, MPI_BYTE, from, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            at += static_cast<std::uint64_t>(piece);
        }
    }
    return all;
}

bool Ranks::any(bool here) const {
    int mine = here ? 1 : 0, all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    return all != 0;
}

void Ranks::end_all(int code) const {
    if (size_ == 1) return;
    // A launcher drops what it has not passed on yet of the messages.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    MPI_Abort(MPI_COMM_WORLD, code);
}

bool built_with_mpi() {
    return true;
}

}  // namespace trialcost
