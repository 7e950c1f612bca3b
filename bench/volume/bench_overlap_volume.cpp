// SPDX-License-Identifier: MIT
// Volume and gradient of an animal resting 5 % deep on a cube: Table 1 of Faure et al. 2008, whose
// times stand beside ours; then the cost against triangles that are not in contact.           [V7]
#include <fmt/core.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "graze/base/hash.h"
#include "graze/base/parallel.h"
#include "graze/geometry/shapes.h"
#include "graze/methods/volume.h"

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

/// In milliseconds: the median, and the least, which other work on the machine disturbs least.
struct Times {
  double median = 0.0, least = 0.0;
  std::string text() const { return fmt::format("{:6.3f} ({:5.3f})", median, least); }
};

template <typename Run>
Times times_of(int repeats, const Run& run, double (*clock)() = cpu_ms) {
  std::vector<double> times;
  for (int k = 0; k < repeats; ++k) {
    const double begin = clock();
    run();
    times.push_back(clock() - begin);
  }
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], times.front()};
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
  DepthOptions options = with_pixels(paper.pixels);
  const std::vector<Vec3> positions(scene.mesh.vertices().begin(), scene.mesh.vertices().end());
  const auto refit = [&] { scene.animal.surface.move_vertices(std::span<const Vec3>(positions)); };
  const auto answer = [&] {
    overlap = overlap_by_depth(scene.animal, scene.cube, options, &images);
  };
  const auto both = [&] {
    refit();
    answer();
  };
  const int repeats = paper.pixels > 64 ? 201 : 601;
  const Times rigid = times_of(repeats, answer), refitting = times_of(repeats, refit);
  const Times deforming = times_of(repeats, both);
  const std::uint64_t hash = hash_of(overlap);
  options.threads = 0;
  const Times threaded = times_of(repeats, both, wall_ms);
  fmt::print(
      "{:6} {:9} {:5}^2  {} {} {} {}  {:8.2f} {:5.2f}  {:5.1f}x  {:6} {:6}  {:.6e}  {:016x}{}\n",
      paper.name, scene.mesh.triangles().size(), paper.pixels, rigid.text(), refitting.text(),
      deforming.text(), threaded.text(), paper.ldi_ms, paper.volume_ms,
      (paper.ldi_ms + paper.volume_ms) / deforming.median, overlap.stats.rasterised,
      overlap.stats.fragments, overlap.volume, hash,
      hash_of(overlap) == hash ? "" : "  THREADS CHANGE THE ANSWER");
}

/// The same contact with more and more triangles elsewhere: the animal as it is below, finer above.
void measure_elsewhere() {
  fmt::print("\ntriangles outside the contact (a tower of balls on a cube), 64^2\n");
  fmt::print("triangles  images, ms      rasterised\n");
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
    const Times times =
        times_of(101, [&] { overlap = overlap_by_depth(tower, cube, with_pixels(64), &images); });
    fmt::print("{:9}  {}  {:10}\n", triangles.size(), times.text(), overlap.stats.rasterised);
  }
}
}  // namespace
}  // namespace graze

int main(int argc, char**) {
  using graze::Paper;
  fmt::print(
      "median (least) in ms: CPU time of one thread; the last of the four: elapsed, {} threads\n"
      "mesh   triangles  pixels  rigid          refit          refit + images  with threads   "
      "paper LDI+Vol  ratio  rasterised fragments  volume  hash\n",
      graze::default_thread_count());
  for (const Paper& paper :
       {Paper{"coarse", 21553, 16, 2.101, 0.039}, Paper{"coarse", 21553, 128, 7.874, 1.905},
        Paper{"fine", 69674, 16, 15.20, 0.046}, Paper{"fine", 69674, 128, 36.97, 1.949}}) {
    graze::measure(paper);
  }
  if (argc < 2) graze::measure_elsewhere();
  return 0;
}
