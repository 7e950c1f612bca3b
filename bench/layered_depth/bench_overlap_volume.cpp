// SPDX-License-Identifier: MIT
// Volume and gradient of an animal resting 5 % deep on a cube: Table 1 of Faure et al. 2008, whose
// times stand beside ours; then the cost against triangles that are not in contact.           [V7]
#include <fmt/core.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "graze/base/hash.h"
#include "graze/detect/layered_depth.h"
#include "graze/geometry/shapes.h"

namespace graze {
namespace {
double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

double wall_ms() {
  const std::chrono::duration<double, std::milli> now =
      std::chrono::steady_clock::now().time_since_epoch();
  return now.count();
}

/// Median time in milliseconds.
template <typename Run>
double median_ms(int repeats, const Run& run, double (*clock)() = cpu_ms) {
  std::vector<double> times;
  for (int k = 0; k < repeats; ++k) {
    const double begin = clock();
    run();
    times.push_back(clock() - begin);
  }
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  return times[static_cast<std::size_t>(repeats) / 2];
}

/// The animal stands on the cube, five hundredths of its height deep.
struct Resting {
  TriangleMesh mesh;
  DepthBody animal, cube;

  explicit Resting(double triangles) : mesh(make_shape("blob", {{"triangles", triangles}})) {
    const Aabb& box = mesh.bounds();
    const double side = 1.2 * box.size().maxCoeff();
    cube.surface = DepthSurface(make_shape("box", {{"x", side}, {"y", side}, {"z", side}}));
    animal.surface = DepthSurface(mesh);
    animal.frame_from_surface.translation.z() =
        0.5 * side - box.lo.z() - 0.05 * (box.hi.z() - box.lo.z());
  }
};

struct Paper {
  const char* name;
  double triangles;
  int pixels;
  double ldi_ms, volume_ms;  // of the paper's table
};

std::uint64_t hash_of(const OverlapVolume& overlap) {
  Hasher hash;
  for (const double v : overlap.volume_by_axis) hash.add(v);
  for (const OverlapSide& side : overlap.sides) {
    for (const VertexGradient& v : side.vertices) {
      hash.add(std::uint64_t{v.vertex.value});
      for (int k = 0; k < 3; ++k) hash.add(v.gradient[k]);
    }
  }
  return hash.value();
}

void measure(const Paper& paper) {
  Resting scene(paper.triangles);
  DepthImages images;
  OverlapVolume overlap;
  const DepthOptions options = with_pixels(paper.pixels);
  const auto answer = [&] {
    overlap = overlap_by_depth(scene.animal, scene.cube, options, &images);
  };
  const int repeats = paper.pixels > 64 ? 101 : 301;
  const double rigid = median_ms(repeats, answer);
  DepthOptions threaded = options;
  threaded.threads = 0;
  const double wall = median_ms(
      repeats, [&] { overlap = overlap_by_depth(scene.animal, scene.cube, threaded, &images); },
      wall_ms);
  const std::vector<Vec3> positions(scene.mesh.vertices().begin(), scene.mesh.vertices().end());
  const auto refit = [&] { scene.animal.surface.move_vertices(std::span<const Vec3>(positions)); };
  const double refitting = median_ms(repeats, refit);
  const double deforming = median_ms(repeats, [&] {
    refit();
    answer();
  });
  fmt::print(
      "{:6} {:7} {:4}^2  {:8.3f} {:8.3f} {:8.3f} {:8.3f}   {:8.2f} {:6.2f}  {:6.1f}x  {:8} {:8}  "
      "{:.6e}  "
      "{:016x}\n",
      paper.name, scene.mesh.triangles().size(), paper.pixels, rigid, wall, refitting, deforming,
      paper.ldi_ms, paper.volume_ms, (paper.ldi_ms + paper.volume_ms) / deforming,
      overlap.stats.rasterised, overlap.stats.fragments, overlap.volume, hash_of(overlap));
}

/// The same contact with more and more triangles elsewhere: the animal as it is below, finer above.
void measure_elsewhere() {
  fmt::print("\ntriangles outside the contact (a tower of balls on a cube), 64^2\n");
  fmt::print("triangles   images ms  rasterised\n");
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 5120}, {"radius", 0.5}});
  const DepthBody cube{DepthSurface(make_shape("box", {{"x", 2}, {"y", 2}, {"z", 1}})),
                       {Mat3::Identity(), {0.0, 0.0, -0.95}}};
  for (const int copies : {1, 4, 16, 64, 256}) {
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;
    for (int k = 0; k < copies; ++k) {
      const auto offset = static_cast<std::uint32_t>(vertices.size());
      for (const Vec3& v : ball.vertices()) vertices.push_back(v + Vec3(0.0, 0.0, 1.1 * k));
      for (const Triangle& t : ball.triangles()) {
        triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
      }
    }
    const DepthBody tower{DepthSurface(TriangleMesh(vertices, triangles)), {}};
    DepthImages images;
    OverlapVolume overlap;
    const double ms =
        median_ms(101, [&] { overlap = overlap_by_depth(tower, cube, with_pixels(64), &images); });
    fmt::print("{:9}   {:9.3f}  {:10}\n", triangles.size(), ms, overlap.stats.rasterised);
  }
}
}  // namespace
}  // namespace graze

int main(int argc, char**) {
  using graze::Paper;
  fmt::print(
      "mesh   triangles pixels  rigid ms all cores refit ms deform ms   paper LDI+Vol ms   ratio  "
      "rasterised "
      "fragments  volume  hash\n");
  for (const Paper& paper :
       {Paper{"coarse", 21553, 16, 2.101, 0.039}, Paper{"coarse", 21553, 128, 7.874, 1.905},
        Paper{"fine", 69674, 16, 15.20, 0.046}, Paper{"fine", 69674, 128, 36.97, 1.949}}) {
    graze::measure(paper);
  }
  if (argc < 2) graze::measure_elsewhere();
  return 0;
}
