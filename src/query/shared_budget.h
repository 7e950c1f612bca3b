// SPDX-License-Identifier: MIT
// Wall-clock time and work that a question over many pairs may still spend.
#pragma once
#include <chrono>
#include <cstdint>

#include "graze/base/budget.h"
#include "graze/contact/contact_report.h"

namespace graze::query {

/// Counts down from its construction on. Only `is_used_up` and `share` read the clock.
class SharedBudget {
 public:
  explicit SharedBudget(const Budget& budget);

  /// What each of `pairs` that run at the same time may spend: all of the remaining clock, an equal
  /// part of the remaining tests. The sum of tests is kept, whatever the number of threads.
  Budget share(std::size_t pairs) const;
  bool is_used_up() const;
  bool limits_tests() const;
  void spend(const Stats& stats);  ///< not from several threads at once
  double elapsed_seconds() const;
  Undecided why_stopped() const;  ///< once it is used up

 private:
  bool is_cancelled() const;

  Budget budget_;
  std::chrono::steady_clock::time_point start_;
  std::uint64_t tests_ = 0;
};

}  // namespace graze::query
