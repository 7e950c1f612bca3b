// SPDX-License-Identifier: MIT
// Bodies that overlap at the start, and bodies that are sent through each other: the whole scene's
// and each pair's first contact, proved.                                                  [C8, C13]
//   bench_overlaps [BODIES]      default 1000
#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>

#include "graze/base/hash.h"
#include "graze/query/prepared_scene.h"
#include "scenes/crowd_scene.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {
struct Crowd {
  const char* what;
  int bodies;
  double fill;   ///< share of the room; above one bodies overlap
  double speed;  ///< sizes of a body, and radians, over the span
};

template <typename Ask>
double cpu_seconds(const Ask& ask) {
  const double begin = process_seconds();
  ask();
  return process_seconds() - begin;
}

void measure(const Crowd& crowd) {
  const PreparedScene scene(make_crowd(crowd.bodies, crowd.fill, crowd.speed));
  ContactOptions options;
  options.far_pairs = false;
  PairReport first;
  std::vector<PairReport> each;
  const double of_scene = cpu_seconds([&] { first = first_contact(scene, options); });
  const double of_pairs = cpu_seconds([&] { each = contacts_per_pair(scene, options); });
  std::size_t overlaps = 0, contacts = 0;
  Hasher hash;
  hash.add(first.report.time.hi);
  for (const PairReport& pair : each) {
    overlaps += pair.report.outcome == Outcome::kOverlapAtStart;
    contacts += pair.report.outcome == Outcome::kContact;
    hash.add(pair.report.time.hi);
  }
  fmt::print("| {} | {} | {} | {} | {} | {:.4f} | {:.3f} | {:.1f} | {:016x} |\n", crowd.what,
             crowd.bodies, each.size(), overlaps, contacts, of_scene, of_pairs,
             1e6 * of_pairs / static_cast<double>(each.size()), hash.value());
}
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // a long run shows what it has
  const int most = argc > 1 ? std::atoi(argv[1]) : 1000;
  fmt::print(
      "| bodies of 500 triangles | how many | pairs asked | overlap | touch later | first of all, "
      "CPU s | each pair, CPU s | µs a pair | hash |\n|---|---|---|---|---|---|---|---|---|\n");
  graze::bench::measure({"all within each other", most / 5, 1e3, 0.1});
  graze::bench::measure({"piled", most, 3.0, 0.1});
  graze::bench::measure({"sent past each other", most, 0.1, 1.0});
  graze::bench::measure({"sent through each other", most, 0.1, 10.0});
}
