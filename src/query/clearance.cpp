// SPDX-License-Identifier: MIT
// Question   How near does each pair of a scene come, and when?                            [C9, G1]
// Source     architecture.md, "The questions".
// Guarantee  That of the certified method: at no instant are the bodies nearer than the lower end.
// Changed    -
#include "graze/query/clearance.h"

#include "graze/base/parallel.h"
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
  std::vector<PairClearance> clearances(work.size());
  const auto answer_one = [&](std::size_t i) {
    const Budget share = budget.share(1);
    const bool may_run = !budget.is_used_up() && share.max_seconds > 0.0;
    clearances[i] =
        work.in_world(i, may_run ? work.answer(i, {.span = work.span(), .budget = share})
                                 : work.unanswered(work.span()));
    progress.add_one();
  };
  parallel_for(work.size(), answer_one, options.threads);
  progress.finish();
  return clearances;
}

std::vector<PairClearance> clearances_per_pair(const Scene& scene, const ContactOptions& options,
                                               ClearancePairs pairs) {
  return clearances_per_pair(PreparedScene(scene), options, pairs);
}

}  // namespace graze
