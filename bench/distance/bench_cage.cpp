// SPDX-License-Identifier: MIT
// An arm in a cage: verdict, smallest distance and its curve over a trajectory; and how the verdict
// grows with the waypoints.                                                              [C8, C9]
//   bench_cage [MOST WAYPOINTS]      default 10000
#include <fmt/core.h>
#include <sys/resource.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "graze/query/clearance_curve.h"
#include "scenes/cage_scene.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {
template <typename Ask>
double cpu_seconds(const Ask& ask) {
  const double begin = process_seconds();
  ask();
  return process_seconds() - begin;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

std::size_t count_of(const std::vector<PairReport>& reports, Outcome outcome) {
  std::size_t count = 0;
  for (const PairReport& pair : reports) count += pair.report.outcome == outcome;
  return count;
}

void measure_cage() {
  const PreparedScene scene(make_cage_scene(100));
  std::vector<PairReport> reports;
  PairReport first;
  ClearanceCurve coarse, fine;
  const double verdict = cpu_seconds([&] { first = first_contact(scene); });
  const double pairs = cpu_seconds([&] { reports = contacts_per_pair(scene); });
  const double smallest = cpu_seconds([&] { coarse = clearance_curve(scene, {}, 9); });
  const double curve = cpu_seconds([&] { fine = clearance_curve(scene, {}, 101); });
  fmt::print("cage, 100 waypoints, {} pairs: {} (contacts: {})\n", reports.size(),
             name(first.report.outcome), count_of(reports, Outcome::kContact));
  if (first.report.outcome != Outcome::kSeparated) {
    fmt::print("  {} / {}\n", scene.scene().bodies[first.a.index()].name,
               scene.scene().bodies[first.b.index()].name);
  }
  fmt::print("  verdict {:.3f} s, each pair's {:.3f} s of processor time\n", verdict, pairs);
  const auto told = [](const ClearanceCurve& c) { return c.smallest.clearance; };
  fmt::print("  smallest distance {:.3f} s: [{:.9f}, {:.9f}] at {:.6f} s\n", smallest,
             told(coarse).distance.lo, told(coarse).distance.hi, told(coarse).time);
  fmt::print("  curve of 101 samples {:.3f} s: [{:.9f}, {:.9f}] at {:.6f} s\n", curve,
             told(fine).distance.lo, told(fine).distance.hi, told(fine).time);
}

/// That each pair keeps 0.99 of its smallest distance, one by one.
void prove_separations(const PreparedScene& scene, const std::vector<PairClearance>& each) {
  for (const PairClearance& pair : each) {
    ContactOptions options;
    options.pairs = {{pair.a, pair.b}};
    options.min_separation = 0.99 * pair.clearance.distance.lo;
    const std::vector<PairReport> reports = contacts_per_pair(scene, options);
    if (count_of(reports, Outcome::kSeparated) != reports.size()) fmt::print("  not proved\n");
  }
}

/// Each pair's own smallest distance, to a thousandth: what the nearest pair spares the others when
/// only the smallest of all is asked for is not spared here.
void measure_each_pair(std::size_t waypoints) {
  const PreparedScene scene(make_cage_scene(waypoints));
  std::vector<PairClearance> each;
  const double all = cpu_seconds([&] { each = clearances_per_pair(scene); });
  const double proofs = cpu_seconds([&] { prove_separations(scene, each); });
  fmt::print("cage, {} waypoints: each of {} moving pairs' smallest distance {:.3f} s\n", waypoints,
             each.size(), all);
  fmt::print("  that they keep 0.99 of it {:.3f} s: distances take {:.1f} times as long\n", proofs,
             all / proofs);
}

void measure_trajectories(std::size_t most) {
  fmt::print("{:>9} {:>10} {:>12} {:>9} {:>7}\n", "waypoints", "CPU s", "us/pair-wp", "slope",
             "MB");
  double last_seconds = 0.0;
  for (std::size_t count = 100; count <= most; count *= 10) {
    const PreparedScene scene(make_cage_scene(count, 300));
    std::vector<PairReport> reports;
    const double seconds = cpu_seconds([&] { reports = contacts_per_pair(scene); });
    const double each = 1e6 * seconds / static_cast<double>(count * reports.size());
    const double slope = last_seconds > 0.0 ? std::log10(seconds / last_seconds) : 0.0;
    fmt::print("{:>9} {:>10.3f} {:>12.3f} {:>9.3f} {:>7.0f}  {} in contact\n", count, seconds, each,
               slope, peak_megabytes(), count_of(reports, Outcome::kContact));
    last_seconds = seconds;
  }
}
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // a long run shows what it has
  graze::bench::measure_cage();
  graze::bench::measure_each_pair(10);
  graze::bench::measure_trajectories(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000);
}
