// SPDX-License-Identifier: MIT
// Shapes do not run through themselves, and parts that are made for each other keep their distance.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "geometry/mesh_parts.h"
#include "graze/geometry/shapes.h"
#include "graze/geometry/triangle_distance.h"

namespace graze {
namespace {

Aabb box_of(const Corners& c) { return bounds_of(c); }

int shared_corners(const Triangle& s, const Triangle& t) {
  int shared = 0;
  for (const std::uint32_t v : s) shared += std::count(t.begin(), t.end(), v) > 0;
  return shared;
}

// The edge of s opposite to its corner in t meets t.
bool opposite_edge_meets(const TriangleMesh& mesh, std::size_t s, std::size_t t) {
  const Triangle& corners = mesh.triangles()[s];
  const Triangle& other = mesh.triangles()[t];
  std::vector<Vec3> free;
  for (const std::uint32_t v : corners) {
    if (std::count(other.begin(), other.end(), v) == 0) free.push_back(mesh.vertices()[v]);
  }
  return triangles_intersect_exact({free[0], free[1], free[1]}, mesh.corners(t));
}

bool cross_each_other(const TriangleMesh& mesh, std::size_t s, std::size_t t) {
  const int shared = shared_corners(mesh.triangles()[s], mesh.triangles()[t]);
  if (shared == 0) return triangles_intersect_exact(mesh.corners(s), mesh.corners(t));
  return shared == 1 && (opposite_edge_meets(mesh, s, t) || opposite_edge_meets(mesh, t, s));
}

// Sweep along x over boxes.
std::string self_crossing(const TriangleMesh& mesh) {
  std::vector<Aabb> boxes;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i)
    boxes.push_back(box_of(mesh.corners(i)));
  std::vector<std::size_t> order(boxes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return boxes[a].lo.x() < boxes[b].lo.x(); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      if (boxes[order[j]].lo.x() > boxes[order[i]].hi.x()) break;
      if (!boxes[order[i]].overlaps(boxes[order[j]])) continue;
      if (!cross_each_other(mesh, order[i], order[j])) continue;
      return "triangles " + std::to_string(order[i]) + " and " + std::to_string(order[j]);
    }
  }
  return "";
}

double box_gap(const Aabb& a, const Aabb& b) {
  return (a.lo - b.hi).cwiseMax(b.lo - a.hi).cwiseMax(0.0).norm();
}

// Smallest distance of two meshes, 0 if they cross; boxes keep most pairs away.
double distance_between(const TriangleMesh& a, const TriangleMesh& b) {
  double least = 1e300;
  std::vector<Aabb> boxes;
  for (std::size_t j = 0; j < b.triangles().size(); ++j) boxes.push_back(box_of(b.corners(j)));
  for (std::size_t i = 0; i < a.triangles().size(); ++i) {
    const Aabb box = box_of(a.corners(i));
    for (std::size_t j = 0; j < boxes.size(); ++j) {
      if (box_gap(box, boxes[j]) >= least) continue;
      least = std::min(least, triangle_distance(a.corners(i), b.corners(j)).distance());
    }
  }
  return least;
}

Pose turned_about_z(double angle, double rise = 0.0) {
  Pose pose;
  pose.rotation << std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle), 0, 0, 0,
      1;
  pose.translation.z() = rise;
  return pose;
}

TEST(G5_ShapeFits, NoStandardShapeRunsThroughItself) {
  for (const std::string& name : shape_names()) {
    EXPECT_EQ(self_crossing(make_shape(name)), "") << name;
  }
}

TEST(G5_ShapeFits, NoBlobRunsThroughItselfWhateverItsSeedAndSize) {
  for (const double seed : {2, 3, 4, 5, 6, 7}) {
    for (const double triangles : {1280, 8000}) {
      const ShapeParameters parameters{{"seed", seed}, {"triangles", triangles}, {"bumps", 60}};
      EXPECT_EQ(self_crossing(make_shape("blob", parameters)), "") << seed;
    }
  }
}

TEST(G5_ShapeFits, AShaftKeepsItsClearanceInTheHoleAtEveryAngle) {
  for (const double clearance : {0.0025, 0.00025}) {
    const TriangleMesh shaft = make_shape("shaft", {{"triangles", 1000}});
    const TriangleMesh hole = make_shape("hole", {{"clearance", clearance}, {"triangles", 1000}});
    for (const double angle : {0.0, 0.01, 0.1, 0.5}) {
      const double gap = distance_between(moved(shaft, turned_about_z(angle)), hole);
      EXPECT_GE(gap, clearance * (1.0 - 1e-9)) << angle;
      EXPECT_LE(gap, 20.0 * clearance) << angle;
    }
  }
}

TEST(G5_ShapeFits, ANutTurnsFreelyOnItsBoltAndOnlyAlongTheThread) {
  const TriangleMesh bolt = make_shape("bolt");
  const double clearance = 0.01, pitch = 0.1;
  const TriangleMesh nut = make_shape("nut", {{"clearance", clearance}});
  double least = 1e300;
  for (const double turns : {0.0, 0.03, 0.25, 0.4, 0.77, 1.0}) {
    const double angle = 2.0 * 3.141592653589793 * turns;
    least =
        std::min(least, distance_between(moved(nut, turned_about_z(angle, pitch * turns)), bolt));
  }
  EXPECT_GE(least, 0.25 * clearance);
  EXPECT_LE(least, clearance);
  EXPECT_EQ(distance_between(moved(nut, turned_about_z(0.0, 0.25 * pitch)), bolt), 0.0);
  EXPECT_EQ(distance_between(moved(nut, turned_about_z(1.0, -pitch / 6.3)), bolt), 0.0);
}

TEST(G5_ShapeFits, TheDoorFitsItsOpeningAndDoesNotTouch) {
  const TriangleMesh body = make_shape("car_body", {{"triangles", 8000}});
  const TriangleMesh door = make_shape("car_door", {{"triangles", 3000}});
  const double gap = distance_between(body, door);
  EXPECT_GT(gap, 0.002);
  EXPECT_LT(gap, 0.05);
}

TEST(G5_ShapeFits, LinksOfTheArmMeetOnlyTheirNeighbours) {
  const std::vector<ArmLink> arm = make_arm(400);
  ASSERT_EQ(arm.size(), 8u);
  std::vector<TriangleMesh> placed;
  Pose world_from_joint;
  for (const ArmLink& link : arm) {
    world_from_joint = world_from_joint * link.parent_from_joint;
    placed.push_back(moved(link.mesh, world_from_joint));
  }
  EXPECT_NEAR(world_from_joint.translation.z(), 1.21, 1e-12);
  for (std::size_t i = 0; i < placed.size(); ++i) {
    for (std::size_t j = i + 1; j < placed.size(); ++j) {
      const double gap = distance_between(placed[i], placed[j]);
      EXPECT_EQ(gap == 0.0, j == i + 1) << i << " " << j << " " << gap;
    }
  }
}

}  // namespace
}  // namespace graze
