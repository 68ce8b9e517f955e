// Times several pieces of work in turn, over rounds, and prints the median of each with its spread:
// what else the machine does falls on all of them alike.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace trialcost {

struct Timed {
    std::string name;
    double units;                // what the time is divided by
    std::function<void()> work;  // must do the same each time
};

inline void time_in_turn(const std::vector<Timed>& pieces, int rounds) {
    std::vector<std::vector<double>> ns(pieces.size());
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const auto start = std::chrono::steady_clock::now();
            pieces[i].work();
            const std::chrono::duration<double, std::nano> taken =
                std::chrono::steady_clock::now() - start;
            ns[i].push_back(taken.count() / pieces[i].units);
        }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        std::sort(ns[i].begin(), ns[i].end());
        fmt::print("{:<40} {:>10.3f} ns  ({:.3f} to {:.3f})\n", pieces[i].name,
                   ns[i][ns[i].size() / 2], ns[i].front(), ns[i].back());
    }
}

}  // namespace trialcost
