// SPDX-License-Identifier: MIT
// MotionBenchMaker's Panda problems: the straight joint-space segment from start to goal. Verdicts
// against FCL's sampling (2,001 instants); time against FCL at 1 mm, in the same run.         [G3]
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "graze/base/hash.h"
#include "robot/motion_bench_maker.h"
#include "robot/sampled_motion.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {
struct Row {
  std::string name;
  MotionCheck proved;
  std::optional<double> sampled;
  double graze_s = 0.0, fcl_s = 0.0;
  int samples = 0;
  bool fcl_mm_free = true;
};

Row measure(const test::PlanningProblem& problem, const Robot& panda) {
  const MotionChecker checker(panda, problem.world, {}, {.tolerance = 1e-6});
  const MotionChecker earliest(panda, problem.world, {}, {.tolerance = 1e-6, .earliest = true});
  const SampledMotion sampled(checker);
  const Values from = test::moved_values(panda, problem.start);
  const Values to = test::moved_values(panda, problem.goal);
  Row row;
  row.name = problem.name;
  checker.check(from, to);  // warms caches of both sides alike
  sampled.poses_at(from);
  const int repeats = 5;
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    const double begin = thread_seconds();
    checker.check(from, to);
    times.push_back(thread_seconds() - begin);
  }
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  row.graze_s = times[repeats / 2];
  row.samples = sampled.samples_for(from, to, 1e-3);
  const double begin = thread_seconds();
  row.fcl_mm_free = !sampled.first_collision(from, to, row.samples);
  row.fcl_s = thread_seconds() - begin;
  row.proved = earliest.check(from, to);
  row.sampled = sampled.first_collision(from, to, 2000);
  return row;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

/// What is known where the verdicts differ: the pair and its distance, by FCL, at our contact.
void explain(const Row& row, const test::PlanningProblem& problem, const Robot& panda) {
  const MotionChecker checker(panda, problem.world, {}, {.tolerance = 1e-6});
  const SampledMotion sampled(checker);
  if (!row.proved.pair) return;
  const auto [a, b] = *row.proved.pair;
  const auto& bodies = checker.scene().scene().bodies;
  const auto poses =
      sampled.poses_at(between(test::moved_values(panda, problem.start),
                               test::moved_values(panda, problem.goal), row.proved.contact));
  fmt::print(
      "  differs: {}: Graze {} at s = {:.9g} ({} / {}; FCL's distance there {:.3g}), FCL {}\n",
      row.name, name(row.proved.outcome), row.proved.contact, bodies[a.index()].name,
      bodies[b.index()].name, sampled.fcl().distance(a, b, poses[a.index()], poses[b.index()]),
      row.sampled ? fmt::format("collides at {:.6g}", *row.sampled)
                  : "finds nothing in 2,001 samples");
}

void report(const std::vector<Row>& rows) {
  std::vector<double> ratios[2], graze_us[2], fcl_us[2];
  std::size_t agree = 0;
  Hasher hash;
  for (const Row& row : rows) {
    const bool free = row.proved.is_free();
    agree += free == !row.sampled;
    ratios[free].push_back(row.fcl_s / row.graze_s);
    graze_us[free].push_back(1e6 * row.graze_s);
    fcl_us[free].push_back(1e6 * row.fcl_s);
    hash.add(row.proved.contact);
    hash.add(row.proved.safe);
  }
  fmt::print("{} segments, verdicts equal to 2,001 samples: {}\n", rows.size(), agree);
  fmt::print("{:<18}{:>8}{:>16}{:>18}{:>10}{:>10}{:>10}\n", "", "segments", "Graze us median",
             "FCL 1 mm us median", "ratio", "least", "most");
  for (const int free : {1, 0}) {
    if (ratios[free].empty()) continue;
    fmt::print("{:<18}{:>8}{:>16.0f}{:>18.0f}{:>10.1f}{:>10.1f}{:>10.1f}\n",
               free ? "free" : "contact", ratios[free].size(), median(graze_us[free]),
               median(fcl_us[free]), median(ratios[free]),
               *std::min_element(ratios[free].begin(), ratios[free].end()),
               *std::max_element(ratios[free].begin(), ratios[free].end()));
  }
  fmt::print("hash of answers {:016x}\n", hash.value());
}

int run(std::size_t most) {
  const auto files = test::panda_problem_files();
  if (files.empty()) {
    fmt::print("no problems beside the project (GRAZE_DATA)\n");
    return 0;
  }
  const Robot panda = test::load_panda();
  std::vector<Row> rows;
  for (std::size_t i = 0; i < std::min(most, files.size()); ++i) {
    const auto problem = test::load_problem(files[i]);
    rows.push_back(measure(problem, panda));
    if (rows.back().proved.is_free() != !rows.back().sampled) explain(rows.back(), problem, panda);
  }
  report(rows);
  return 0;
}
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  return graze::bench::run(argc > 1 ? static_cast<std::size_t>(std::atol(argv[1])) : 1000);
}
