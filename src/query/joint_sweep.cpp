// SPDX-License-Identifier: MIT
// Question   How far can each joint go before something touches?                               [G3]
// Source     ARCHITECTURE.md, "The walk of a question": each way is a scene of its own.
// Guarantee  That of contacts_per_pair, for every value on the way.
// Changed    -
#include "graze/query/joint_sweep.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graze/base/error.h"
#include "graze/math/interval_arithmetic.h"
#include "graze/query/prepared_scene.h"
#include "query/shared_budget.h"

namespace graze {
namespace {
constexpr std::size_t kMostPostures = 100'000;

/// Every posture with the joint at `grid` values over its limits.
std::vector<std::vector<double>> spread(const std::vector<std::vector<double>>& postures,
                                        std::size_t joint, const JointLimits& limits,
                                        std::size_t grid) {
  std::vector<std::vector<double>> more;
  for (const auto& posture : postures) {
    for (std::size_t i = 0; i < grid; ++i) {
      more.push_back(posture);
      more.back()[joint] = std::lerp(limits.lower, limits.upper,
                                     static_cast<double>(i) / static_cast<double>(grid - 1));
    }
  }
  return more;
}

/// The others at rest, or on a grid over their limits.
std::vector<std::vector<double>> postures(const RobotScene& robot, std::size_t swept,
                                          std::size_t grid) {
  std::vector<std::vector<double>> all{robot.rest};
  if (grid < 2) return all;
  for (const std::size_t joint : moved_joints(robot.robot)) {
    const auto& limits = robot.robot.joints[joint].limits;
    if (joint == swept || !limits) continue;
    if (all.size() > kMostPostures / grid) {
      throw InputError({"grid", std::to_string(grid) + " values of each joint",
                        "at most 100,000 postures in all", ""});
    }
    all = spread(all, joint, *limits, grid);
  }
  for (auto& posture : all) follow_mimics(robot.robot, posture);
  return all;
}

Scene swept_scene(const RobotScene& robot, const JointSweep& sweep, std::vector<double> from) {
  std::vector<double> to = from;
  from[sweep.joint] = sweep.from;
  to[sweep.joint] = sweep.to;
  follow_mimics(robot.robot, from);
  follow_mimics(robot.robot, to);
  Scene scene = robot.scene;
  scene.span = {0.0, 1.0};
  for (const MotionChange& change :
       robot_motions(robot.robot, robot.bodies, from, to, {0.0, 1.0})) {
    scene.bodies[change.body.index()].motion = change.motion;
  }
  return scene;
}

void run(const RobotScene& robot, const JointSweep& sweep, const std::vector<double>& others,
         const ContactOptions& options, SweepResult& result) {
  const PreparedScene scene(swept_scene(robot, sweep, others));
  const auto reports = contacts_per_pair(scene, options);
  ++result.runs;
  for (const PairReport& pair : reports) {
    result.undecided += pair.report.outcome == Outcome::kUndecided;
    if (!touches(pair.report.outcome)) continue;
    const double safe = pair.report.outcome == Outcome::kContact
                            ? std::lerp(sweep.from, sweep.to, pair.report.time.lo)
                            : sweep.from;
    result.contacts.push_back({sweep, others, pair, safe});
  }
}

void take(const SweepResult& result, std::size_t number, JointRange& range) {
  const SweepContact& contact = result.contacts[number];
  range.is_never_free =
      range.is_never_free || contact.pair.report.outcome == Outcome::kOverlapAtStart;
  const bool goes_up = contact.sweep.to > contact.sweep.from;
  if (goes_up && (!range.above || contact.last_safe < range.free.hi)) {
    range.above = number;
    range.free.hi = contact.last_safe;
  }
  if (!goes_up && (!range.below || contact.last_safe > range.free.lo)) {
    range.below = number;
    range.free.lo = contact.last_safe;
  }
}
}  // namespace

std::vector<JointSweep> whole_range(const RobotScene& robot, std::size_t joint) {
  const auto& limits = robot.robot.joints[joint].limits;
  const double rest = robot.rest[joint];
  return {{joint, rest, limits ? limits->upper : rest + std::numbers::pi},
          {joint, rest, limits ? limits->lower : rest - std::numbers::pi}};
}

std::vector<JointSweep> whole_ranges(const RobotScene& robot) {
  std::vector<JointSweep> sweeps;
  for (const std::size_t joint : moved_joints(robot.robot)) {
    for (const JointSweep& sweep : whole_range(robot, joint)) sweeps.push_back(sweep);
  }
  return sweeps;
}

SweepResult sweep_joints(const RobotScene& robot, const std::vector<JointSweep>& sweeps,
                         const SweepOptions& options) {
  refuse_deforming(robot.scene, "sweep");
  ContactOptions contact = options.contact;
  contact.far_pairs = false;
  contact.progress = {};  // of one run: progress is reported for all runs together
  const query::SharedBudget budget(options.contact.budget);
  SweepResult result;
  result.sweeps = sweeps.size();
  for (std::size_t k = 0; k < sweeps.size(); ++k) {
    const auto all = postures(robot, sweeps[k].joint, options.grid);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (budget.is_used_up()) {
        result.undecided += all.size() - i;
        break;
      }
      contact.budget = budget.share(1);
      run(robot, sweeps[k], all[i], contact, result);
      if (!options.contact.progress) continue;
      const double done = double(k) + double(i + 1) / double(all.size());
      options.contact.progress(done / double(sweeps.size()));
    }
  }
  return result;
}

std::vector<JointRange> joint_ranges(const std::vector<JointSweep>& sweeps,
                                     const SweepResult& result) {
  std::vector<JointRange> ranges;
  for (const JointSweep& sweep : sweeps) {
    const Interval way(std::min(sweep.from, sweep.to), std::max(sweep.from, sweep.to));
    if (ranges.empty() || ranges.back().joint != sweep.joint)
      ranges.push_back({sweep.joint, way, way});
    ranges.back().asked = hull(ranges.back().asked, way);
  }
  for (JointRange& range : ranges) {
    range.free = range.asked;
    for (std::size_t i = 0; i < result.contacts.size(); ++i) {
      if (result.contacts[i].sweep.joint == range.joint) take(result, i, range);
    }
  }
  return ranges;
}

}  // namespace graze
