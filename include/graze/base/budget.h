// SPDX-License-Identifier: MIT
// How much work a question may cost, and a way to stop it from another thread.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace graze {

/// Limits of one question. When one is reached, the outcome is kUndecided, with the time up to
/// which the answer is certain. The default has no limits.
struct Budget {
  std::uint64_t max_tests = std::numeric_limits<std::uint64_t>::max();  ///< box and triangle tests
  double max_seconds = std::numeric_limits<double>::infinity();         ///< wall-clock; > 0
  const std::atomic<bool>* cancel =
      nullptr;  ///< may be set from another thread or a signal handler
};

/// Which limit was reached.
enum class BudgetLimit : std::uint8_t { kNone, kTests, kSeconds, kCancelled };

/// Watches one Budget from its construction on. Cheap enough to call once per test: the clock and
/// the flag are read only every 256 tests.
class BudgetWatch {
 public:
  explicit BudgetWatch(const Budget& budget)
      : budget_(budget), start_(std::chrono::steady_clock::now()) {}

  /// Counts one test; true once the budget is used up (and from then on).
  bool spend() {
    if (exhausted()) return true;
    if (++tests_ >= budget_.max_tests) limit_ = BudgetLimit::kTests;
    if ((tests_ & 255u) == 1u && !exhausted()) limit_ = limit_of_time();
    return exhausted();
  }

  bool exhausted() const { return limit_ != BudgetLimit::kNone; }
  BudgetLimit limit() const { return limit_; }
  std::uint64_t tests() const { return tests_; }
  double elapsed_seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  BudgetLimit limit_of_time() const {
    if (budget_.cancel != nullptr && budget_.cancel->load(std::memory_order_relaxed))
      return BudgetLimit::kCancelled;
    return elapsed_seconds() >= budget_.max_seconds ? BudgetLimit::kSeconds : BudgetLimit::kNone;
  }

  Budget budget_;
  std::chrono::steady_clock::time_point start_;
  std::uint64_t tests_ = 0;
  BudgetLimit limit_ = BudgetLimit::kNone;
};

}  // namespace graze
