// SPDX-License-Identifier: MIT
// Table 1 of Faure et al. 2008 on its own bunny, holes filled: a rigid bunny rests on a cube; all
// phases of a step, beside the paper's times.                                                  [V7]
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "graze/dynamics/world.h"
#include "graze/geometry/repair.h"
#include "graze/io/mesh_io.h"
#include "graze/methods/volume.h"
#include "timing/cpu_time.h"

namespace graze {
namespace {
template <typename Run>
double median_ms(int repeats, const Run& run) {
  std::vector<double> times;
  for (int k = 0; k < repeats; ++k) {
    const double begin = bench::thread_seconds();
    run();
    times.push_back(1e3 * (bench::thread_seconds() - begin));
  }
  std::ranges::sort(times);
  return times[times.size() / 2];
}

/// Each triangle in three, at its middle: the public coarse bunny has too few.
TriangleMesh cut_in_three(const TriangleMesh& mesh) {
  std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
  std::vector<Triangle> triangles;
  for (const Triangle& t : mesh.triangles()) {
    const auto middle = static_cast<std::uint32_t>(vertices.size());
    vertices.push_back((vertices[t[0]] + vertices[t[1]] + vertices[t[2]]) / 3.0);
    for (std::size_t k = 0; k < 3; ++k) triangles.push_back({t[k], t[(k + 1) % 3], middle});
  }
  return {std::move(vertices), std::move(triangles)};
}

/// Upright in z and about 1 m high, as its files are in y and in decimetres.
TriangleMesh upright(const TriangleMesh& mesh) {
  const double scale = 1.0 / mesh.bounds().size().y();
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back(scale * Vec3(v.x(), -v.z(), v.y()));
  return {std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()}};
}

struct PaperRow {
  bool is_fine;
  int pixels;
  double broad, upload, ldi, volume, simulation, render, total;
};

/// The bunny stands on the cube, a hundredth of its height deep.
struct Standing {
  TriangleMesh bunny, cube;
  Pose place;

  explicit Standing(TriangleMesh mesh)
      : bunny(std::move(mesh)), cube(Shape::from_box({0.6, 0.6, 0.6}).mesh()) {
    place.translation = {-bunny.bounds().centre().x(), -bunny.bounds().centre().y(),
                         0.6 - 0.01 - bunny.bounds().lo.z()};
  }

  /// The world in which it has come to rest.
  World settled(int pixels) const {
    WorldOptions options;
    options.contact = ContactMode::kVolume;
    options.volume.pixels = pixels;
    options.volume.zoom = options.volume.guard = false;
    World world(options);
    WorldBody ground, body;
    ground.body.name = "cube";
    ground.body.shape = Shape::from_mesh(cube);
    ground.role = Role::kStatic;
    body.body.name = "bunny";
    body.body.shape = Shape::from_mesh(bunny);
    body.body.motion = Motion::still(place);
    world.add(ground);
    world.add(body);
    for (int k = 0; k < 60; ++k) world.step();
    return world;
  }
};

void measure(const Standing& scene, const PaperRow& paper) {
  World world = scene.settled(paper.pixels);
  const Pose at_rest = world.state().bodies[1].pose;
  DepthBody bunny{DepthSurface(scene.bunny), at_rest}, cube{DepthSurface(scene.cube), {}};
  const std::vector<DepthBody> bodies{bunny, cube};
  const std::vector<Vec3> positions(scene.bunny.vertices().begin(), scene.bunny.vertices().end());
  DepthImages images;
  OverlapVolume overlap;
  const DepthOptions options = with_pixels(paper.pixels);
  const double broad = median_ms(101, [&] { overlap_region(bodies); });
  const double upload =
      median_ms(101, [&] { bunny.surface.move_vertices(std::span<const Vec3>(positions)); });
  const double ldi = median_ms(101, [&] { images.draw(bodies, options); });
  const double volume = median_ms(101, [&] { overlap = images.overlap(0, 1); });
  const double step = median_ms(101, [&] { world.step(); });
  fmt::print("{:6} {:3}^2 {:6}  {:6.3f} {:6.3f} {:6.3f} {:6.3f} {:6.3f} {:6.3f}   ",
             paper.is_fine ? "fine" : "coarse", paper.pixels, scene.bunny.triangles().size(), broad,
             upload, ldi, volume, std::max(0.0, step - broad - ldi - volume), step);
  fmt::print("{:6.3f} {:6.3f} {:6.2f} {:6.3f} {:6.3f} {:6.2f} {:6.2f}   volume {:.3e}\n",
             paper.broad, paper.upload, paper.ldi, paper.volume, paper.simulation, paper.render,
             paper.total, overlap.volume);
}
}  // namespace
}  // namespace graze

int main() {
  using namespace graze;
  const char* const data = std::getenv("GRAZE_DATA");
  const std::filesystem::path meshes =
      std::filesystem::path(data ? data : "../shared/data") / "meshes/common";
  if (!std::filesystem::exists(meshes / "stanford-bunny.obj")) {
    fmt::print("no public bunny beside the project (GRAZE_DATA)\n");
    return 0;
  }
  const Standing coarse(upright(cut_in_three(repair(read_mesh(meshes / "bunny.off")).mesh)));
  const Standing fine(upright(repair(read_mesh(meshes / "stanford-bunny.obj")).mesh));
  fmt::print(
      "CPU ms of one thread, medians           ours                                      paper\n"
      "mesh   pixels triangles  broad upload    LDI volume simul.  step     broad upload    LDI "
      "volume simul. render  total\n");
  for (const PaperRow& paper :
       {PaperRow{false, 16, 0.077, 0.478, 2.101, 0.039, 0.315, 1.951, 5.13},
        PaperRow{false, 128, 0.074, 0.492, 7.874, 1.905, 0.4, 1.908, 13.09},
        PaperRow{true, 16, 0.508, 2.964, 15.20, 0.046, 0.23, 20.01, 39.63},
        PaperRow{true, 128, 0.494, 2.842, 36.97, 1.949, 0.258, 19.12, 62.35}}) {
    measure(paper.is_fine ? fine : coarse, paper);
  }
}
