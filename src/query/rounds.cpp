// SPDX-License-Identifier: MIT
#include "query/rounds.h"

#include <algorithm>

#include "graze/base/parallel.h"

namespace graze::query {

void Progress::add_one() {
  if (!callback_) return;
  const std::lock_guard lock(mutex_);
  ++done_;
  callback_(static_cast<double>(done_) / static_cast<double>(std::max<std::size_t>(total_, 1)));
}

void Progress::finish() {
  if (!callback_) return;
  const std::lock_guard lock(mutex_);
  if (done_ < total_ || total_ == 0) callback_(1.0);
}

std::vector<PairReport> answer_round(const PairWork& work, const Round& round, int threads,
                                     SharedBudget& budget, Progress& progress) {
  std::vector<PairReport> reports(round.count);
  const std::uint64_t tests = budget.share(round.count).max_tests;
  const auto answer_one = [&](std::size_t i) {
    const CandidatePair& pair = work.candidates()[round.first + i];
    PairLimits limits{round.end, budget.share(round.count)};
    limits.budget.max_tests = tests;
    const bool may_run = !budget.is_used_up() && limits.budget.max_seconds > 0.0 && tests > 0;
    reports[i] = {pair.a, pair.b,
                  may_run ? work.answer(pair.a, pair.b, limits)
                          : work.unanswered(pair, budget.stop_reason())};
    progress.add_one();
  };
  parallel_for(round.count, answer_one, threads);
  for (const PairReport& report : reports) budget.spend(report.report.stats);
  return reports;
}

}  // namespace graze::query
