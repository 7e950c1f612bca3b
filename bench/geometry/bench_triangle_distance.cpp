// SPDX-License-Identifier: MIT
// Closest points of two triangles: Graze and FCL on the same pairs, in turn, in one run.
#include <fcl/narrowphase/detail/primitive_shape_algorithm/triangle_distance.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <vector>

#include "graze/geometry/triangle_distance.h"

namespace graze {
namespace {
struct Pair {
  Corners a, b;
};

std::vector<Pair> random_pairs(double apart, std::size_t count) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> real(-1.0, 1.0);
  const auto point = [&] { return Vec3(real(random), real(random), real(random)); };
  std::vector<Pair> pairs(count);
  for (Pair& pair : pairs) {
    for (Vec3& p : pair.a) p = point();
    const Vec3 shift = apart * point().normalized();
    for (Vec3& p : pair.b) p = point() + shift;
  }
  return pairs;
}

template <typename Distance>
double best_ns(const std::vector<Pair>& pairs, double& sum, const Distance& distance) {
  double best = 1e300;
  for (int repeat = 0; repeat < 50; ++repeat) {
    sum = 0.0;
    const auto start = std::chrono::steady_clock::now();
    for (const Pair& pair : pairs) sum += distance(pair);
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
    best = std::min(best, spent.count() / static_cast<double>(pairs.size()));
  }
  return best;
}

double fcl_distance(const Pair& pair) {
  Vec3 p, q;
  return fcl::detail::TriangleDistance<double>::triDistance(pair.a.data(), pair.b.data(), p, q);
}

void compare(double apart) {
  const std::vector<Pair> pairs = random_pairs(apart, 4096);
  double ours = 0.0, theirs = 0.0;
  const double graze_ns =
      best_ns(pairs, ours, [](const Pair& p) { return triangle_distance(p.a, p.b).distance(); });
  const double fcl_ns = best_ns(pairs, theirs, fcl_distance);
  fmt::print("apart {:3.1f}  graze {:6.1f} ns  fcl {:6.1f} ns  ratio {:4.2f}  sums {:.9f} {:.9f}\n",
             apart, graze_ns, fcl_ns, fcl_ns / graze_ns, ours, theirs);
}
}  // namespace
}  // namespace graze

int main() {
  for (const double apart : {0.0, 0.5, 1.5, 3.0}) graze::compare(apart);
}
