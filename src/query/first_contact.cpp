// SPDX-License-Identifier: MIT
// Question   When, where and how do the bodies of a scene first touch?                     [G1, C8]
// Source     architecture.md, "The walk of a question"; one bound for all pairs.
// Guarantee  That of the methods used; the broad phase drops only pairs that it proves apart.
// Changed    -
#include "graze/query/first_contact.h"

#include <algorithm>

#include "query/ask.h"
#include "query/merge.h"
#include "query/rounds.h"

namespace graze {
namespace query {
namespace {
constexpr std::size_t kLargestRound = 64;

/// 1, 2, 4, … pairs: the first ones set the bound, the later ones fill the cores.
std::size_t next_size(std::size_t size) { return std::min(2 * size, kLargestRound); }
}  // namespace

PairReport ask_first_contact(const PreparedScene& scene, std::vector<Motion> motions,
                             const ContactOptions& options, std::span<const MethodRow> table) {
  SharedBudget budget(options.budget);
  const PairWork work(scene, std::move(motions), options, table);
  const auto& candidates = work.candidates();
  Progress progress(options.progress, candidates.size());
  EarliestContact earliest(work.span());
  std::size_t first = 0;
  for (std::size_t size = 1; first < candidates.size() && !earliest.is_final();
       size = next_size(size)) {
    std::size_t end = first;
    while (end < candidates.size() && end < first + size &&
           candidates[end].earliest <= earliest.bound()) {
      ++end;
    }
    if (end == first) break;  // sorted by `earliest`: all others come later
    const Round round{first, end - first, earliest.bound()};
    for (const PairReport& report : answer_round(work, round, options.threads, budget, progress)) {
      earliest.add(report);
    }
    first = end;
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
