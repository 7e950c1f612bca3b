// SPDX-License-Identifier: MIT
// Pairs are answered in rounds of fixed sizes: all pairs of a round see the same bound and the same
// share of the budget, so that answers do not depend on threads or their timing.
#pragma once
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

#include "graze/base/parallel.h"
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

/// How many pairs (or questions) are answered, on how many threads.
struct PairLoop {
  std::size_t count = 0;
  std::size_t sharing = 1;  ///< how many share what is left of the tests
  int threads = 0;
};

/// The loop of every question about many: ask(i, share) while the budget lasts, otherwise(i) when
/// it is used up; in their order, whatever the threads.
template <typename Ask, typename Otherwise>
auto answer_each(const PairLoop& loop, const SharedBudget& budget, Progress& progress,
                 const Ask& ask, const Otherwise& otherwise) {
  std::vector<decltype(otherwise(std::size_t{}))> answers(loop.count);
  const auto answer_one = [&](std::size_t i) {
    const Budget share = budget.share(loop.sharing);
    const bool may_run = !budget.is_used_up() && share.max_seconds > 0.0 && share.max_tests > 0;
    answers[i] = may_run ? ask(i, share) : otherwise(i);
    progress.add_one();
  };
  parallel_for(loop.count, answer_one, loop.threads);
  return answers;
}

/// Candidates first … first + count - 1, searched up to `end`; in their order.
struct Round {
  std::size_t first = 0;
  std::size_t count = 0;
  double end = 0.0;
};

std::vector<PairReport> answer_round(const PairWork& work, const Round& round, int threads,
                                     SharedBudget& budget, Progress& progress);

}  // namespace graze::query
