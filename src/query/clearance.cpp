// SPDX-License-Identifier: MIT
// Question   How near does each pair of a scene come, and when?                            [C9, G1]
// Source     ARCHITECTURE.md, "The walk of a question".
// Guarantee  That of the certified method: at no instant are the bodies nearer than the lower end.
// Changed    -
#include "graze/query/clearance.h"

#include "query/clearance_work.h"
#include "query/rounds.h"
#include "query/shared_budget.h"

namespace graze {

std::vector<PairClearance> clearances_per_pair(const PreparedScene& scene,
                                               const ContactOptions& options,
                                               ClearancePairs pairs) {
  const query::ClearanceWork work(scene, options, pairs);
  const query::SharedBudget budget(options.budget);
  query::Progress progress(options.progress, work.size());
  auto clearances = query::answer_each(
      {.count = work.size(), .threads = options.threads}, budget, progress,
      [&](std::size_t i, const Budget& share) {
        return work.in_world(i, work.answer(i, {.span = work.span(), .budget = share}));
      },
      [&](std::size_t i) { return work.in_world(i, work.unanswered(work.span())); });
  progress.finish();
  return clearances;
}

std::vector<PairClearance> clearances_per_pair(const Scene& scene, const ContactOptions& options,
                                               ClearancePairs pairs) {
  return clearances_per_pair(PreparedScene(scene), options, pairs);
}

}  // namespace graze
