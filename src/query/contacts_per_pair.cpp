// SPDX-License-Identifier: MIT
// Question   When, where and how does each pair of a scene first touch?                    [G1, C8]
// Source     architecture.md, "The questions".
// Guarantee  That of the methods used; pairs that the broad phase drops are proved apart.
// Changed    -
#include <algorithm>
#include <map>

#include "query/ask.h"
#include "query/rounds.h"

namespace graze {
namespace query {
namespace {
constexpr std::size_t kRoundWithLimit = 64;

std::vector<PairReport> answer_candidates(const PairWork& work, const ContactOptions& options) {
  SharedBudget budget(options.budget);
  const std::size_t count = work.candidates().size();
  // Without a limit of tests no pair's answer depends on another's: one round.
  const std::size_t size =
      budget.limits_tests() ? kRoundWithLimit : std::max<std::size_t>(count, 1);
  Progress progress(options.progress, count);
  std::vector<PairReport> reports;
  for (std::size_t first = 0; first < count; first += size) {
    const Round round{first, std::min(size, count - first), work.span().hi};
    auto answers = answer_round(work, round, options.threads, budget, progress);
    std::move(answers.begin(), answers.end(), std::back_inserter(reports));
  }
  progress.finish();
  return reports;
}

bool by_pair(const PairReport& p, const PairReport& q) {
  return std::pair(p.a, p.b) < std::pair(q.a, q.b);
}

/// The pair as it was asked for: a and b in the caller's order.
PairReport turned_to(const std::pair<BodyId, BodyId>& wanted, PairReport report) {
  if (report.a == wanted.first) return report;
  std::swap(report.a, report.b);
  for (Contact& contact : report.report.contacts) {
    std::swap(contact.point_a, contact.point_b);
    std::swap(contact.feature_a, contact.feature_b);
    contact.normal = -contact.normal;
  }
  return report;
}
}  // namespace

std::vector<PairReport> ask_contacts_per_pair(const PreparedScene& scene,
                                              const ContactOptions& options,
                                              std::span<const MethodRow> table) {
  const PairWork work(scene, scene.body_motions(), options, table);
  std::vector<PairReport> near = answer_candidates(work, options);
  std::sort(near.begin(), near.end(), by_pair);
  if (!options.far_pairs && options.pairs.empty()) return near;
  std::vector<PairReport> all;
  for (const auto& pair : work.all_pairs()) {
    const PairReport key{std::min(pair.first, pair.second), std::max(pair.first, pair.second), {}};
    const auto found = std::lower_bound(near.begin(), near.end(), key, by_pair);
    const bool is_near = found != near.end() && !by_pair(key, *found);
    if (is_near) {
      all.push_back(turned_to(pair, *found));
    } else if (options.far_pairs) {
      all.push_back({pair.first, pair.second, work.apart(pair.first, pair.second)});
    }
  }
  return all;
}
}  // namespace query

std::vector<PairReport> contacts_per_pair(const PreparedScene& scene,
                                          const ContactOptions& options) {
  return query::ask_contacts_per_pair(scene, options, method_table());
}

std::vector<PairReport> contacts_per_pair(const Scene& scene, const ContactOptions& options) {
  return contacts_per_pair(PreparedScene(scene), options);
}

}  // namespace graze
