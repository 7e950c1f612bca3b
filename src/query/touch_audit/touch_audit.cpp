// SPDX-License-Identifier: MIT
#include "graze/query/touch_audit.h"

#include <algorithm>
#include <random>

#include "graze/base/parallel.h"
#include "query/rounds.h"
#include "query/touch_audit/never_proof.h"

namespace graze {
namespace {
using query::LinkPair;
using query::LinkSweeps;

std::vector<std::vector<double>> samples_of(const Robot& robot, const TouchAuditOptions& options) {
  std::mt19937_64 random(options.seed);
  std::vector<std::vector<double>> samples;
  for (std::size_t i = 0; i < options.samples; ++i) {
    std::vector<double> values = home_values(robot);
    for (const std::size_t joint : moved_joints(robot)) {
      const Interval range = query::range_of(robot.joints[joint]);
      // Not a std distribution, whose numbers differ between libraries.
      const double s = static_cast<double>(random() >> 11) * 0x1p-53;
      values[joint] = range.lo + s * (range.hi - range.lo);
    }
    follow_mimics(robot, values);
    samples.push_back(std::move(values));
  }
  return samples;
}

using Seen = LinkSweeps::Seen;

TouchVerdict verdict_of(const LinkPairAudit& audit) {
  if (audit.samples == 0) return TouchVerdict::kNotLooked;
  if (audit.touched == 0) return TouchVerdict::kNeverSeen;
  return audit.touched == audit.samples ? TouchVerdict::kAlwaysSeen : TouchVerdict::kSometimes;
}

void count(const std::vector<std::vector<Seen>>& seen,
           const std::vector<std::vector<double>>& samples, std::size_t index,
           LinkPairAudit& audit) {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (seen[i][index] == Seen::kNothing) continue;
    ++audit.samples;
    if (seen[i][index] == Seen::kTouching && audit.touched++ == 0) audit.witness = samples[i];
  }
}

void judge(const Robot& robot, const LinkSweeps& sweeps, const TouchAuditOptions& options,
           LinkPairAudit& audit) {
  const LinkPair pair = query::link_pair(robot, audit.a, audit.b);
  if (pair.moved.empty() && audit.samples > 0) {
    audit.verdict = audit.touched > 0 ? TouchVerdict::kAlwaysProved : TouchVerdict::kNeverProved;
    audit.proved_share = 1.0;
    return;
  }
  audit.verdict = verdict_of(audit);
  if (audit.verdict != TouchVerdict::kNeverSeen || options.max_sweeps == 0) return;
  const query::NeverProof proof = query::prove_never(robot, sweeps, pair, options);
  audit.proved_share = proof.is_complete ? 1.0 : proof.share;
  audit.sweeps = proof.sweeps;
  if (proof.is_complete) audit.verdict = TouchVerdict::kNeverProved;
  if (!proof.witness) return;
  audit.verdict = TouchVerdict::kSometimes;
  audit.witness = *proof.witness;
}
}  // namespace

std::vector<LinkPairAudit> pairs_to_audit(const Robot& robot) {
  check(robot);
  const auto adjacent = adjacent_links(robot);
  std::vector<LinkPairAudit> audits;
  for (std::size_t a = 0; a < robot.links.size(); ++a) {
    for (std::size_t b = a + 1; b < robot.links.size(); ++b) {
      if (robot.links[a].shapes.empty() || robot.links[b].shapes.empty()) continue;
      LinkPairAudit audit{a, b};
      audit.joints = query::link_pair(robot, a, b).moved.size();
      const bool is_adjacent =
          std::binary_search(adjacent.begin(), adjacent.end(), std::pair(a, b));
      if (is_adjacent) audit.verdict = TouchVerdict::kAdjacent;
      audits.push_back(std::move(audit));
    }
  }
  return audits;
}

std::vector<LinkPairAudit> audit_touches(const Robot& robot, std::vector<LinkPairAudit> audits,
                                         const TouchAuditOptions& options) {
  const query::SharedBudget budget(options.budget);
  const LinkSweeps sweeps(robot, options, budget);
  auto samples = samples_of(robot, options);
  if (samples.empty()) samples.push_back(home_values(robot));
  std::vector<std::vector<Seen>> seen(samples.size());
  parallel_for(
      samples.size(), [&](std::size_t i) { seen[i] = sweeps.touching(audits, samples[i]); },
      options.threads);
  query::Progress progress(options.progress, audits.size());
  const auto judge_one = [&](std::size_t i) {
    if (audits[i].verdict != TouchVerdict::kAdjacent) {
      count(seen, samples, i, audits[i]);
      judge(robot, sweeps, options, audits[i]);
    }
    progress.add_one();
  };
  parallel_for(audits.size(), judge_one, options.threads);
  return audits;
}

std::vector<LinkPairAudit> audit_touches(const Robot& robot, const TouchAuditOptions& options) {
  return audit_touches(robot, pairs_to_audit(robot), options);
}

}  // namespace graze
