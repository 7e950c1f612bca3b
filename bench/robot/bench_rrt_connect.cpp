// SPDX-License-Identifier: MIT
// RRT-Connect on MotionBenchMaker's Panda problems with two validators: Graze's, which proves every
// edge, and OMPL's discrete one on FCL at the resolution that the problem's clearance asks for
// (1 mm). Then each path found is certified end to end.                                       [G3]
#include <fmt/format.h>
#include <ompl/base/ProblemDefinition.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/RandomNumbers.h>

#include <algorithm>
#include <cstdlib>

#include "graze_ompl.h"
#include "robot/motion_bench_maker.h"
#include "robot/sampled_motion.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {
namespace ob = ompl::base;

/// FCL's verdict for one state and, sampled at `step`, for motions.
class DiscreteValidator : public ob::MotionValidator {
 public:
  DiscreteValidator(const ob::SpaceInformationPtr& info, const SampledMotion& sampled, double step)
      : MotionValidator(info), sampled_(sampled), step_(step) {}

  bool checkMotion(const ob::State* from, const ob::State* to) const override {
    const Values q0 = values(from), q1 = values(to);
    return !sampled_.first_collision(q0, q1, sampled_.samples_for(q0, q1, step_));
  }
  bool checkMotion(const ob::State* from, const ob::State* to,
                   std::pair<ob::State*, double>& last) const override {
    last.second = 0.0;
    return checkMotion(from, to);
  }

 private:
  Values values(const ob::State* state) const {
    const auto* real = state->as<ob::RealVectorStateSpace::StateType>();
    return {real->values, real->values + si_->getStateDimension()};
  }
  const SampledMotion& sampled_;
  double step_;
};

struct Planned {
  bool found = false;
  bool certified = false;
  double seconds = 0.0;
  std::size_t states = 0;
};

struct Problem {
  MotionChecker checker;
  Values from, to;
};

ob::SpaceInformationPtr information(const MotionChecker& checker) {
  auto space =
      std::make_shared<ob::RealVectorStateSpace>(static_cast<unsigned>(checker.joints().size()));
  space->setBounds(joint_bounds(checker));
  return std::make_shared<ob::SpaceInformation>(space);
}

Planned plan(const Problem& problem, const ob::SpaceInformationPtr& info) {
  info->setup();
  ompl::RNG::setSeed(1);
  ob::ScopedState<ob::RealVectorStateSpace> start(info->getStateSpace()),
      goal(info->getStateSpace());
  for (unsigned j = 0; j < problem.from.size(); ++j) {
    start[j] = problem.from[j];
    goal[j] = problem.to[j];
  }
  auto definition = std::make_shared<ob::ProblemDefinition>(info);
  definition->setStartAndGoalStates(start, goal);
  ompl::geometric::RRTConnect planner(info);
  planner.setProblemDefinition(definition);
  planner.setRange(0.5);
  planner.setup();
  Planned planned;
  const double begin = thread_seconds();
  planned.found = bool(planner.ob::Planner::solve(10.0)) && definition->hasExactSolution();
  planned.seconds = thread_seconds() - begin;
  if (!planned.found) return planned;
  const auto& path =
      static_cast<const ompl::geometric::PathGeometric&>(*definition->getSolutionPath());
  planned.states = path.getStateCount();
  planned.certified = true;
  for (unsigned i = 0; i + 1 < planned.states; ++i) {
    planned.certified &= problem.checker
                             .check(ompl_binding::values_of(problem.checker, path.getState(i)),
                                    ompl_binding::values_of(problem.checker, path.getState(i + 1)))
                             .is_free();
  }
  return planned;
}

void add(const Planned& planned, std::size_t& found, std::size_t& certified,
         std::vector<double>& ms) {
  found += planned.found;
  certified += planned.certified;
  if (planned.found) ms.push_back(1e3 * planned.seconds);
}

/// Within the limits: the problems open the fingers beyond theirs.
Values clamped_values(const Robot& panda, const std::map<std::string, double>& values) {
  Values moved = test::moved_values(panda, values);
  const auto joints = moved_joints(panda);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const auto& limits = panda.joints[joints[i]].limits;
    if (limits) moved[i] = std::clamp(moved[i], limits->lower, limits->upper);
  }
  return moved;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

int run(std::size_t most) {
  ompl::msg::noOutputHandler();
  const auto files = test::panda_problem_files();
  if (files.empty()) {
    fmt::print("no problems beside the project (GRAZE_DATA)\n");
    return 0;
  }
  const Robot panda = test::load_panda();
  std::size_t tried = 0, found[2] = {}, certified[2] = {};
  std::vector<double> ms[2], ratios;
  for (std::size_t i = 0; i < std::min(most, files.size()); ++i) {
    const auto source = test::load_problem(files[i * files.size() / std::min(most, files.size())]);
    const Values from = clamped_values(panda, source.start);
    const Values to = clamped_values(panda, source.goal);
    const MotionChecker checker(panda, source.world, {}, {.tolerance = 1e-5});
    const Problem problem{checker, from, to};
    if (!problem.checker.check(from).is_free() || !problem.checker.check(to).is_free()) continue;
    ++tried;
    const auto proved = information(problem.checker);
    use_in_ompl(proved, problem.checker);
    const Planned by_graze = plan(problem, proved);
    const SampledMotion sampled(problem.checker);
    const auto discrete = information(problem.checker);
    discrete->setStateValidityChecker([&](const ob::State* state) {
      const auto q = ompl_binding::values_of(problem.checker, state);
      return discrete->satisfiesBounds(state) &&
             !sampled.fcl().collision(sampled.poses_at({q.begin(), q.end()}));
    });
    discrete->setMotionValidator(std::make_shared<DiscreteValidator>(discrete, sampled, 1e-3));
    const Planned by_fcl = plan(problem, discrete);
    add(by_graze, found[0], certified[0], ms[0]);
    add(by_fcl, found[1], certified[1], ms[1]);
    if (by_graze.found && by_fcl.found) ratios.push_back(by_fcl.seconds / by_graze.seconds);
  }
  fmt::print("{} problems whose start and goal are free, RRT-Connect, 10 s each\n", tried);
  fmt::print("{:<24}{:>8}{:>12}{:>16}\n", "validator", "found", "certified", "CPU ms, median");
  for (const int k : {0, 1}) {
    fmt::print("{:<24}{:>8}{:>12}{:>16.1f}\n", k == 0 ? "Graze, proved" : "FCL, samples at 1 mm",
               found[k], certified[k], median(ms[k]));
  }
  fmt::print("median ratio of the same problems: {:.1f}\n", median(ratios));
  return 0;
}
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  return graze::bench::run(argc > 1 ? static_cast<std::size_t>(std::atol(argv[1])) : 20);
}
