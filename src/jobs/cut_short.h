// SPDX-License-Identifier: MIT
// Whether a budget has ended while something was answered.
#pragma once
#include <chrono>

#include "graze/base/budget.h"

namespace graze::jobs {

class CutShort {
 public:
  /// The time runs from here on. The budget must outlive it.
  explicit CutShort(const Budget& budget) : budget_(budget) {}

  bool now() const {
    if (budget_.cancel != nullptr && budget_.cancel->load(std::memory_order_relaxed)) return true;
    return std::chrono::duration<double>(Clock::now() - begin_).count() >= budget_.max_seconds;
  }

 private:
  using Clock = std::chrono::steady_clock;
  const Budget& budget_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace graze::jobs
