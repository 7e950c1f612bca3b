// SPDX-License-Identifier: MIT
// Question   Does a robot touch anything while its joints go straight from q0 to q1?       [C8, G3]
// Source     A filter over parts of the edge (query/edges), then the methods for what it leaves;
//            the order of pairs is the planner's: any contact decides, and what touched last time
//            is likely to touch again.
// Guarantee  Free is proved for every s: surfaces never meet, the first s included, and nothing
//            starts inside another.
// Changed    -
#include "graze/query/motion_checker.h"

#include <algorithm>
#include <cmath>

#include "contact/end_report.h"
#include "graze/base/error.h"
#include "graze/base/parallel.h"
#include "query/edges/edge_filter.h"
#include "query/pair_work.h"

namespace graze {
namespace {
constexpr const char* kWorld = "(world)";

/// The world's bodies may touch each other: only the robot's contacts matter.
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

using query::edges::EdgeFilter;
using query::edges::EdgeLook;
using query::edges::IdPair;
using query::edges::PairAt;

MotionCheck contact_at(const PairAt& at) {
  MotionCheck result;
  result.outcome = Outcome::kContact;
  result.contact = at.s;
  result.pair = at.pair;
  return result;
}

bool is_touch(Outcome outcome) {
  return outcome == Outcome::kContact || outcome == Outcome::kOverlapAtStart;
}
}  // namespace

struct MotionChecker::Parts {
  Robot robot;
  RobotBodies bodies;
  std::vector<std::size_t> joints;
  std::vector<double> rest;
  PreparedScene scene;
  ContactOptions options;
  bool earliest = false;
  EdgeFilter filter;
  std::vector<IdPair> never_free;  // pairs that no joint moves and that touch

  std::vector<double> configuration(std::span<const double> q) const;
  std::vector<Motion> motions(const std::vector<double>& from, const std::vector<double>& to) const;
  std::vector<PairAt> ordered(std::vector<PairAt> pairs, const MotionWarmStart* warm) const;
  MotionCheck ask(const std::vector<double>& from, const std::vector<double>& to,
                  const std::vector<PairAt>& pairs) const;
};

namespace {
/// A touch at the start, which other questions let go on, is not free.
ContactReport with_touch_as_contact(ContactReport report) {
  if (report.start == StartState::kTouching) end_in_contact(report, Interval(0.0));
  return report;
}

/// Adopts what one pair's report says; true if no more pairs have to be asked.
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

/// What always touches first, then what touched last, then the likeliest.
std::vector<PairAt> MotionChecker::Parts::ordered(std::vector<PairAt> pairs,
                                                  const MotionWarmStart* warm) const {
  if (!earliest && warm != nullptr && warm->pair) {
    const auto found = std::ranges::find(pairs, *warm->pair, &PairAt::pair);
    if (found != pairs.end()) std::rotate(pairs.begin(), found, found + 1);
  }
  for (const IdPair& pair : never_free) pairs.insert(pairs.begin(), {pair, 0.0});
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
  const EdgeFilter filter({robot, bodies, prepared, joints, options.margin, options.tolerance});
  auto parts = std::make_shared<Parts>(Parts{std::move(robot),
                                             std::move(bodies),
                                             std::move(joints),
                                             std::move(rest),
                                             prepared,
                                             contact,
                                             options.earliest,
                                             filter,
                                             {}});
  for (const IdPair& pair : filter.fixed_pairs()) {
    const bool is_free = parts->ask(parts->rest, parts->rest, {{pair, 0.0}}).is_free();
    if (!is_free) parts->never_free.push_back(pair);
  }
  parts_ = std::move(parts);
}

namespace {
/// An overlap at the likeliest instant, if there is one: cheaper to find than when it began.
std::optional<PairAt> overlap_at_once(const query::PairWork& instants,
                                      const std::vector<PairAt>& pairs, const Budget& budget) {
  for (const PairAt& at : pairs) {
    const auto report = instants.answer(at.pair.first, at.pair.second, {at.s, at.s}, budget);
    if (report.outcome == Outcome::kOverlapAtStart) return at;
  }
  return std::nullopt;
}
}  // namespace

MotionCheck MotionChecker::Parts::ask(const std::vector<double>& from,
                                      const std::vector<double>& to,
                                      const std::vector<PairAt>& pairs) const {
  MotionCheck result;
  result.outcome = Outcome::kSeparated;
  result.safe = 1.0;
  if (pairs.empty()) return result;
  ContactOptions own = options;
  own.span = from == to ? Interval(0.0) : Interval(0.0, 1.0);
  const query::PairWork work(scene, motions(from, to), own, method_table(),
                             std::vector<CandidatePair>{});
  if (!earliest && from != to) {
    if (const auto at = overlap_at_once(work, pairs, own.budget)) return contact_at(*at);
  }
  for (const PairAt& at : pairs) {
    const double end = earliest ? std::min(result.contact, own.span->hi) : own.span->hi;
    const auto report = with_touch_as_contact(
        work.answer(at.pair.first, at.pair.second, {own.span->lo, end}, own.budget));
    if (takes(report, at.pair, earliest, result)) break;
  }
  // Pairs that were not asked may touch earlier than the one that decided.
  if (is_touch(result.outcome) && !earliest) result.safe = 0.0;
  if (result.outcome == Outcome::kOverlapAtStart) result.safe = 0.0;
  return result;
}

MotionCheck MotionChecker::check(std::span<const double> q0, std::span<const double> q1,
                                 MotionWarmStart* warm) const {
  const Parts& parts = *parts_;
  const auto from = parts.configuration(q0), to = parts.configuration(q1);
  EdgeLook look = parts.filter.look(from, to, !parts.earliest);
  MotionCheck result = look.contact
                           ? contact_at(*look.contact)
                           : parts.ask(from, to, parts.ordered(std::move(look.suspects), warm));
  if (look.contact && from == to) {
    result.outcome = Outcome::kOverlapAtStart;
    result.contact = 0.0;
  }
  if (warm != nullptr && is_touch(result.outcome)) warm->pair = result.pair;
  return result;
}

std::vector<MotionCheck> MotionChecker::check_edges(std::span<const double> edges,
                                                    int threads) const {
  const std::size_t values = joints().size(), each = 2 * values;
  if (each == 0 || edges.size() % each != 0) {
    throw InputError({"edges", std::to_string(edges.size()) + " values",
                      "two configurations of " + std::to_string(values) + " values for each edge",
                      ""});
  }
  std::vector<MotionCheck> results(edges.size() / each);
  parallel_for(
      results.size(),
      [&](std::size_t i) {
        const auto edge = edges.subspan(i * each, each);
        results[i] = check(edge.first(values), edge.last(values));
      },
      threads);
  return results;
}

MotionCheck MotionChecker::check(std::span<const double> q, MotionWarmStart* warm) const {
  return check(q, q, warm);
}

const std::vector<std::size_t>& MotionChecker::joints() const { return parts_->joints; }
const Robot& MotionChecker::robot() const { return parts_->robot; }
const RobotBodies& MotionChecker::bodies() const { return parts_->bodies; }
const PreparedScene& MotionChecker::scene() const { return parts_->scene; }

}  // namespace graze
