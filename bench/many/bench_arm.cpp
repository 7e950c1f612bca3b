// SPDX-License-Identifier: MIT
// Edges of a planner: a seven-jointed arm against 100,000 triangles and itself.          [C8, C13]
//   bench_arm [EDGES] [LONGEST] [REPEATS]
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "graze/base/hash.h"
#include "many/spread.h"
#include "scenes/arm_scene.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {
struct Measured {
  std::vector<double> with_motions, questions;  // seconds
  int contacts = 0;
  Stats stats;
  std::uint64_t hash = 0;
};

Measured measure(const PreparedScene& scene, const std::vector<ArmEdge>& edges) {
  Measured result;
  Hasher hash;
  ContactOptions options;
  options.threads = 1;
  for (const ArmEdge& edge : edges) {
    const double begin = thread_seconds();
    const SceneChange question[] = {change_along(scene, edge)};
    const double asked = thread_seconds();
    const PairReport answer = first_contacts(scene, question, options)[0];
    const double end = thread_seconds();
    result.with_motions.push_back(end - begin);
    result.questions.push_back(end - asked);
    result.contacts += answer.report.outcome == Outcome::kContact;
    result.stats += answer.report.stats;
    hash.add(static_cast<std::uint64_t>(answer.report.outcome));
    hash.add(answer.report.time.lo);
    hash.add(answer.report.time.hi);
  }
  result.hash = hash.value();
  return result;
}

void keep_fastest(Measured& best, const Measured& again) {
  for (std::size_t i = 0; i < best.questions.size(); ++i) {
    best.questions[i] = std::min(best.questions[i], again.questions[i]);
    best.with_motions[i] = std::min(best.with_motions[i], again.with_motions[i]);
  }
}

void print(const char* what, const std::vector<double>& seconds) {
  const Spread s = spread_of(seconds);
  fmt::print("| {} | {:.1f} | {:.1f} | {:.0f} | {:.0f} | {:.0f} |\n", what, 1e6 * s.median,
             1e6 * s.mean, 1e6 * s.p95, 1e6 * s.p99, 1e6 * s.max);
}
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  using namespace graze;
  using namespace graze::bench;
  const int count = argc > 1 ? std::atoi(argv[1]) : 2000;
  const double longest = argc > 2 ? std::atof(argv[2]) : 0.5;
  const int repeats = argc > 3 ? std::atoi(argv[3]) : 3;
  const PreparedScene scene(make_arm_scene());
  const std::vector<ArmEdge> edges = random_edges(scene, count, longest);
  measure(scene, {edges.begin(), edges.begin() + std::min<std::ptrdiff_t>(count, 100)});
  Measured m = measure(scene, edges);
  for (int k = 1; k < repeats; ++k) keep_fastest(m, measure(scene, edges));
  std::size_t triangles = scene.scene().bodies[0].shape.mesh().triangles().size();
  fmt::print("{} triangles, {} edges up to {} rad, contact on {:.1f} % of them\n", triangles, count,
             longest, 100.0 * m.contacts / count);
  fmt::print("| CPU us | median | mean | p95 | p99 | max |\n|---|---|---|---|---|---|\n");
  print("first contact", m.questions);
  print("with making the motions", m.with_motions);
  fmt::print("mean box tests {:.0f}, wide {:.0f}, triangle {:.1f}, poses {:.1f}; hash {:016x}\n",
             double(m.stats.box_tests) / count, double(m.stats.wide_tests) / count,
             double(m.stats.triangle_tests) / count, double(m.stats.poses) / count, m.hash);
  return 0;
}
