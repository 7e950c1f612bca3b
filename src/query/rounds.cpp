// SPDX-License-Identifier: MIT
#include "query/rounds.h"

#include <algorithm>

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
  const auto pair = [&](std::size_t i) { return work.candidates()[round.first + i]; };
  const auto reports = answer_each(
      {.count = round.count, .sharing = round.count, .threads = threads}, budget, progress,
      [&](std::size_t i, const Budget& share) -> PairReport {
        return {pair(i).a, pair(i).b, work.answer(pair(i).a, pair(i).b, {round.end, share})};
      },
      [&](std::size_t i) -> PairReport {
        return {pair(i).a, pair(i).b, work.unanswered(pair(i), budget.why_stopped())};
      });
  for (const PairReport& report : reports) budget.spend(report.report.stats);
  return reports;
}

}  // namespace graze::query
