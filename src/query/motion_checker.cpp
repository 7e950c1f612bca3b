// SPDX-License-Identifier: MIT
// Question   Does a robot touch anything while its joints go straight from q0 to q1?       [C8, G3]
// Source     architecture.md, "The walk of a question"; the order of pairs is the planner's: any
//            contact decides, and what touched last time is likely to touch again.
// Guarantee  Free is proved for every s: surfaces never meet, the first s included, and nothing
//            starts inside another.
// Changed    -
#include "graze/query/motion_checker.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "query/pair_work.h"

namespace graze {
namespace {
constexpr const char* kWorld = "(world)";

/// The world's bodies may touch each other: that is not the robot's business.
Scene without_inner_pairs(Scene world) {
  for (Body& body : world.bodies) body.groups.emplace_back(kWorld);
  if (!world.bodies.empty()) world.may_touch.emplace_back(kWorld, kWorld);
  return world;
}

std::vector<std::size_t> chosen_joints(const Robot& robot, const std::vector<std::string>& names) {
  if (names.empty()) return moved_joints(robot);
  std::vector<std::size_t> joints;
  for (const std::string& name : names) {
    const auto joint = find_joint(robot, name);
    if (!joint || !robot.joints[*joint].has_value() || robot.joints[*joint].mimic) {
      throw InputError({"joint '" + name + "'", "no joint with a value of its own",
                        "a revolute, continuous or prismatic joint of robot '" + robot.name + "'",
                        ""});
    }
    joints.push_back(*joint);
  }
  return joints;
}

using IdPair = std::pair<BodyId, BodyId>;
}  // namespace

struct MotionChecker::Parts {
  Robot robot;
  RobotBodies bodies;
  std::vector<std::size_t> joints;
  std::vector<double> rest;
  PreparedScene scene;
  ContactOptions options;
  bool earliest = false;

  std::vector<double> configuration(std::span<const double> q) const;
  std::vector<Motion> motions(const std::vector<double>& from, const std::vector<double>& to) const;
  std::vector<IdPair> ordered_pairs(const query::PairWork& work, const MotionWarmStart* warm) const;
};

namespace {
/// A touch at the start, which other questions let go on, is not free.
ContactReport with_touch_as_contact(ContactReport report) {
  if (report.start == StartState::kTouching) {
    report.outcome = Outcome::kContact;
    report.time = Interval(0.0);
  }
  return report;
}

/// Takes over what one pair's report says; true if nothing more need be asked.
bool takes(const ContactReport& report, const IdPair& pair, bool earliest, MotionCheck& result) {
  result.stats += report.stats;
  if (report.outcome == Outcome::kSeparated) return false;
  if (report.outcome == Outcome::kUndecided) {
    if (result.outcome == Outcome::kSeparated) {
      result.outcome = Outcome::kUndecided;
      result.pair = pair;
    }
    result.safe = std::min(result.safe, report.time.lo);
    return false;
  }
  const bool is_first =
      result.outcome == Outcome::kSeparated || result.outcome == Outcome::kUndecided;
  result.safe = std::min(result.safe, report.time.lo);
  if (is_first || report.time.hi < result.contact) {
    result.outcome = report.outcome;
    result.contact = report.time.hi;
    result.pair = pair;
  }
  return !earliest || report.time.hi <= 0.0;
}
}  // namespace

std::vector<double> MotionChecker::Parts::configuration(std::span<const double> q) const {
  if (q.size() != joints.size()) {
    throw InputError({"configuration", std::to_string(q.size()) + " values",
                      "one for each of the " + std::to_string(joints.size()) + " joints", ""});
  }
  std::vector<double> values = rest;
  for (std::size_t i = 0; i < q.size(); ++i) {
    if (!std::isfinite(q[i])) {
      throw InputError({"configuration", "a value that is not finite", "finite numbers", ""});
    }
    values[joints[i]] = q[i];
  }
  follow_mimics(robot, values);
  return values;
}

std::vector<Motion> MotionChecker::Parts::motions(const std::vector<double>& from,
                                                  const std::vector<double>& to) const {
  std::vector<Motion> all = scene.body_motions();
  for (MotionChange& change : robot_motions(robot, bodies, from, to, {0.0, 1.0})) {
    all[change.body.index()] = std::move(change.motion);
  }
  return all;
}

/// What touched last first, then by the broad phase's bound.
std::vector<IdPair> MotionChecker::Parts::ordered_pairs(const query::PairWork& work,
                                                        const MotionWarmStart* warm) const {
  std::vector<IdPair> pairs;
  for (const CandidatePair& pair : work.candidates()) pairs.emplace_back(pair.a, pair.b);
  if (earliest || warm == nullptr || !warm->pair) return pairs;
  const auto found = std::find(pairs.begin(), pairs.end(), *warm->pair);
  if (found != pairs.end()) std::rotate(pairs.begin(), found, found + 1);
  return pairs;
}

MotionChecker::MotionChecker(Robot robot, Scene world, const RobotPlacement& placement,
                             const MotionCheckerOptions& options) {
  graze::check(robot);
  refuse_deforming(world, "motion checker");
  std::vector<std::size_t> joints = chosen_joints(robot, options.joints);
  std::vector<double> rest = placement.values.empty() ? home_values(robot) : placement.values;
  Scene scene = without_inner_pairs(std::move(world));
  scene.span = {0.0, 1.0};
  RobotBodies bodies = add_robot(scene, robot, placement);
  ContactOptions contact;
  contact.tolerance = options.tolerance;
  contact.min_separation = options.margin;
  contact.budget = options.budget;
  contact.threads = 1;
  PreparedScene prepared(scene);
  parts_ =
      std::make_shared<const Parts>(Parts{std::move(robot), std::move(bodies), std::move(joints),
                                          std::move(rest), prepared, contact, options.earliest});
}

MotionCheck MotionChecker::check(std::span<const double> q0, std::span<const double> q1,
                                 MotionWarmStart* warm) const {
  const Parts& parts = *parts_;
  const auto from = parts.configuration(q0), to = parts.configuration(q1);
  ContactOptions options = parts.options;
  options.span = from == to ? Interval(0.0) : Interval(0.0, 1.0);
  const std::vector<Motion> motions = parts.motions(from, to);
  const query::PairWork work(parts.scene, motions, options, method_table());
  MotionCheck result;
  result.outcome = Outcome::kSeparated;
  result.safe = 1.0;
  for (const IdPair& pair : parts.ordered_pairs(work, warm)) {
    const double end =
        parts.earliest ? std::min(result.contact, options.span->hi) : options.span->hi;
    const auto report =
        with_touch_as_contact(work.answer(pair.first, pair.second, {end, options.budget}));
    if (takes(report, pair, parts.earliest, result)) break;
  }
  const bool touches =
      result.outcome == Outcome::kContact || result.outcome == Outcome::kOverlapAtStart;
  // Pairs that were not asked may touch earlier than the one that decided.
  if (touches && !parts.earliest) result.safe = 0.0;
  if (result.outcome == Outcome::kOverlapAtStart) result.safe = 0.0;
  if (warm != nullptr && touches) warm->pair = result.pair;
  return result;
}

MotionCheck MotionChecker::check(std::span<const double> q, MotionWarmStart* warm) const {
  return check(q, q, warm);
}

const std::vector<std::size_t>& MotionChecker::joints() const { return parts_->joints; }
const Robot& MotionChecker::robot() const { return parts_->robot; }
const RobotBodies& MotionChecker::bodies() const { return parts_->bodies; }
const PreparedScene& MotionChecker::scene() const { return parts_->scene; }

}  // namespace graze
