// SPDX-License-Identifier: MIT
// Distance of two meshes at an instant: Graze and FCL (OBBRSS) on the same poses, in turn, in one
// run.                                                                                        [C9]
//
//   bench_distance [poses]      default 100; meshes above 100,000 triangles take a fifth of them
#include <fcl/narrowphase/distance.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "ccd/query_classes.h"
#include "graze/geometry/shapes.h"
#include "graze/methods/certified.h"
#include "many/spread.h"
#include "support/ccd_queries.h"
#include "support/fcl_meshes.h"
#include "timing/cpu_time.h"

namespace graze {
namespace {
using bench::spread_of;

struct Model {
  std::string name;
  TriangleMesh mesh;
  WideObbTree tree;
  std::shared_ptr<test::FclMesh> fcl;

  Model(std::string of, const TriangleMesh& shape)
      : name(std::move(of)),
        mesh(shape),
        tree(build_obb_tree(shape)),
        fcl(test::fcl_mesh<>(shape)) {}
};

CertifiedBody at(const Model& model, const Pose& pose) {
  return {model.tree, Motion::still(pose), 0.0};
}

double graze_distance(const Model& a, const Model& b, const Pose& pose) {
  return distance_at(at(a, Pose()), at(b, pose), 0.0).distance.hi;
}

double fcl_distance(const Model& a, const Model& b, const Pose& pose) {
  const fcl::DistanceRequestd request;
  fcl::DistanceResultd result;
  return fcl::distance(a.fcl.get(), fcl::Transform3d::Identity(), b.fcl.get(), test::fcl_pose(pose),
                       request, result);
}

/// A random pose of b whose distance to a is `gap`, up to a tenth.
Pose pose_with_gap(const Model& a, const Model& b, double gap, std::mt19937_64& random) {
  const Vec3 direction = test::random_direction(random);
  Pose pose{test::random_rotation(random), (1.2 + gap) * direction};
  for (int k = 0; k < 200; ++k) {
    const double distance = graze_distance(a, b, pose);
    if (distance <= 1.1 * gap) break;
    pose.translation -= (distance - gap) * direction;
  }
  return pose;
}

struct Timed {
  double seconds = 1e300;
  double distance = 0.0;
};

/// The fastest of three.
template <typename Ask>
Timed timed(const Ask& ask) {
  Timed best;
  for (int repeat = 0; repeat < 3; ++repeat) {
    const double begin = bench::thread_seconds();
    best.distance = ask();
    best.seconds = std::min(best.seconds, bench::thread_seconds() - begin);
  }
  return best;
}

void compare(const Model& a, const Model& b, double gap, int poses) {
  std::mt19937_64 random(1);
  std::vector<double> ours, theirs, ratios;
  double difference = 0.0;
  for (int k = 0; k < poses; ++k) {
    const Pose pose = pose_with_gap(a, b, gap, random);
    const Timed graze = timed([&] { return graze_distance(a, b, pose); });
    const Timed fcl = timed([&] { return fcl_distance(a, b, pose); });
    ours.push_back(1e6 * graze.seconds);
    theirs.push_back(1e6 * fcl.seconds);
    ratios.push_back(graze.seconds / fcl.seconds);
    difference = std::max(difference, std::abs(graze.distance - fcl.distance));
  }
  const auto graze = spread_of(ours), fcl = spread_of(theirs);
  fmt::print("{:<24} {:>7.3f}  {:>9.1f} {:>9.1f} {:>6.2f}  {:>9.1f} {:>9.1f} {:>6.2f}  {:>8.1e}\n",
             a.name + " / " + b.name, gap, graze.median, fcl.median, spread_of(ratios).median,
             graze.p99, fcl.p99, graze.p99 / fcl.p99, difference);
}

Model part(const std::string& shape, double triangles) {
  return {shape, test::unit_mesh(make_shape(shape, {{"triangles", triangles}}))};
}

void compare_gaps(const Model& a, const Model& b, int poses) {
  const std::size_t larger = std::max(a.mesh.triangles().size(), b.mesh.triangles().size());
  for (const double gap : {0.001, 0.03, 0.3, 3.0}) {
    compare(a, b, gap, larger > 100'000 ? std::max(poses / 5, 1) : poses);
  }
}

void run(int poses) {
  fmt::print(
      "sizes one, times in us, of processor time; ratio: median of the ratios, of p99s\n"
      "{:<24} {:>7}  {:>9} {:>9} {:>6}  {:>9} {:>9} {:>6}  {:>8}\n",
      "meshes", "gap", "graze", "fcl", "ratio", "p99 graze", "fcl", "ratio", "differ");
  std::string name;
  const TriangleMesh mesh = bench::bunny_or_blob(name);
  const Model bunny(name, mesh);
  compare_gaps(bunny, bunny, poses);
  for (const double triangles : {1e3, 1e4, 1e5, 1e6}) {
    const Model blob(fmt::format("blob{:g}", triangles), bench::unit_blob(triangles));
    compare_gaps(blob, blob, poses);
  }
  const Model gear = part("gear", 20000), bracket = part("l_bracket", 12000);
  const Model bolt = part("bolt", 12000), car = part("car_body", 29000), box = part("box", 12);
  compare_gaps(gear, bracket, poses);
  compare_gaps(bolt, gear, poses);
  compare_gaps(car, car, poses);
  compare_gaps(box, car, poses);
  compare_gaps(box, box, poses);
}
}  // namespace
}  // namespace graze

int main(int argc, char** argv) { graze::run(argc > 1 ? std::atoi(argv[1]) : 100); }
