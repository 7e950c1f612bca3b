// SPDX-License-Identifier: MIT
// Question   Which links of a robot never, always or sometimes touch?                         [G3]
// Source     MoveIt's setup assistant samples; here one-joint sweeps of the certified method prove.
// Guarantee  kNeverProved: a sweep of one joint covers its whole range; a value of a second joint
//            stands for an interval of values since the swept pair keeps a margin of at least what
//            that interval can move it (angle times reach, or length).
// Changed    -
#include "graze/query/touch_audit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "graze/base/parallel.h"
#include "query/pair_work.h"

namespace graze {
namespace {
using IdPair = std::pair<BodyId, BodyId>;

Interval range_of(const RobotJoint& joint) {
  if (joint.limits && joint.kind != RobotJointKind::kContinuous) {
    return {joint.limits->lower, joint.limits->upper};
  }
  return {-std::numbers::pi, std::numbers::pi};
}

/// The joints from a link up to the root.
std::vector<std::size_t> joints_above(const Robot& robot, std::size_t link) {
  std::vector<std::size_t> joints;
  while (const auto joint = joint_above(robot, link)) {
    joints.push_back(*joint);
    link = robot.joints[*joint].parent;
  }
  return joints;
}

/// A pair of links and the joints between them.
struct LinkPair {
  std::size_t a = 0, b = 0;
  std::vector<std::size_t> side_a, side_b;  // joints from each up to where the ways meet
  std::vector<std::size_t> moved;           // of both, those that move, mimics by what they follow
};

std::size_t followed(const Robot& robot, std::size_t joint) {
  while (robot.joints[joint].mimic) joint = robot.joints[joint].mimic->joint;
  return joint;
}

LinkPair pair_of(const Robot& robot, std::size_t a, std::size_t b) {
  LinkPair pair{a, b, joints_above(robot, a), joints_above(robot, b), {}};
  while (!pair.side_a.empty() && !pair.side_b.empty() && pair.side_a.back() == pair.side_b.back()) {
    pair.side_a.pop_back();
    pair.side_b.pop_back();
  }
  for (const auto* side : {&pair.side_a, &pair.side_b}) {
    for (const std::size_t joint : *side) {
      if (robot.joints[joint].has_value()) pair.moved.push_back(followed(robot, joint));
    }
  }
  std::sort(pair.moved.begin(), pair.moved.end());
  pair.moved.erase(std::unique(pair.moved.begin(), pair.moved.end()), pair.moved.end());
  return pair;
}

double radius_of(const RobotLink& link) {
  double radius = 0.0;
  for (const Shape& shape : link.shapes) {
    for (const Vec3& v : shape.mesh().vertices())
      radius = std::max(radius, v.norm() + shape.rounding());
  }
  return radius;
}

/// How far a point of the link can move for one unit of the joint's value: 1 for a slide; for a
/// turn the stretched length from the joint to the link's farthest point.
double reach_of(const Robot& robot, std::size_t link, const std::vector<std::size_t>& side,
                std::size_t joint) {
  double reach = radius_of(robot.links[link]);
  for (const std::size_t below : side) {  // from the link upwards
    const RobotJoint& j = robot.joints[below];
    if (below == joint) return j.kind == RobotJointKind::kPrismatic ? 1.0 : reach * (1.0 + 1e-9);
    reach += j.frame.parent_from_joint.translation.norm();
    if (j.kind == RobotJointKind::kPrismatic) reach += range_of(j).magnitude();
  }
  return 0.0;
}

/// The margin that covers a change of the driving joint's value by `by`, mimics included.
double margin_for(const Robot& robot, const LinkPair& pair, std::size_t driver, double by) {
  double margin = 0.0;
  for (const auto& [link, side] :
       {std::pair(pair.a, &pair.side_a), std::pair(pair.b, &pair.side_b)}) {
    for (const std::size_t joint : *side) {
      if (!robot.joints[joint].has_value() || followed(robot, joint) != driver) continue;
      double factor = 1.0;
      for (std::size_t at = joint; robot.joints[at].mimic; at = robot.joints[at].mimic->joint) {
        factor *= robot.joints[at].mimic->multiplier;
      }
      margin += std::fabs(factor) * by * reach_of(robot, link, *side, joint);
    }
  }
  return margin * (1.0 + 1e-9);
}

class Auditor {
 public:
  Auditor(const Robot& robot, const TouchAuditOptions& options)
      : robot_(robot),
        options_(options),
        bodies_(add_robot(scene_, robot)),
        prepared_(with_span(scene_)) {}

  bool touches(const LinkPair& pair, const std::vector<double>& values) const {
    return !all_separated(pair, values, values, 0.0);
  }

  /// For each audit that is looked at whether its links touch with these values: one broad phase
  /// for all of them.
  std::vector<char> touching(const std::vector<LinkPairAudit>& audits,
                             const std::vector<double>& values) const {
    std::vector<char> touched(audits.size(), 0);
    std::map<IdPair, std::size_t> audit_of;
    ContactOptions options = options_for(Interval(0.0), 0.0);
    for (std::size_t i = 0; i < audits.size(); ++i) {
      if (audits[i].verdict == TouchVerdict::kAdjacent) continue;
      for (const IdPair& pair : body_pairs(audits[i].a, audits[i].b)) {
        audit_of[std::minmax(pair.first, pair.second)] = i;
        options.pairs.push_back(pair);
      }
    }
    if (options.pairs.empty()) return touched;
    const query::PairWork work(prepared_, motions_between(values, values), options, method_table());
    for (const CandidatePair& near : work.candidates()) {
      char& is_touched = touched[audit_of.at({near.a, near.b})];
      if (is_touched == 0) is_touched = answer(work, near, options) == Outcome::kSeparated ? 0 : 1;
    }
    return touched;
  }

  /// Apart while one joint runs over its range, with a margin.
  bool sweep_is_free(const LinkPair& pair, std::vector<double> values, std::size_t joint,
                     double margin) const {
    const Interval range = range_of(robot_.joints[joint]);
    std::vector<double> to = values;
    values[joint] = range.lo;
    to[joint] = range.hi;
    follow_mimics(robot_, values);
    follow_mimics(robot_, to);
    return all_separated(pair, values, to, margin);
  }

  bool is_never(const LinkPair& pair) const {
    const std::vector<double> home = home_values(robot_);
    if (pair.moved.empty()) return !touches(pair, home);
    if (pair.moved.size() == 1) return sweep_is_free(pair, home, pair.moved[0], 0.0);
    if (pair.moved.size() > 2) return false;
    std::size_t sweeps = 0;
    const Interval range = range_of(robot_.joints[pair.moved[1]]);
    return cell_is_free(pair, range, sweeps);
  }

 private:
  static Scene with_span(Scene scene) {
    scene.span = {0.0, 1.0};
    return scene;
  }

  /// One joint swept, the other within an interval; halved until the margin fits or sweeps run out.
  bool cell_is_free(const LinkPair& pair, const Interval& cell, std::size_t& sweeps) const {
    if (++sweeps > options_.max_sweeps) return false;
    std::vector<double> values = home_values(robot_);
    values[pair.moved[1]] = cell.middle();
    const double half = 0.5 * cell.width();
    if (sweep_is_free(pair, values, pair.moved[0], margin_for(robot_, pair, pair.moved[1], half)))
      return true;
    if (half < 1e-3) return false;  // too near to be proved by this
    if (!sweep_is_free(pair, values, pair.moved[0], 0.0)) return false;
    return cell_is_free(pair, lower_half(cell), sweeps) &&
           cell_is_free(pair, upper_half(cell), sweeps);
  }

  ContactOptions options_for(const Interval& span, double margin) const {
    ContactOptions options;
    options.threads = 1;
    options.tolerance = options_.tolerance;
    options.min_separation = margin;
    options.span = span;
    options.budget.max_tests = 2'000'000;
    return options;
  }

  std::vector<IdPair> body_pairs(std::size_t a, std::size_t b) const {
    std::vector<IdPair> pairs;
    for (const BodyId first : bodies_.all[a]) {
      for (const BodyId second : bodies_.all[b]) pairs.emplace_back(first, second);
    }
    return pairs;
  }

  std::vector<Motion> motions_between(const std::vector<double>& from,
                                      const std::vector<double>& to) const {
    std::vector<Motion> motions = prepared_.body_motions();
    for (MotionChange& change : robot_motions(robot_, bodies_, from, to, {0.0, 1.0})) {
      motions[change.body.index()] = std::move(change.motion);
    }
    return motions;
  }

  static Outcome answer(const query::PairWork& work, const CandidatePair& near,
                        const ContactOptions& options) {
    return work.answer(near.a, near.b, {options.span->hi, options.budget}).outcome;
  }

  bool all_separated(const LinkPair& pair, const std::vector<double>& from,
                     const std::vector<double>& to, double margin) const {
    ContactOptions options = options_for(from == to ? Interval(0.0) : Interval(0.0, 1.0), margin);
    options.pairs = body_pairs(pair.a, pair.b);
    const query::PairWork work(prepared_, motions_between(from, to), options, method_table());
    return std::all_of(work.candidates().begin(), work.candidates().end(),
                       [&](const CandidatePair& near) {
                         return answer(work, near, options) == Outcome::kSeparated;
                       });
  }

  const Robot& robot_;
  const TouchAuditOptions& options_;
  Scene scene_;
  RobotBodies bodies_;
  PreparedScene prepared_;
};

std::vector<std::vector<double>> samples_of(const Robot& robot, const TouchAuditOptions& options) {
  std::mt19937_64 random(options.seed);
  std::vector<std::vector<double>> samples;
  for (std::size_t i = 0; i < options.samples; ++i) {
    std::vector<double> values = home_values(robot);
    for (const std::size_t joint : moved_joints(robot)) {
      const Interval range = range_of(robot.joints[joint]);
      // Not std's distribution, whose numbers differ between libraries.
      const double s = static_cast<double>(random() >> 11) * 0x1p-53;
      values[joint] = range.lo + s * (range.hi - range.lo);
    }
    follow_mimics(robot, values);
    samples.push_back(std::move(values));
  }
  return samples;
}

TouchVerdict seen(const LinkPairAudit& audit, std::size_t samples) {
  if (audit.touched == 0) return TouchVerdict::kNeverSeen;
  return audit.touched == samples ? TouchVerdict::kAlwaysSeen : TouchVerdict::kSometimes;
}

void count(const std::vector<std::vector<char>>& touched,
           const std::vector<std::vector<double>>& samples, std::size_t index,
           LinkPairAudit& audit) {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (touched[i][index] == 0) continue;
    if (audit.touched++ == 0) audit.witness = samples[i];
  }
}

void judge(const Auditor& auditor, const LinkPair& pair, std::size_t samples, bool prove,
           LinkPairAudit& audit) {
  if (pair.moved.empty()) {
    audit.verdict = audit.touched > 0 ? TouchVerdict::kAlwaysProved : TouchVerdict::kNeverProved;
    return;
  }
  audit.verdict = seen(audit, samples);
  if (audit.verdict == TouchVerdict::kNeverSeen && prove && auditor.is_never(pair)) {
    audit.verdict = TouchVerdict::kNeverProved;
  }
}
}  // namespace

std::string_view name(TouchVerdict verdict) {
  switch (verdict) {
    case TouchVerdict::kAdjacent:
      return "adjacent";
    case TouchVerdict::kNeverProved:
      return "never (proved)";
    case TouchVerdict::kNeverSeen:
      return "never (in samples)";
    case TouchVerdict::kSometimes:
      return "sometimes";
    case TouchVerdict::kAlwaysSeen:
      return "always (in samples)";
    case TouchVerdict::kAlwaysProved:
      return "always (proved)";
  }
  return "";
}

std::vector<LinkPairAudit> audit_touches(const Robot& robot, const TouchAuditOptions& options) {
  check(robot);
  const Auditor auditor(robot, options);
  const auto adjacent = adjacent_links(robot);
  std::vector<LinkPairAudit> audits;
  for (std::size_t a = 0; a < robot.links.size(); ++a) {
    for (std::size_t b = a + 1; b < robot.links.size(); ++b) {
      if (robot.links[a].shapes.empty() || robot.links[b].shapes.empty()) continue;
      LinkPairAudit audit{a, b};
      audit.joints = pair_of(robot, a, b).moved.size();
      const bool is_adjacent =
          std::binary_search(adjacent.begin(), adjacent.end(), std::pair(a, b));
      if (is_adjacent) audit.verdict = TouchVerdict::kAdjacent;
      audits.push_back(std::move(audit));
    }
  }
  auto samples = samples_of(robot, options);
  if (samples.empty()) samples.push_back(home_values(robot));
  std::vector<std::vector<char>> touched(samples.size());
  parallel_for(
      samples.size(), [&](std::size_t i) { touched[i] = auditor.touching(audits, samples[i]); },
      options.threads);
  const auto judge_one = [&](std::size_t i) {
    if (audits[i].verdict == TouchVerdict::kAdjacent) return;
    count(touched, samples, i, audits[i]);
    judge(auditor, pair_of(robot, audits[i].a, audits[i].b), samples.size(), options.max_sweeps > 0,
          audits[i]);
  };
  parallel_for(audits.size(), judge_one, options.threads);
  return audits;
}

}  // namespace graze
