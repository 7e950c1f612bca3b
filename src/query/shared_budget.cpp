// SPDX-License-Identifier: MIT
#include "query/shared_budget.h"

#include <algorithm>

namespace graze::query {
namespace {
constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
}

SharedBudget::SharedBudget(const Budget& budget)
    : budget_(budget), start_(std::chrono::steady_clock::now()) {}

Budget SharedBudget::share(std::size_t pairs) const {
  Budget share = budget_;
  // A used-up budget keeps a moment: zero seconds would not be a valid budget.
  share.max_seconds = std::max(1e-9, budget_.max_seconds - elapsed_seconds());
  if (limits_tests()) {
    const std::uint64_t left = budget_.max_tests - std::min(tests_, budget_.max_tests);
    share.max_tests = left / std::max<std::size_t>(pairs, 1);
  }
  return share;
}

bool SharedBudget::is_cancelled() const {
  return budget_.cancel != nullptr && budget_.cancel->load(std::memory_order_relaxed);
}

bool SharedBudget::is_used_up() const {
  return is_cancelled() || elapsed_seconds() >= budget_.max_seconds || tests_ >= budget_.max_tests;
}

bool SharedBudget::limits_tests() const { return budget_.max_tests != kNoLimit; }

void SharedBudget::spend(const Stats& stats) { tests_ += stats.box_tests + stats.triangle_tests; }

double SharedBudget::elapsed_seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

Undecided SharedBudget::why_stopped() const {
  if (is_cancelled()) return Undecided::kCancelled;
  const bool is_late = elapsed_seconds() >= budget_.max_seconds;
  return is_late ? Undecided::kBudgetOfTime : Undecided::kBudgetOfTests;
}

}  // namespace graze::query
