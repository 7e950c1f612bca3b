// SPDX-License-Identifier: MIT
// Bodies inside others in worlds by volume.                                                   [V5]
#include <gtest/gtest.h>

#include "graze/dynamics/world.h"
#include "graze/geometry/shapes.h"

namespace graze {
namespace {
TriangleMesh box_mesh(const Vec3& half) {
  return make_shape("box", {{"x", 2 * half.x()}, {"y", 2 * half.y()}, {"z", 2 * half.z()}});
}

// A stone inside a jelly is pushed out, the shortest way, and takes no speed with it.
TEST(V5_Nested, ABodyInsideAnotherIsPushedOut) {
  for (const bool is_soft : {false, true}) {
    WorldOptions options;
    options.contact = ContactMode::kVolume;
    options.gravity = Vec3::Zero();
    options.step = 0.01;
    World world(options);
    WorldBody large, small;
    large.body.name = "large";
    large.body.shape = Shape::from_mesh(box_mesh({0.5, 0.5, 0.5}));
    large.role = Role::kStatic;
    small.body.name = "small";
    small.body.shape = Shape::from_mesh(box_mesh({0.05, 0.05, 0.05}));
    small.body.mass = 1.0;
    if (is_soft) {
      small.elastic = std::make_shared<const ElasticModel>(make_lattice(
          box_mesh({0.05, 0.05, 0.05}), {1000.0, 1e5, 0.3, 0.01}, {.cells_across = 2}));
      small.body.shape = Shape::from_mesh(small.elastic->surface);
    }
    small.body.motion = Motion::still({Mat3::Identity(), {0.1, 0.3, 0.05}});
    world.add(large);
    const BodyId id = world.add(small);
    StepReport report = world.step();
    ASSERT_EQ(report.volume->overlaps.size(), 1u);
    EXPECT_GT(report.volume->overlaps[0].depth, 0.1);
    for (int step = 0; step < 150; ++step) report = world.step();
    EXPECT_TRUE(report.volume->overlaps.empty() || report.volume->overlaps[0].depth < 0.01);
    double lowest = 1.0;
    for (const Vec3& v : world.vertices(id)) lowest = std::min(lowest, v.y());
    EXPECT_GT(lowest, 0.49) << "out through the nearest side";
    EXPECT_LT(report.energy.kinetic, 1e-3) << "without a kick";
  }
}

}  // namespace
}  // namespace graze
