// SPDX-License-Identifier: MIT
// What Redon, Kheddar and Coquillart 2002 say of their switches, in section 6. Counts of tests do
// not depend on the machine. More meshes and times: bench_bisection. [C7]
#include <gtest/gtest.h>

#include <cstdio>

#include "graze/geometry/shapes.h"
#include "graze/methods/bisection.h"
#include "support/trials.h"

namespace graze::test {
namespace {
const ObbTree& blob() {
  static const ObbTree tree = build_obb_tree(make_shape("blob", {{"triangles", 500}}));
  return tree;
}

/// A blob flies through another one and turns.
MovingTree flying(std::mt19937_64& random) {
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const double size = blob().mesh().bounds().diagonal();
  const Vec3 side = Vec3(any(random), any(random), any(random)).normalized();
  Motion::ScrewParameters fly;
  fly.begin.translation = 1.2 * size * side;
  fly.axis = -side;
  fly.point = fly.begin.translation + 0.2 * size * Vec3(any(random), any(random), any(random));
  fly.angle = 1.0 + any(random);
  fly.slide = 2.4 * size;
  return {blob(), Motion::screw(fly)};
}

/// Sums over some flights.
struct Cost {
  std::uint64_t box_tests = 0, triangle_tests = 0;
  std::vector<double> times;
};

Cost cost_of(const BisectionOptions& options, std::size_t flights) {
  Cost cost;
  for (std::size_t k = 0; k < flights; ++k) {
    std::mt19937_64 random = generator(k);
    const ContactReport report = first_contact_bisection({blob(), {}}, flying(random), options);
    cost.box_tests += report.stats.box_tests;
    cost.triangle_tests += report.stats.triangle_tests;
    cost.times.push_back(report.time.hi);
  }
  return cost;
}

BisectionOptions with_tolerance() {
  BisectionOptions options;
  options.tolerance = 1e-4;
  return options;
}
}  // namespace

TEST(C7_Redon, EachSwitchGivesTheSameAnswer) {
  const std::size_t flights = trials(400, 10);
  const Cost all = cost_of(with_tolerance(), flights);
  for (const auto change :
       {+[](BisectionOptions& o) { o.discrete_pretest = false; },
        +[](BisectionOptions& o) { o.directional_traversal = false; },
        +[](BisectionOptions& o) { o.partial_axes = true; },
        +[](BisectionOptions& o) { o.k = 1.0; }, +[](BisectionOptions& o) { o.k = 0.05; }}) {
    BisectionOptions options = with_tolerance();
    change(options);
    const Cost other = cost_of(options, flights);
    for (std::size_t i = 0; i < flights; ++i) EXPECT_NEAR(other.times[i], all.times[i], 1e-4);
    std::printf("box tests %.2f, triangle tests %.2f of the default's\n",
                double(other.box_tests) / double(all.box_tests),
                double(other.triangle_tests) / double(all.triangle_tests));
  }
}

// Section 4.1: "most false hit results can be culled when k = 0.2".
TEST(C7_Redon, AConstantOfOneFifthCullsFalseHits) {
  const std::size_t flights = trials(400, 10);
  BisectionOptions coarse = with_tolerance();
  coarse.k = 1.0;
  EXPECT_LT(cost_of(with_tolerance(), flights).triangle_tests,
            cost_of(coarse, flights).triangle_tests);
}

TEST(C7_Redon, TheNineOtherAxesAreUsefulForRotatingBodies) {
  const std::size_t flights = trials(400, 10);
  BisectionOptions partial = with_tolerance();
  partial.partial_axes = true;
  EXPECT_LT(cost_of(with_tolerance(), flights).box_tests, cost_of(partial, flights).box_tests);
}

TEST(C7_Redon, WithoutTheCurrentCollisionTimeAPassageCostsFarMore) {
  BisectionOptions without = with_tolerance();
  without.tolerance = 1e-2;
  BisectionOptions with = without;
  without.pass_current_collision_time = false;
  const auto tests = [](const BisectionOptions& options) { return cost_of(options, 1).box_tests; };
  EXPECT_GT(tests(without), 20 * tests(with));
}

TEST(C7_Redon, ACoherenceTableSavesLittle) {
  std::uint64_t alone = 0, with_table = 0;
  CoherenceTable table;
  std::mt19937_64 random = generator(0);
  const MovingTree moving = flying(random);
  for (int k = 0; k < 40; ++k) {
    BisectionOptions step = with_tolerance();
    step.span = {0.01 * k, 0.01 * (k + 1)};
    alone += first_contact_bisection({blob(), {}}, moving, step).stats.box_tests;
    with_table += first_contact_bisection({blob(), {}}, moving, step, table).stats.box_tests;
  }
  std::printf("box tests with a coherence table: %.2f of those without (the paper: 0.85)\n",
              double(with_table) / double(alone));
  EXPECT_LT(with_table, alone + alone / 20);  // it never costs much
}

}  // namespace graze::test
