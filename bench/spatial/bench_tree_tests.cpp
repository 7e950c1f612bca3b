// SPDX-License-Identifier: MIT
// How good trees are: tests a query, on seeded questions between meshes made by code.     [C3, C13]
//   bench_tree_tests [QUERIES_PER_PAIR]
#include <fmt/core.h>

#include <cstdlib>
#include <random>

#include "ccd/query_classes.h"
#include "graze/base/hash.h"
#include "graze/geometry/shapes.h"
#include "support/ccd_queries.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {
struct Shaped {
  const char* name;
  ShapeParameters parameters = {};
};
const Shaped kShapes[] = {{"blob", {{"triangles", 4000}}},
                          {"blob", {{"triangles", 60000}}},
                          {"gear"},
                          {"chain_link"},
                          {"car_body"},
                          {"car_door"},
                          {"bolt"},
                          {"ring"}};

std::vector<Body> make_bodies() {
  std::vector<Body> bodies;
  for (const Shaped& shape : kShapes)
    bodies.emplace_back(test::unit_mesh(make_shape(shape.name, shape.parameters)));
  return bodies;
}

/// Tests and processor time of many queries.
struct Sums {
  double queries = 0.0, wide = 0.0, boxes = 0.0, triangles = 0.0, seconds = 0.0;
  Hasher outcomes;

  void ask(const QueryClass& of) {
    for (const Query& query : of.queries) {
      const double begin = thread_seconds();
      const Answer answer = ask_certified(of, query);
      seconds += thread_seconds() - begin;
      queries += 1.0;
      wide += static_cast<double>(answer.wide);
      boxes += static_cast<double>(answer.boxes);
      triangles += static_cast<double>(answer.triangles);
      outcomes.add(static_cast<std::uint64_t>(answer.outcome));
    }
  }
  void print(const char* what) const {
    fmt::print("| {} | {:.0f} | {:.1f} | {:.0f} | {:.1f} | {:.1f} | {:08x} |\n", what, queries,
               wide / queries, boxes / queries, triangles / queries, 1e6 * seconds / queries,
               outcomes.value() >> 32);
  }
};

QueryClass big_motions_between(const Body& a, const Body& b, int count, std::uint64_t seed) {
  QueryClass result{"pair big motion", a, b, 1e-4, {}};
  std::mt19937_64 random(seed);
  for (int i = 0; i < count; ++i) result.queries.push_back({test::big_motion(random)});
  return result;
}

double fill_of(const WideObbTree& tree) {
  std::size_t used = 0;
  for (const WideObbNode& node : tree.nodes()) {
    for (int lane = 0; lane < kWideLanes; ++lane) used += node.is_empty(lane) ? 0 : 1;
  }
  return static_cast<double>(used) / static_cast<double>(kWideLanes * tree.nodes().size());
}

void print_trees(const std::vector<Body>& bodies) {
  fmt::print("| mesh | triangles | wide nodes | lanes filled |\n|---|---|---|---|\n");
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    fmt::print("| {} | {} | {} | {:.3f} |\n", kShapes[i].name, bodies[i].mesh.triangles().size(),
               bodies[i].wide.nodes().size(), fill_of(bodies[i].wide));
  }
}

void run(int count) {
  const std::vector<Body> bodies = make_bodies();
  print_trees(bodies);
  Sums big[2], near[2];
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k) {  // with itself, with the next one
      const QueryClass between =
          big_motions_between(bodies[i], bodies[(i + k) % bodies.size()], count, 10 * i + k);
      big[k].ask(between);
      near[k].ask(near_misses(between));
    }
  }
  fmt::print(
      "\n| {} a pair, mean of a query | queries | wide tests | boxes | triangle pairs | CPU µs | "
      "outcomes "
      "|\n|---|---|---|---|---|---|---|\n",
      count);
  big[0].print("equal bodies, big motion");
  near[0].print("equal bodies, near misses");
  big[1].print("different bodies, big motion");
  near[1].print("different bodies, near misses");
}
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  graze::bench::run(argc > 1 ? std::atoi(argv[1]) : 50);
  return 0;
}
