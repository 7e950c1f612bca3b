// SPDX-License-Identifier: MIT
// Patches gathered by the nodes that they move: nothing is lost, and nodes tell rows apart.    [V8]
#include <gtest/gtest.h>

#include <random>

#include "dynamics/volume/gathered_rows.h"
#include "graze/geometry/shapes.h"

namespace graze::dynamics::by_volume {
namespace {
/// One triangle of a surface, pressed from outside.
VolumeRow pressed(const TriangleMesh& surface, std::size_t triangle, double volume) {
  const auto& t = surface.triangles()[triangle];
  const Vec3 a = surface.vertices()[t[0]], b = surface.vertices()[t[1]],
             c = surface.vertices()[t[2]];
  const Vec3 push = 0.5 * (b - a).cross(c - a);
  VolumeRow row;
  row.volume = volume;
  row.centre = (a + b + c) / 3.0;
  row.area = push.norm();
  row.normal = push / row.area;
  row.tangents = {Vec3::Zero(), Vec3::Zero()};
  for (const auto v : t) row.sides[0].vertices.push_back({VertexId(v), push / 3.0});
  row.sides[0].rigid = {push, row.centre.cross(push)};
  row.sides[1].rigid = {-push, -row.centre.cross(push)};
  return row;
}

struct Sums {
  double volume = 0.0;
  Vec3 push = Vec3::Zero(), moment = Vec3::Zero(), of_vertices = Vec3::Zero();
  Vec3 first_moment = Vec3::Zero();

  explicit Sums(std::span<const VolumeRow> rows) {
    for (const VolumeRow& row : rows) {
      volume += row.volume;
      first_moment += row.volume * row.centre;
      push += row.sides[0].rigid.linear;
      moment += row.sides[1].rigid.angular;
      for (const VertexGradient& v : row.sides[0].vertices) of_vertices += v.gradient;
    }
  }
};

TEST(V8_GatheredRows, KeepVolumesAndPushesAndAreFewerThanThePatches) {
  const ElasticModel model =
      make_lattice(make_shape("icosphere", {{"triangles", 320}, {"radius", 0.1}}),
                   {1000.0, 1e5, 0.3}, {.cells_across = 2});
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> volume(1e-6, 2e-6);
  std::vector<VolumeRow> rows;
  for (std::size_t t = 0; t < model.surface.triangles().size(); ++t) {
    rows.push_back(pressed(model.surface, t, volume(random)));
  }
  rows.push_back(rows.front());
  rows.back().volume = rows.back().area = 0.0;  // shows nothing
  const std::vector<VolumeRow> few = gathered_by_node(rows, &model, nullptr);
  EXPECT_LT(few.size(), rows.size() / 2) << "of them";
  EXPECT_GE(few.size(), 26u) << "each node of the lattice's surface is moved";
  rows.pop_back();
  const Sums before(rows), after(few);
  EXPECT_NEAR(after.volume, before.volume, 1e-12 * before.volume);
  EXPECT_LT((after.first_moment - before.first_moment).norm(), 1e-15);
  EXPECT_LT((after.push - before.push).norm(), 1e-15);
  EXPECT_LT((after.moment - before.moment).norm(), 1e-15);
  EXPECT_LT((after.of_vertices - before.of_vertices).norm(), 1e-15);
  for (const VolumeRow& row : few) {
    const Vec3& push = row.sides[0].rigid.linear;
    EXPECT_LT((row.area * row.normal - push).norm(), 1e-12 * push.norm());
    EXPECT_LT(std::abs(row.normal.dot(row.tangents[0])), 1e-12);
  }
}

TEST(V8_GatheredRows, WaysThatDifferStayApart) {
  const auto facing = [](const Vec3& normal) {
    VolumeRow row;
    row.volume = 1e-6;
    row.area = 1e-3;
    row.normal = normal;
    row.tangents = {normal.unitOrthogonal(), normal.cross(normal.unitOrthogonal())};
    return row;
  };
  const VolumeRow floor = facing(Vec3::UnitZ()), wall = facing(Vec3::UnitX());
  const std::vector<VolumeRow> rows{floor, wall, floor};
  EXPECT_EQ(gathered_by_node(rows, nullptr, nullptr).size(), 2u);
}

}  // namespace
}  // namespace graze::dynamics::by_volume
