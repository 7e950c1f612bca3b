// SPDX-License-Identifier: MIT
// A frame of 1/60 s of 1,000 and 10,000 bodies: all motions changed by id and asked, against the
// question alone of a prepared scene with the same motions.                                   [C8]
//   bench_live_scene [BODIES…]
#include <fmt/core.h>

#include <cstdlib>

#include "graze/base/hash.h"
#include "graze/query/live_scene.h"
#include "many/spread.h"
#include "scenes/crowd_scene.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {
constexpr int kFramesPerSecond = 60;

template <typename Work>
double seconds_of(const Work& work) {
  const double begin = process_seconds();
  work();
  return process_seconds() - begin;
}

void add(Hasher& hash, const std::vector<PairReport>& reports) {
  for (const PairReport& pair : reports) {
    if (pair.report.outcome == Outcome::kSeparated) continue;
    hash.add(pair.a.index());
    hash.add(pair.b.index());
    hash.add(pair.report.time.hi);
  }
}

void run(int count, int frames) {
  const Scene crowd = make_crowd(count);
  const PreparedScene prepared(crowd);
  LiveScene live(crowd);
  std::vector<double> alone, changed, change, rebuilt;
  Hasher hash_alone, hash_live;
  for (int k = 0; k < frames; ++k) {
    ContactOptions options;
    options.span = Interval{double(k) / kFramesPerSecond, double(k + 1) / kFramesPerSecond};
    options.far_pairs = false;
    std::vector<PairReport> reports;
    alone.push_back(seconds_of([&] { reports = contacts_per_pair(prepared, options); }));
    add(hash_alone, reports);
    const auto change_all = [&] {
      for (std::size_t i = 0; i < crowd.bodies.size(); ++i)
        live.set_motion(BodyId(i), crowd.bodies[i].motion);
    };
    change.push_back(seconds_of(change_all));
    changed.push_back(change.back() +
                      seconds_of([&] { reports = live.contacts_per_pair(options); }));
    add(hash_live, reports);
    if (k == 0) rebuilt.push_back(seconds_of([&] { contacts_per_pair(crowd, options); }));
  }
  const double question = spread_of(alone).median, both = spread_of(changed).median;
  fmt::print("| {} | {:.3f} | {:.3f} | {:.3f} | {:.2f} | {:.1f} | {} |\n", count, 1e3 * question,
             1e3 * spread_of(change).median, 1e3 * both, both / question, 1e3 * rebuilt[0],
             hash_alone.value() == hash_live.value() ? "equal" : "DIFFERENT");
}
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  fmt::print(
      "| bodies | question alone, ms CPU | changing all motions | change and ask | ratio | made "
      "anew "
      "and asked | answers |\n|---|---|---|---|---|---|---|\n");
  if (argc < 2) {
    graze::bench::run(1000, 40);
    graze::bench::run(10000, 20);
  }
  for (int i = 1; i < argc; ++i) graze::bench::run(std::atoi(argv[i]), 20);
}
