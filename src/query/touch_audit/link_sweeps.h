// SPDX-License-Identifier: MIT
// Do links of a robot touch in a configuration, or while joints run from one to another?      [G3]
#pragma once
#include <optional>
#include <vector>

#include "graze/query/touch_audit.h"
#include "query/pair_work.h"
#include "query/shared_budget.h"
#include "query/touch_audit/link_pair.h"

namespace graze::query {

/// The result of a sweep.
struct SweepAnswer {
  bool is_free = false;                              ///< proved
  std::optional<std::vector<double>> touching = {};  ///< a configuration that was met
};

/// A robot prepared for many sweeps. Safe to use from every thread. Refers to its arguments.
class LinkSweeps {
 public:
  LinkSweeps(const Robot& robot, const TouchAuditOptions& options, const SharedBudget& budget);

  bool is_out_of_budget() const { return budget_.is_used_up(); }

  /// The joints go uniformly from one configuration to the other; mimics follow in both. Free: the
  /// two links stay farther than `margin` apart.
  SweepAnswer sweep(const LinkPair& pair, const std::vector<double>& from,
                    const std::vector<double>& to, double margin) const;

  enum class Seen : char { kApart, kTouching, kNothing };
  /// For each audit that is looked at whether its links touch with these values: one broad phase
  /// for all of them.
  std::vector<Seen> touching(const std::vector<LinkPairAudit>& audits,
                             const std::vector<double>& values) const;

 private:
  using IdPair = std::pair<BodyId, BodyId>;
  ContactOptions options_for(const Interval& span, double margin) const;
  void add_body_pairs(std::size_t a, std::size_t b, std::vector<IdPair>& pairs) const;
  std::vector<Motion> motions_between(const std::vector<double>& from,
                                      const std::vector<double>& to) const;

  const Robot& robot_;
  const TouchAuditOptions& options_;
  const SharedBudget& budget_;
  Scene scene_;
  RobotBodies bodies_;
  PreparedScene prepared_;
};

}  // namespace graze::query
