// SPDX-License-Identifier: MIT
// Where a run of random trials begins: a long run is split, or goes on where another one ended.
//   GRAZE_FIRST   number of the first trial; 0 by default
#pragma once
#include <cstddef>

namespace graze::test {

std::size_t first_trial();

}  // namespace graze::test
