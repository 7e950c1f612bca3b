// SPDX-License-Identifier: MIT
// Edges of a planner, proved, on one thread: places made by code and the public Panda problems. The
// yardstick is what planners do: the same edges sampled by FCL at 1 mm and at 5 mm, in the same
// run, with the contacts that each misses.                                                 [C8, G3]
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "graze/base/hash.h"
#include "robot/motion_bench_maker.h"
#include "robot/planner_scenes.h"
#include "robot/sampled_motion.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {
constexpr double kLength = 0.5;            // of an edge, in joint space
constexpr std::size_t kSampledShare = 20;  // every so manieth free edge is sampled; each contact is

/// From free configurations, in random directions; those of fingers stay.
std::vector<Values> random_edges(const MotionChecker& checker, std::size_t count,
                                 std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::vector<Values> ends;
  while (ends.size() < 2 * count) {
    Values from, way;
    double length = 0.0;
    for (const std::size_t joint : checker.joints()) {
      const RobotJoint& moved = checker.robot().joints[joint];
      const JointLimits limits = moved.limits.value_or(JointLimits{-3.0, 3.0, 0.0});
      from.push_back(std::uniform_real_distribution<double>(limits.lower, limits.upper)(random));
      way.push_back(moved.kind == RobotJointKind::kPrismatic ? 0.0 : normal(random));
      length = std::hypot(length, way.back());
    }
    if (!checker.check(from).is_free()) continue;
    Values to = from;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += kLength / length * way[i];
    ends.push_back(from);
    ends.push_back(to);
  }
  return ends;
}

struct Tally {
  std::size_t edges = 0, free = 0, undecided = 0;
  double free_s = 0.0, contact_s = 0.0;
  std::size_t missed_1mm = 0, missed_5mm = 0;              // contacts that samples do not see
  double graze_s = 0.0, fcl_1mm_s = 0.0, fcl_5mm_s = 0.0;  // of the free edges sampled
  Hasher hash;
};

double least_seconds(const MotionChecker& checker, const Values& edges) {
  if (edges.empty()) return 0.0;
  double least = 1e300;
  for (int run = 0; run < 3; ++run) {
    const double begin = thread_seconds();
    checker.check_edges(edges, 1);
    least = std::min(least, thread_seconds() - begin);
  }
  return least;
}

template <typename Ask>
bool timed(const Ask& ask, double& seconds) {
  const double begin = thread_seconds();
  const bool is_free = ask();
  seconds += thread_seconds() - begin;
  return is_free;
}

void sample(const MotionChecker& checker, const SampledMotion& sampled, const Values& from,
            const Values& to, bool is_free, Tally& tally) {
  double contact_s = 0.0;  // sampling ends at the first contact: not what is compared
  const auto ask = [&](double way, double& seconds) {
    return timed(
        [&] { return !sampled.first_collision(from, to, sampled.samples_for(from, to, way)); },
        is_free ? seconds : contact_s);
  };
  if (is_free) timed([&] { return checker.check(from, to).is_free(); }, tally.graze_s);
  const bool free_1mm = ask(1e-3, tally.fcl_1mm_s), free_5mm = ask(5e-3, tally.fcl_5mm_s);
  tally.missed_1mm += !is_free && free_1mm;
  tally.missed_5mm += !is_free && free_5mm;
}

void measure(const MotionChecker& checker, std::size_t count, std::mt19937_64& random,
             Tally& tally) {
  const std::vector<Values> ends = random_edges(checker, count, random);
  const SampledMotion sampled(checker);
  Values kinds[2];
  for (std::size_t i = 0; i < count; ++i) {
    const Values &from = ends[2 * i], &to = ends[2 * i + 1];
    const MotionCheck check = checker.check(from, to);
    Values& kind = kinds[check.is_free()];
    kind.insert(kind.end(), from.begin(), from.end());
    kind.insert(kind.end(), to.begin(), to.end());
    tally.free += check.is_free();
    tally.undecided += check.outcome == Outcome::kUndecided;
    tally.hash.add(check.is_free() ? 1.0 : 0.0);
    if (tally.edges++ % kSampledShare == 0 || !check.is_free()) {
      sample(checker, sampled, from, to, check.is_free(), tally);
    }
  }
  tally.contact_s += least_seconds(checker, kinds[0]);
  tally.free_s += least_seconds(checker, kinds[1]);
}

void report(const std::string& name, const Tally& t) {
  const std::size_t contacts = t.edges - t.free;
  const auto each_us = [](double seconds, std::size_t count) {
    return count == 0 ? 0.0 : 1e6 * seconds / static_cast<double>(count);
  };
  fmt::print(
      "| {} | {:.0f} | {} | {:.1f} | {} | {:.1f} | {} | {:.0f} / {:.0f} | {} / {} | {:016x} |\n",
      name, static_cast<double>(t.edges) / (t.free_s + t.contact_s), t.free,
      each_us(t.free_s, t.free), contacts, each_us(t.contact_s, contacts), t.undecided,
      t.fcl_1mm_s / t.graze_s, t.fcl_5mm_s / t.graze_s, t.missed_1mm, t.missed_5mm, t.hash.value());
}

void print_head() {
  fmt::print(
      "| scene | proved edges/s | free | µs | contact | µs | undecided | FCL at 1 / 5 mm, times as "
      "long (free) | contacts missed at 1 / 5 mm | hash |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n");
}

int run(std::size_t count) {
  std::mt19937_64 random(2026);
  print_head();
  const Robot arm = make_planner_robot(300);
  for (const std::string name : {"table", "shelf", "cage"}) {
    Tally tally;
    measure(MotionChecker(arm, make_planner_world(name)), count, random, tally);
    report(name, tally);
  }
  const auto files = test::panda_problem_files();
  if (files.empty()) {
    fmt::print("no public problems beside the project (GRAZE_DATA)\n");
    return 0;
  }
  const Robot panda = test::load_panda();
  Tally tally;
  for (const auto& file : files) {
    const MotionChecker checker(panda, test::load_problem(file).world);
    measure(checker, std::max<std::size_t>(1, count / files.size()), random, tally);
  }
  report("panda", tally);
  return 0;
}
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  return graze::bench::run(argc > 1 ? static_cast<std::size_t>(std::atol(argv[1])) : 2000);
}
