// SPDX-License-Identifier: MIT
// Curved faces as they are against `certified` on meshes of the same bodies.                  [C10]
//   bench_surfaces [QUERIES]
// Two tori come together along a random direction, turning by up to 1 rad. The mesh is as near to
// the torus as 1e-4 of its diagonal; so is the tolerance. CPU time of one thread, fixed seeds.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <random>
#include <vector>

#include "graze/base/hash.h"
#include "graze/methods/certified_surfaces.h"
#include "timing/cpu_time.h"

namespace graze {
namespace {
constexpr double kPi = std::numbers::pi;
constexpr double kMajor = 3.0, kMinor = 1.0;
const double kDiagonal = 2.0 * std::sqrt(2.0 * 16.0 + 1.0);

Surface torus() {
  return Surface(
      {{"torus", PatchFace{torus_patch(Pose(), kMajor, kMinor), {-kPi, kPi}, {-kPi, kPi}, {}}}});
}

/// So many sides that no chord is farther from its circle.
int sides_for(double radius, double deviation) {
  return static_cast<int>(std::ceil(kPi / std::acos(1.0 - deviation / radius)));
}

TriangleMesh torus_mesh(double deviation) {
  const int around = sides_for(kMajor + kMinor, 0.5 * deviation);
  const int tube = sides_for(kMinor, 0.5 * deviation);
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  const auto at = [&](int i, int j) {
    return static_cast<std::uint32_t>((i % around) * tube + j % tube);
  };
  for (int i = 0; i < around; ++i) {
    for (int j = 0; j < tube; ++j) {
      const double u = 2.0 * kPi * i / around, v = 2.0 * kPi * j / tube;
      const double rho = kMajor + kMinor * std::cos(v);
      vertices.push_back({rho * std::cos(u), rho * std::sin(u), kMinor * std::sin(v)});
      triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
      triangles.push_back({at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)});
    }
  }
  return {std::move(vertices), std::move(triangles)};
}

Motion random_motion(unsigned seed) {
  std::mt19937_64 bits(seed);
  const auto unit = [&] { return 2.0 * 0x1p-53 * static_cast<double>(bits() >> 11) - 1.0; };
  const auto vector = [&] {
    const double x = unit(), y = unit();
    return Vec3(x, y, unit());
  };
  const Vec3 side = vector().normalized();
  const Mat3 turn = Eigen::AngleAxisd(kPi * unit(), vector().normalized()).toRotationMatrix();
  const Mat3 more = Eigen::AngleAxisd(unit(), vector().normalized()).toRotationMatrix();
  return Motion::between({turn, 9.0 * side}, {more * turn, 2.0 * vector()});
}

struct Sum {
  double seconds = 0.0;
  std::uint64_t tests = 0;
  Hasher hash;
  void add(const ContactReport& report) {
    tests += report.stats.box_tests + report.stats.triangle_tests;
    hash.add(static_cast<std::uint64_t>(report.outcome));
    hash.add(report.time.hi);
  }
};

template <typename Body>
Sum ask(const Body& still, Body moving, int queries, double tolerance) {
  Sum sum;
  CertifiedOptions options;
  options.tolerance = tolerance;
  for (int k = 0; k < queries; ++k) {
    moving.motion = random_motion(static_cast<unsigned>(k));
    const double begin = bench::thread_seconds();
    sum.add(first_contact_certified(still, moving, options));
    sum.seconds += bench::thread_seconds() - begin;
  }
  return sum;
}

template <typename Make>
double seconds_of(const Make& make) {
  double least = kInfinity;
  for (int round = 0; round < 3; ++round) {
    const double begin = bench::thread_seconds();
    make();
    least = std::min(least, bench::thread_seconds() - begin);
  }
  return least;
}

void print(const char* name, const Sum& sum, int queries) {
  fmt::print("{:28} {:9.4f} ms a query, {:8} tests a query, hash {:016x}\n", name,
             1e3 * sum.seconds / queries, sum.tests / static_cast<unsigned>(queries),
             sum.hash.value());
}

void bore() {
  Motion::ScrewParameters turn;
  turn.angle = 1.0;
  const SurfaceBody ring{
      SurfaceTree(Surface(
          {{"ring", PatchFace{torus_patch(Pose(), 0.8, 0.2), {-kPi, kPi}, {-kPi, kPi}, {}}}})),
      Motion::screw(turn)};
  const SurfaceBody hole{
      SurfaceTree(Surface(
          {{"hole", PatchFace{cylinder_patch(Pose(), 1.001), {-kPi, kPi}, {-1.0, 1.0}, {}}}})),
      Motion()};
  CertifiedOptions options;
  options.tolerance = 1e-5;
  const double begin = bench::thread_seconds();
  const auto report = first_contact_certified(ring, hole, options);
  fmt::print("ring in a bore, clearance 0.001 of its radius, 1 rad: {} in {:.3f} ms, {} tests\n",
             name(report.outcome), 1e3 * (bench::thread_seconds() - begin), report.stats.box_tests);
}
}  // namespace
}  // namespace graze

int main(int argc, char** argv) {
  using namespace graze;
  const int queries = argc > 1 ? std::max(1, std::atoi(argv[1])) : 200;
  const Surface surface = torus();
  const double deviation = 1e-4 * kDiagonal;
  const double of_faces = seconds_of([&] { SurfaceTree{surface}; });
  const double of_mesh =
      seconds_of([&] { WideObbTree{build_obb_tree(torus_mesh(deviation), {.threads = 1})}; });
  const TriangleMesh mesh = torus_mesh(deviation);
  fmt::print("preparation: faces {:.3f} ms, mesh of {} triangles {:.3f} ms: {:.1f} times\n",
             1e3 * of_faces, mesh.triangles().size(), 1e3 * of_mesh, of_mesh / of_faces);
  const SurfaceTree faces(surface);
  const WideObbTree tree(build_obb_tree(mesh, {.threads = 1}));
  const Sum curved = ask<SurfaceBody>({faces, Motion()}, {faces, Motion()}, queries, deviation);
  const Sum flat = ask<CertifiedBody>({tree, Motion()}, {tree, Motion()}, queries, deviation);
  print("faces, 1e-4 of the diagonal", curved, queries);
  print("mesh, 1e-4 of the diagonal", flat, queries);
  fmt::print("ratio of queries, faces / mesh: {:.2f}\n", curved.seconds / flat.seconds);
  for (const double share : {1e-3, 1e-6, 1e-8, 1e-10}) {
    const Sum sum =
        ask<SurfaceBody>({faces, Motion()}, {faces, Motion()}, queries, share * kDiagonal);
    print(fmt::format("faces, {:g} of the diagonal", share).c_str(), sum, queries);
  }
  bore();
  return 0;
}
