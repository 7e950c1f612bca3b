// SPDX-License-Identifier: MIT
// Pairs are answered in rounds of fixed sizes: all pairs of a round see the same bound and the same
// share of the budget, so that answers do not depend on threads or their luck.
#pragma once
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

#include "query/pair_work.h"
#include "query/shared_budget.h"

namespace graze::query {

/// Calls the user's progress callback from one thread at a time, with a share that never falls.
class Progress {
 public:
  Progress(const std::function<void(double)>& callback, std::size_t total)
      : callback_(callback), total_(total) {}
  void add_one();
  void finish();

 private:
  const std::function<void(double)>& callback_;
  std::size_t total_;
  std::size_t done_ = 0;
  std::mutex mutex_;
};

/// Candidates first … first + count - 1, searched up to `end`; in their order.
struct Round {
  std::size_t first = 0;
  std::size_t count = 0;
  double end = 0.0;
};

std::vector<PairReport> answer_round(const PairWork& work, const Round& round, int threads,
                                     SharedBudget& budget, Progress& progress);

}  // namespace graze::query
