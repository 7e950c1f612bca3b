// SPDX-License-Identifier: MIT
// Question   What does each switch of the published method cost and give, on one pair?         [C7]
// Source     Redon, Kheddar, Coquillart 2002, section 6.
// Guarantee  Every variant's answer is that of first_contact_bisection.
// Changed    -
#include "graze/query/bisection_variants.h"

#include <ctime>

#include "graze/base/error.h"
#include "graze/base/number_text.h"

namespace graze {
namespace {
struct Switches {
  std::string name;
  BisectionOptions options;
};

std::vector<Switches> all_switches(const BisectionOptions& basis) {
  std::vector<Switches> all{{"all switches, k = " + number_text(basis.k), basis}};
  const auto add = [&](std::string name, auto change) {
    all.push_back({std::move(name), basis});
    change(all.back().options);
  };
  add("without the discrete pre-test", [](auto& o) { o.discrete_pretest = false; });
  add("without directional traversal", [](auto& o) { o.directional_traversal = false; });
  add("6 axes instead of 15", [](auto& o) { o.partial_axes = true; });
  for (const double k : {0.05, 0.1, 0.4, 1.0})
    add("k = " + number_text(k), [k](auto& o) { o.k = k; });
  return all;
}

BisectionVariant run_one(const MovingTree& a, const MovingTree& b, const Switches& switches) {
  const std::clock_t begin = std::clock();
  BisectionVariant variant{switches.name, first_contact_bisection(a, b, switches.options)};
  variant.cpu_seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  return variant;
}

std::pair<BodyId, BodyId> one_pair(const Scene& scene, const ContactOptions& options) {
  const auto pairs = options.pairs.empty() ? checked_pairs(scene) : options.pairs;
  if (pairs.size() == 1) return pairs.front();
  throw InputError({"--pairs", std::to_string(pairs.size()) + " pairs of bodies", "one pair",
                    "choose one with --pairs A:B"});
}

MovingTree tree_in_motion(const Scene& scene, BodyId id, const Motion& motion) {
  const Body& body = scene.bodies[id.index()];
  return {build_obb_tree(body.shape.mesh()), motion, body.growth()};
}
}  // namespace

BisectionComparison compare_bisection(const Scene& scene, const ContactOptions& options, double k) {
  refuse_deforming(scene, "bisection");
  const auto [a, b] = one_pair(scene, options);
  const auto [motion_a, motion_b] = pair_motions(scene, a, b);
  const MovingTree tree_a = tree_in_motion(scene, a, motion_a);
  const MovingTree tree_b = tree_in_motion(scene, b, motion_b);
  BisectionOptions basis;
  basis.span = options.span.value_or(scene.span);
  basis.tolerance = options.tolerance.value_or(scene.tolerance.value_or(
      default_tolerance(scene.bodies[a.index()], scene.bodies[b.index()])));
  basis.budget = options.budget;
  basis.k = k;
  BisectionComparison comparison{a, b, basis.tolerance, tree_a.tree.report(), tree_b.tree.report(),
                                 {}};
  for (const Switches& switches : all_switches(basis))
    comparison.variants.push_back(run_one(tree_a, tree_b, switches));
  return comparison;
}

}  // namespace graze
