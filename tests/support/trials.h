// SPDX-License-Identifier: MIT
// How many random trials a test runs, and from which seed: both printed, both from the environment.
//   GRAZE_TRIALS  share of the full number of trials; 1 in `make test-full`, 0.05 by default
//   GRAZE_SEED    first seed; 1 by default
#pragma once
#include <cstddef>
#include <cstdint>
#include <random>

namespace graze::test {

/// The share of `full` that this run does; at least `least`. Printed with the seed.
std::size_t trials(std::size_t full, std::size_t least = 20);

/// A generator for one trial: the same for the same GRAZE_SEED, test and trial number.
std::mt19937_64 generator(std::uint64_t trial);

}  // namespace graze::test
