// SPDX-License-Identifier: MIT
// What last time's contact pair is worth in the next step: the same steps asked cold and warm. [C7]
//   bench_warm_start [STEPS]
#include <fmt/core.h>

#include <cstdlib>
#include <random>

#include "graze/base/hash.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "graze/methods/certified.h"
#include "many/spread.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {
struct Tally {
  std::vector<double> seconds;
  Stats stats;
  Hasher hash;

  void ask(const CertifiedBody& a, const CertifiedBody& b, const CertifiedOptions& options) {
    const double begin = thread_seconds();
    const ContactReport report = first_contact_certified(a, b, options);
    seconds.push_back(thread_seconds() - begin);
    stats += report.stats;
    hash.add(static_cast<std::uint64_t>(report.outcome));
  }
  void print(const char* what) const {
    const Spread s = spread_of(seconds);
    const double n = static_cast<double>(seconds.size());
    fmt::print("| {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.0f} | {:.1f} | {:016x} |\n", what,
               seconds.size(), 1e6 * s.median, 1e6 * s.mean, 1e6 * s.p99,
               static_cast<double>(stats.wide_tests) / n,
               static_cast<double>(stats.triangle_tests) / n, hash.value());
  }
};

Vec3 random_vec(std::mt19937_64& random, double size) {
  const auto next = [&] {
    return size * (2.0 * static_cast<double>(random() >> 11) * 0x1p-53 - 1.0);
  };
  return {next(), next(), next()};
}

/// Through the other body, from one side to the other.
Motion pass(std::mt19937_64& random) {
  const Vec3 way = (random_vec(random, 1.0) + Vec3(0, 0, 1e-3)).normalized();
  const Mat3 begin = rotation_from_vector(random_vec(random, 1.8));
  const Mat3 turn = rotation_from_vector(random_vec(random, 0.5));
  const Vec3 aside = random_vec(random, 0.2);
  return Motion::between({begin, aside - 1.3 * way}, {times(turn, begin), aside + 1.3 * way});
}

void run(int count) {
  const TriangleMesh blob = make_shape("blob", {{"triangles", 69'000}});
  std::vector<Vec3> vertices;
  for (const Vec3& p : blob.vertices()) vertices.push_back(p / blob.bounds().diagonal());
  const WideObbTree tree(
      build_obb_tree({std::move(vertices), {blob.triangles().begin(), blob.triangles().end()}}));
  const CertifiedBody still{tree, Motion()};
  std::mt19937_64 random(7);
  Tally cold, warm, free;
  while (static_cast<int>(cold.seconds.size()) < count) {
    const CertifiedBody mover{tree, pass(random)};
    CertifiedOptions options;
    options.tolerance = 1e-4;
    const ContactReport whole = first_contact_certified(still, mover, options);
    if (whole.outcome != Outcome::kContact || whole.time.hi < 0.03) continue;
    const double t = whole.time.hi;
    options.span = {t - 0.025, t - 0.001};
    free.ask(still, mover, options);
    options.span = {t - 0.02, t + 0.005};
    cold.ask(still, mover, options);
    const Contact& last = whole.contacts[0];
    options.likely_first = TrianglePairId{last.feature_a.triangle, last.feature_b.triangle};
    warm.ask(still, mover, options);
  }
  fmt::print("| step | asked | median us | mean | p99 | wide tests | triangle pairs | hash |\n");
  fmt::print("|---|---|---|---|---|---|---|---|\n");
  free.print("free");
  cold.print("contact, cold");
  warm.print("contact, warm");
}
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  graze::bench::run(argc > 1 ? std::atoi(argv[1]) : 300);
  return 0;
}
