// SPDX-License-Identifier: MIT
// A step of 1/60 s of 1,000 and 10,000 bodies of 500 triangles: broad phase, whole scene, FCL's
// manager in the same run. Either broad phase is asked after meshes were searched, so that neither
// finds its data where the other left it.                                                [C8, C13]
//   bench_bodies [BODIES…]
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "graze/base/hash.h"
#include "graze/broadphase/candidate_pairs.h"
#include "graze/query/prepared_scene.h"
#include "many/fcl_crowd.h"
#include "many/spread.h"
#include "scenes/crowd_scene.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {
constexpr int kStepsPerSecond = 60;

Interval step_of(int k) {
  return {static_cast<double>(k) / kStepsPerSecond, static_cast<double>(k + 1) / kStepsPerSecond};
}

/// What one kind of work took in each step: processor time of all threads, and the clock.
struct Timed {
  std::vector<double> cpu, wall;

  template <typename Work>
  void run(const Work& work) {
    const double cpu_begin = process_seconds(), wall_begin = wall_seconds();
    work();
    cpu.push_back(process_seconds() - cpu_begin);
    wall.push_back(wall_seconds() - wall_begin);
  }
  void print(const char* what, double count) const {
    const Spread c = spread_of(cpu), w = spread_of(wall);
    fmt::print("| {} | {:.1f} | {:.3f} | {:.3f} | {:.3f} | {:.3f} |\n", what, count, 1e3 * c.median,
               1e3 * c.max, 1e3 * w.median, 1e3 * w.max);
  }
};

std::size_t all_pairs(const std::vector<MovingBounds>& bodies, const Interval& span) {
  std::vector<Aabb> boxes;
  for (const MovingBounds& body : bodies) boxes.push_back(bounds_during(body, span));
  std::size_t count = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = i + 1; j < boxes.size(); ++j) count += boxes[i].overlaps(boxes[j]);
  }
  return count;
}

void run(int count, int steps) {
  const PreparedScene scene(make_crowd(count));
  FclCrowd fcl(scene.scene());
  Timed broad, first, each, brute, manager, sampled;
  std::size_t pairs = 0, contacts = 0, boxes = 0, fcl_pairs = 0, fcl_contacts = 0;
  Hasher hash;
  for (int k = 0; k < steps; ++k) {
    ContactOptions options;
    options.span = step_of(k);
    options.far_pairs = false;
    broad.run(
        [&] { pairs += candidate_pairs(scene.bounds(), *options.span, {.threads = 1}).size(); });
    if (count <= 2000) brute.run([&] { boxes += all_pairs(scene.bounds(), *options.span); });
    PairReport earliest;
    first.run([&] { earliest = first_contact(scene, options); });
    hash.add(earliest.report.time.hi);
    std::vector<PairReport> reports;
    each.run([&] { reports = contacts_per_pair(scene, options); });
    for (const PairReport& pair : reports) {
      if (pair.report.outcome == Outcome::kSeparated) continue;  // how many is the culling's matter
      ++contacts;
      hash.add(pair.a.index());
      hash.add(pair.b.index());
      hash.add(pair.report.time.hi);
    }
    manager.run([&] { fcl_pairs += fcl.overlapping_pairs(options.span->hi); });
    sampled.run([&] { fcl_contacts += fcl.touching_pairs(options.span->hi); });
  }
  const double n = steps;
  fmt::print(
      "\n{} bodies of {} triangles, {} steps of 1/60 s, mean of pairs a step; hash {:016x}\n",
      count, scene.scene().bodies[0].shape.mesh().triangles().size(), steps, hash.value());
  fmt::print(
      "| ms | pairs | CPU median | CPU max | wall median | wall max "
      "|\n|---|---|---|---|---|---|\n");
  broad.print("broad phase over the step, one thread", double(pairs) / n);
  first.print("first contact of the scene, proved", 1.0);
  each.print("each pair's first contact, proved", double(contacts) / n);
  if (count <= 2000) brute.print("swept boxes of all pairs, one by one", double(boxes) / n);
  manager.print("FCL dynamic AABB tree, boxes at the end of the step", double(fcl_pairs) / n);
  sampled.print("FCL manager and meshes at the end of the step, sampled", double(fcl_contacts) / n);
  fmt::print(
      "broad phase / FCL's: {:.2f}; each pair proved / FCL sampled: {:.2f} (medians of CPU)\n",
      spread_of(broad.cpu).median / spread_of(manager.cpu).median,
      spread_of(each.cpu).median / spread_of(sampled.cpu).median);
}
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  if (argc > 1) {
    for (int i = 1; i < argc; ++i) graze::bench::run(std::atoi(argv[i]), 60);
    return 0;
  }
  graze::bench::run(1000, 60);
  graze::bench::run(10000, 10);
  return 0;
}
