// SPDX-License-Identifier: MIT
// Soft bodies that touch themselves, or are turned inside out.                             [V5, V8]
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/world_scenes.h"
#include "graze/geometry/shapes.h"
#include "graze/methods/volume_crossings.h"

namespace graze {
namespace {
/// A C in the x z plane: most of a ring, the gap at x > 0.
TriangleMesh horseshoe(double radius, double tube, double gap) {
  const int rings = 48, sides = 12;
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i * sides + j % sides); };
  for (int i = 0; i <= rings; ++i) {
    const double turn = gap + (2.0 * std::numbers::pi - 2.0 * gap) * i / rings;
    for (int j = 0; j < sides; ++j) {
      const double angle = 2.0 * std::numbers::pi * j / sides;
      const double r = radius + tube * std::cos(angle);
      vertices.emplace_back(r * std::cos(turn), tube * std::sin(angle), r * std::sin(turn));
    }
  }
  for (int i = 0; i < rings; ++i) {
    for (int j = 0; j < sides; ++j) {
      triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
      triangles.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
    }
  }
  for (const int i : {0, rings}) {
    const auto middle = static_cast<std::uint32_t>(vertices.size());
    const double turn = i == 0 ? gap : 2.0 * std::numbers::pi - gap;
    vertices.emplace_back(radius * std::cos(turn), 0.0, radius * std::sin(turn));
    for (int j = 0; j < sides; ++j) {
      if (i == 0) triangles.push_back({middle, at(i, j + 1), at(i, j)});
      if (i != 0) triangles.push_back({middle, at(i, j), at(i, j + 1)});
    }
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}

TEST(V8_SelfContact, ASurfaceThatDoesNotTouchItselfHasNoCrossings) {
  EXPECT_TRUE(crossing_regions({DepthSurface(horseshoe(0.3, 0.06, 0.4)), {}}).empty());
}

/// Gravity pulls the upper arm of a horseshoe onto the lower one, which stands. The largest volume
/// that is in both.
double most_in_itself(bool self_contact) {
  WorldOptions options;
  options.step = 0.01;
  options.volume.self_contact = self_contact;
  World world(options);
  ElasticModel model =
      make_lattice(horseshoe(0.3, 0.06, 0.3), {1000.0, 2e4, 0.3, 0.02}, {.cell_size = 0.06});
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    if (model.nodes[n].z() < 0.02) model.pinned.push_back(static_cast<std::uint32_t>(n));
  }
  const WorldBody body = scenes::soft_body("horseshoe", std::move(model));
  const BodyId id = world.add(body);
  DepthSurface surface(body.elastic->surface);
  DepthOptions wide = with_pixels(128);
  wide.self_overlap = true;
  double most = 0.0;
  bool has_touched = false;
  for (int step = 0; step < 60; ++step) {
    const StepReport report = world.step();
    for (const OverlappingPair& pair : report.volume->overlaps) has_touched |= pair.a == pair.b;
    surface.move_vertices(world.vertices(id));
    DepthImages images;
    const DepthBody now{surface, {}};
    images.draw({&now, 1}, wide);
    most = std::max(most, images.overlap(0, 0).volume);
  }
  EXPECT_EQ(has_touched, self_contact);
  return most;
}

TEST(V8_SelfContact, AnArmRestsOnTheOther) {
  const double through = most_in_itself(false), kept = most_in_itself(true);
  EXPECT_GT(through, 1e-5) << "without it they pass: " << through;
  EXPECT_LT(kept, 0.1 * through) << kept;
}

// A vertex that was pushed through the other side comes back.
TEST(V8_SelfContact, APartThatIsInsideOutTurnsBack) {
  WorldOptions options;
  options.step = 0.005;
  options.gravity = Vec3::Zero();
  options.volume.self_contact = true;
  World world(options);
  const TriangleMesh box = make_shape("icosphere", {{"triangles", 320}, {"radius", 0.1}});
  WorldBody body;
  body.elastic =
      std::make_shared<const ElasticModel>(make_particles(box, 1.0, springs_of(box, 50.0, 0.5)));
  body.body.name = "ball";
  body.body.shape = Shape::from_mesh(box);
  const BodyId id = world.add(body);
  WorldState state = world.state();
  for (Vec3& p : state.soft[0].positions) {
    if (p.z() > 0.08) p.z() -= 0.2;  // through the bottom
  }
  world.restore(state);
  const StepReport first = world.step();
  ASSERT_EQ(first.volume->overlaps.size(), 1u);
  EXPECT_EQ(first.volume->overlaps[0].a, first.volume->overlaps[0].b);
  StepReport report;
  for (int step = 0; step < 400; ++step) report = world.step();
  double top = -1.0;
  const auto now = world.vertices(id);
  for (std::size_t v = 0; v < now.size(); ++v) {
    if (box.vertices()[v].z() > 0.08) top = std::max(top, now[v].z());
  }
  EXPECT_GT(top, 0.05);
  EXPECT_TRUE(report.volume->overlaps.empty() || report.volume->overlaps[0].volume < 1e-6);
}

}  // namespace
}  // namespace graze
