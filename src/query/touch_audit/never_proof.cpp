// SPDX-License-Identifier: MIT
// Question   Are two links of a robot apart in every configuration within its limits?         [G3]
// Source     MoveIt's setup assistant samples; here sweeps of the certified method prove.
// Guarantee  A sweep moves one joint over its whole range and keeps a margin. The margin is at
//            least what all other joints can move the links within a cell of their values, so the
//            sweep stands for the whole cell. Cells that fail are halved, the largest first.
// Changed    -
#include "query/touch_audit/never_proof.h"

#include <algorithm>
#include <deque>

namespace graze::query {
namespace {
// Among the first sweeps every second has no margin: one that touches ends the search. Sweeps that
// are free without a margin cost most, so there are no more of them.
constexpr std::size_t kPlainSweeps = 16;

/// Values of all joints between two links, and which share of all values they are.
struct JointCell {
  std::vector<Interval> ranges;  // by LinkPair::moved
  double share = 1.0;
};

class NeverSearch {
 public:
  NeverSearch(const Robot& robot, const LinkSweeps& sweeps, const LinkPair& pair,
              const TouchAuditOptions& options)
      : robot_(robot), sweeps_(sweeps), pair_(pair), options_(options) {}

  NeverProof run() {
    open_.push_back(whole());
    swept_ = widest(open_.front());
    while (!open_.empty()) {
      if (proof_.sweeps >= options_.max_sweeps || is_hopeless() || sweeps_.is_out_of_budget()) {
        return proof_;
      }
      const JointCell cell = open_.front();
      open_.pop_front();
      if (!visit(cell)) return proof_;
    }
    proof_.is_complete = true;
    return proof_;
  }

 private:
  JointCell whole() const {
    JointCell cell;
    for (const std::size_t joint : pair_.moved) {
      cell.ranges.push_back(range_of(robot_.joints[joint]));
    }
    return cell;
  }

  /// Nothing proved by then: cells are still far too large.
  bool is_hopeless() const {
    return proof_.share == 0.0 &&
           proof_.sweeps > std::max<std::size_t>(64, options_.max_sweeps / 16);
  }

  /// False if there can be no proof.
  bool visit(const JointCell& cell) {
    const double margin = margin_of(cell);
    const SweepAnswer swept = sweep(cell, margin);
    if (swept.is_free) {
      proof_.share += cell.share;
      return true;
    }
    const bool is_last = margin <= options_.tolerance;  // too near to be proved by smaller cells
    if (is_last || proof_.sweeps < kPlainSweeps) {
      proof_.witness = margin > 0.0 ? sweep(cell, 0.0).touching : swept.touching;
    }
    if (proof_.witness || is_last) return false;
    split(cell);
    return true;
  }

  SweepAnswer sweep(const JointCell& cell, double margin) {
    ++proof_.sweeps;
    std::vector<double> from = home_values(robot_);
    for (std::size_t i = 0; i < pair_.moved.size(); ++i) {
      from[pair_.moved[i]] = cell.ranges[i].middle();
    }
    std::vector<double> to = from;
    if (!pair_.moved.empty()) {
      from[pair_.moved[swept_]] = cell.ranges[swept_].lo;
      to[pair_.moved[swept_]] = cell.ranges[swept_].hi;
    }
    follow_mimics(robot_, from);
    follow_mimics(robot_, to);
    return sweeps_.sweep(pair_, from, to, margin);
  }

  double way(const JointCell& cell, std::size_t i) const {
    return way_of(robot_, pair_, pair_.moved[i], 0.5 * cell.ranges[i].width());
  }

  double margin_of(const JointCell& cell) const {
    double margin = 0.0;
    for (std::size_t i = 0; i < cell.ranges.size(); ++i) {
      if (i != swept_) margin += way(cell, i);
    }
    return margin * (1.0 + 1e-9);
  }

  /// The joint that moves the links most.
  std::size_t widest(const JointCell& cell, std::optional<std::size_t> but = {}) const {
    std::size_t best = 0;
    double most = -1.0;
    for (std::size_t i = 0; i < cell.ranges.size(); ++i) {
      if (i == but || way(cell, i) <= most) continue;
      most = way(cell, i);
      best = i;
    }
    return best;
  }

  void split(const JointCell& cell) {
    const std::size_t i = widest(cell, swept_);
    for (const Interval& half : {lower_half(cell.ranges[i]), upper_half(cell.ranges[i])}) {
      JointCell part = cell;
      part.ranges[i] = half;
      part.share = 0.5 * cell.share;
      open_.push_back(std::move(part));
    }
  }

  const Robot& robot_;
  const LinkSweeps& sweeps_;
  const LinkPair& pair_;
  const TouchAuditOptions& options_;
  std::size_t swept_ = 0;
  std::deque<JointCell> open_;
  NeverProof proof_;
};
}  // namespace

NeverProof prove_never(const Robot& robot, const LinkSweeps& sweeps, const LinkPair& pair,
                       const TouchAuditOptions& options) {
  return NeverSearch(robot, sweeps, pair, options).run();
}

}  // namespace graze::query
