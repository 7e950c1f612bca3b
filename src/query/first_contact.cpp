// SPDX-License-Identifier: MIT
// Question   When, where and how do the bodies of a scene first touch?                     [G1, C8]
// Source     ARCHITECTURE.md, "The walk of a question"; one bound for all pairs.
// Guarantee  That of the methods used; the broad phase drops only pairs that it proves apart.
// Changed    -
#include "graze/query/first_contact.h"

#include <algorithm>

#include "query/ask.h"
#include "query/merge.h"
#include "query/rounds.h"
#include "query/stretches.h"

namespace graze {
namespace query {
namespace {
constexpr std::size_t kLargestRound = 64;

/// 1, 2, 4, … pairs: the first ones set the bound, the later ones fill the cores.
std::size_t next_size(std::size_t size) { return std::min(2 * size, kLargestRound); }

void answer_stretch(const PairWork& work, int threads, SharedBudget& budget, Progress& progress,
                    EarliestContact& earliest) {
  const auto& candidates = work.candidates();
  std::size_t first = 0;
  for (std::size_t size = 1; first < candidates.size() && !earliest.is_final();
       size = next_size(size)) {
    const double bound = std::min(earliest.bound(), work.span().hi);
    std::size_t end = first;
    while (end < candidates.size() && end < first + size && candidates[end].earliest <= bound) {
      ++end;
    }
    if (end == first) break;  // sorted by `earliest`: all others come later
    for (const PairReport& report :
         answer_round(work, {first, end - first, bound}, threads, budget, progress)) {
      earliest.add(report);
    }
    first = end;
  }
}
}  // namespace

PairReport ask_first_contact(const PreparedScene& scene, std::vector<Motion> motions,
                             const ContactOptions& options, std::span<const MethodRow> table,
                             QuestionMemory* memory) {
  SharedBudget budget(options.budget);
  const std::vector<Interval> stretches = stretches_of(scene, motions, options);
  const Interval span{stretches.front().lo, stretches.back().hi};
  EarliestContact earliest(span);
  StretchProgress progress(options, stretches.size());
  for (const Interval& stretch : stretches) {
    if (earliest.bound() < span.hi) break;  // in a stretch before
    ContactOptions own = options;
    own.span = stretch;
    const PairWork work(scene, motions, own, table, memory);
    answer_stretch(work, options.threads, budget, progress.of_stretch(work.candidates().size()),
                   earliest);
  }
  progress.finish();
  PairReport result = earliest.result();
  result.report.stats.seconds = budget.elapsed_seconds();
  return result;
}
}  // namespace query

PairReport first_contact(const PreparedScene& scene, const ContactOptions& options) {
  return query::ask_first_contact(scene, scene.body_motions(), options, method_table());
}

PairReport first_contact(const Scene& scene, const ContactOptions& options) {
  return first_contact(PreparedScene(scene), options);
}

}  // namespace graze
