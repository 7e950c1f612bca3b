// SPDX-License-Identifier: MIT
// Question   When, where and how does each pair of a scene first touch?                    [G1, C8]
// Source     ARCHITECTURE.md, "The walk of a question".
// Guarantee  That of the methods used; pairs that the broad phase drops are proved apart.
// Changed    -
#include <algorithm>
#include <map>
#include <set>

#include "query/ask.h"
#include "query/rounds.h"
#include "query/stretches.h"

namespace graze {
namespace query {
namespace {
using IdPair = std::pair<BodyId, BodyId>;

constexpr std::size_t kRoundWithLimit = 64;

std::vector<PairReport> answer_candidates(const PairWork& work, int threads, SharedBudget& budget,
                                          Progress& progress) {
  const std::size_t count = work.candidates().size();
  // Without a limit of tests no pair's answer depends on another's: one round.
  const std::size_t size =
      budget.limits_tests() ? kRoundWithLimit : std::max<std::size_t>(count, 1);
  std::vector<PairReport> reports;
  for (std::size_t first = 0; first < count; first += size) {
    const Round round{first, std::min(size, count - first), work.span().hi};
    auto answers = answer_round(work, round, threads, budget, progress);
    std::move(answers.begin(), answers.end(), std::back_inserter(reports));
  }
  return reports;
}

bool by_pair(const PairReport& p, const PairReport& q) {
  return std::pair(p.a, p.b) < std::pair(q.a, q.b);
}

/// Each pair's answer over all stretches so far, in the order of the pairs.
class PairAnswers {
 public:
  void add(std::vector<PairReport> stretch) {
    for (PairReport& next : stretch) {
      const auto [found, is_new] = reports_.try_emplace({next.a, next.b}, next.report);
      if (!is_new) append(next.report, found->second);
      if (next.report.outcome != Outcome::kSeparated) done_.insert({next.a, next.b});
    }
  }

  /// Those of `pairs` that are not answered for good.
  std::vector<IdPair> open_among(std::vector<IdPair> pairs) const {
    std::erase_if(pairs, [&](const IdPair& pair) { return done_.contains(ordered(pair)); });
    return pairs;
  }
  bool has_done() const { return !done_.empty(); }

  /// Pairs apart are apart over the whole span; unknown ones are unknown up to its end.
  std::vector<PairReport> over(const Interval& span) const {
    std::vector<PairReport> all;
    for (const auto& [pair, report] : reports_) {
      all.push_back({pair.first, pair.second, report});
      Interval& time = all.back().report.time;
      if (report.outcome == Outcome::kSeparated) time = span;
      if (report.outcome == Outcome::kUndecided) time.hi = span.hi;
    }
    return all;
  }

 private:
  static IdPair ordered(const IdPair& pair) { return std::minmax(pair.first, pair.second); }

  std::map<IdPair, ContactReport> reports_;
  std::set<IdPair> done_;
};

std::vector<PairReport> answer_stretches(const PreparedScene& scene, const ContactOptions& options,
                                         std::span<const MethodRow> table, QuestionMemory* memory) {
  const std::vector<Motion> motions = scene.body_motions();
  const std::vector<Interval> stretches = stretches_of(scene, motions, options);
  SharedBudget budget(options.budget);
  StretchProgress progress(options, stretches.size());
  PairAnswers answers;
  ContactOptions own = options;
  for (const Interval& stretch : stretches) {
    own.span = stretch;
    if (answers.has_done()) {
      own.pairs = answers.open_among(asked_pairs(scene.scene(), options));
      if (own.pairs.empty()) break;
    }
    const PairWork work(scene, motions, own, table, memory);
    answers.add(answer_candidates(work, options.threads, budget,
                                  progress.of_stretch(work.candidates().size())));
  }
  progress.finish();
  return answers.over({stretches.front().lo, stretches.back().hi});
}

/// The pair as it was asked for: a and b in the caller's order.
PairReport turned_to(const std::pair<BodyId, BodyId>& wanted, PairReport report) {
  if (report.a == wanted.first) return report;  // so is one of a body with itself
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
                                              std::span<const MethodRow> table,
                                              QuestionMemory* memory) {
  std::vector<PairReport> near = answer_stretches(scene, options, table, memory);
  if (!options.far_pairs && options.pairs.empty()) return near;
  std::vector<PairReport> all;
  for (const auto& pair : asked_pairs(scene.scene(), options)) {
    const PairReport key{std::min(pair.first, pair.second), std::max(pair.first, pair.second), {}};
    const auto found = std::lower_bound(near.begin(), near.end(), key, by_pair);
    const bool is_near = found != near.end() && !by_pair(key, *found);
    if (is_near) {
      all.push_back(turned_to(pair, *found));
    } else if (options.far_pairs) {
      all.push_back({pair.first, pair.second, apart(scene.scene(), options, pair)});
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
