// SPDX-License-Identifier: MIT
#include "dynamics/world_scenes.h"

#include <cmath>
#include <random>

#include "geometry/box_sides.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"

namespace graze::scenes {
namespace {
constexpr double kRightAngle = 0.5 * M_PI;

std::string numbered(const char* name, int i) { return name + std::to_string(i); }

Pose turned(const Vec3& axis, double angle, const Vec3& at) {
  return {rotation_about(axis, angle), at};
}

// Six flat sides; corner i has the coordinate bits of i (x lowest) before it is bent.
TriangleMesh hexahedron(const std::vector<Vec3>& corners) {
  return TriangleMesh(corners, box_sides());
}
}  // namespace

WorldBody body_of(const std::string& name, const Shape& shape, const Pose& pose, Role role) {
  WorldBody body;
  body.body.name = name;
  body.body.shape = shape;
  body.body.motion = Motion::still(pose);
  body.role = role;
  body.density = 1000.0;
  return body;
}

WorldBody body_of(const std::string& name, const Shape& shape, const Vec3& at, Role role) {
  return body_of(name, shape, Pose{Mat3::Identity(), at}, role);
}

WorldBody box_of(const std::string& name, const Vec3& half, const Vec3& at, Role role) {
  return body_of(name, Shape::from_box(half), at, role);
}

WorldBody soft_body(const std::string& name, ElasticModel model, const Vec3& at) {
  WorldBody body;
  body.elastic = std::make_shared<const ElasticModel>(std::move(model));
  body.body.name = name;
  body.body.shape = Shape::from_mesh(body.elastic->surface);
  body.body.motion = Motion::still({Mat3::Identity(), at});
  return body;
}

BodyId add_floor(World& world) {
  return world.add(box_of("floor", {10, 10, 0.5}, {0, 0, -0.5}, Role::kStatic));
}

WorldOptions without_clamp() {
  WorldOptions options;
  options.clamp_energy = false;
  return options;
}

World box_stack(int count) {
  World world(without_clamp());
  add_floor(world);
  const Shape box = Shape::from_box({0.1, 0.1, 0.1});
  for (int i = 0; i < count; ++i) {
    world.add(body_of(numbered("box", i), box, Vec3(0, 0, 0.1 + i * 0.2 + 3.5e-5 * (i + 1))));
  }
  return world;
}

// A stone between two angles; narrower by a trace, so that neighbours do not overlap.
World arch(int count) {
  World world(without_clamp());
  add_floor(world);
  const double inner = 1.0, outer = 1.3, depth = 0.15, trace = 3e-5;
  for (int i = 0; i < count; ++i) {
    const double lo = M_PI * i / count + trace, hi = M_PI * (i + 1) / count - trace;
    std::vector<Vec3> corners;
    for (const double angle : {lo, hi}) {
      for (const double y : {-depth, depth}) {
        for (const double r : {inner, outer}) {
          corners.push_back({r * std::cos(angle), y, r * std::sin(angle) + 3e-5});
        }
      }
    }
    const Shape stone = Shape::from_mesh(hexahedron(corners));
    world.add(body_of(numbered("stone", i), stone, Vec3(0, 0, 0)));
  }
  return world;
}

World card_house() {
  WorldOptions options = without_clamp();
  options.material.friction = 0.8;
  World world(options);
  add_floor(world);
  const double length = 0.09, thick = 0.001, lean = 0.35, gap = 2e-5;
  const Shape card = Shape::from_box({0.5 * thick, 0.03, 0.5 * length});
  const double rise = 0.5 * length * std::cos(lean) + 0.5 * thick * std::sin(lean);
  const double aside = 0.5 * length * std::sin(lean) + 0.5 * thick * std::cos(lean) + 0.5 * gap;
  const auto add_pair = [&](const std::string& name, double x, double z) {
    world.add(body_of(name + "l", card, turned(Vec3::UnitY(), lean, {x - aside, 0, z + rise})));
    world.add(body_of(name + "r", card, turned(Vec3::UnitY(), -lean, {x + aside, 0, z + rise})));
  };
  const double width = 4.0 * aside;
  add_pair("a", -0.5 * width, gap);
  add_pair("b", 0.5 * width, gap);
  const double top = 2.0 * rise + 2.0 * gap;
  world.add(box_of("roof", {0.75 * width, 0.03, 0.5 * thick}, {0, 0, top + 0.5 * thick}));
  add_pair("c", 0.0, top + thick + gap);
  return world;
}

World chain(int links) {
  World world(without_clamp());
  const Shape link = Shape::from_mesh(make_shape(
      "chain_link", {{"length", 0.1}, {"width", 0.06}, {"wire", 0.008}, {"triangles", 600}}));
  const double apart = 0.1 - 4.0 * 0.008 - 2e-4;
  for (int i = 0; i < links; ++i) {
    world.add(body_of(numbered("link", i), link,
                      turned(Vec3::UnitX(), i % 2 == 0 ? 0.0 : kRightAngle, {apart * i, 0, 0}),
                      i == 0 ? Role::kStatic : Role::kDynamic));
  }
  return world;
}

World blobs() {
  World world(without_clamp());
  add_floor(world);
  for (int i = 0; i < 5; ++i) {
    const Shape blob = Shape::from_mesh(make_shape(
        "blob", {{"triangles", 3000}, {"size", 0.3}, {"seed", static_cast<double>(i + 1)}}));
    world.add(body_of(numbered("blob", i), blob, Vec3(0.35 * (i % 2), 0.1 * i, 0.25 + 0.3 * i)));
  }
  return world;
}

World car_on_floor() {
  World world(without_clamp());
  add_floor(world);
  const TriangleMesh mesh = make_shape("car_body", {{"triangles", 29000}});
  WorldBody car = body_of("car", Shape::from_mesh(mesh), Vec3(0, 0, 0.01 - mesh.bounds().lo.z()));
  world.add(car);
  return world;
}

World bolt_in_nut(double friction) {
  WorldOptions options = without_clamp();
  options.material.friction = friction;
  World world(options);
  WorldBody nut = body_of("nut", Shape::from_mesh(make_shape("nut")), Vec3(0, 0, 0), Role::kStatic);
  world.add(nut);
  WorldBody bolt = body_of("bolt", Shape::from_mesh(make_shape("bolt")), Vec3(0, 0, 0));
  world.add(bolt);
  return world;
}

World wrecking_ball() {
  World world(without_clamp());
  add_floor(world);
  const int links = 14;
  const Shape link = Shape::from_mesh(make_shape(
      "chain_link", {{"length", 0.4}, {"width", 0.24}, {"wire", 0.03}, {"triangles", 300}}));
  const double apart = 0.4 - 4.0 * 0.03 - 1e-3, slope = 0.6;
  const Vec3 along(-std::cos(slope), 0, -std::sin(slope)), hook(-1, 0, 5.5);
  for (int i = 0; i < links; ++i) {
    const Mat3 frame = rotation_about(Vec3::UnitY(), M_PI - slope) *
                       rotation_about(Vec3::UnitX(), i % 2 == 0 ? 0.0 : kRightAngle);
    WorldBody body = body_of(numbered("link", i), link, Pose{frame, hook + apart * i * along},
                             i == 0 ? Role::kStatic : Role::kDynamic);
    body.density = 7680.0;
    world.add(body);
  }
  WorldBody ball = body_of("ball", Shape::from_sphere({0, 0, 0}, 0.4),
                           Vec3(hook + (apart * (links - 1) + 0.62) * along));
  ball.density = 7680.0;
  const BodyId ball_id = world.add(ball);
  WorldJoint joint;
  joint.kind = LinkKind::kBall;
  joint.a = BodyId(static_cast<std::size_t>(links));
  joint.b = ball_id;
  joint.point = hook + (apart * (links - 1) + 0.1) * along;
  world.add(joint);
  const Shape brick = Shape::from_box({0.2, 0.1, 0.1});
  for (int layer = 0; layer < 28; ++layer) {
    for (int i = 0; i < 20; ++i) {
      const double y = (i - 10 + (layer % 2 == 0 ? 0.0 : 0.5)) * 0.2002;
      world.add(body_of("brick" + std::to_string(layer * 20 + i), brick,
                        Vec3(0.5, y, 0.1 + 0.2 * layer + 5e-5 * (layer + 1))));
    }
  }
  return world;
}

World spheres_and_boxes(int count) {
  World world(without_clamp());
  world.add(box_of("floor", {4, 4, 0.5}, {0, 0, -0.5}, Role::kStatic));
  for (int side = 0; side < 4; ++side) {
    const double angle = kRightAngle * side;
    world.add(
        body_of(numbered("wall", side), Shape::from_box({0.1, 1.2, 3}),
                turned(Vec3::UnitZ(), angle, {1.15 * std::cos(angle), 1.15 * std::sin(angle), 3}),
                Role::kStatic));
  }
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(-0.015, 0.015);
  const Shape box = Shape::from_box({0.06, 0.05, 0.04}), ball = Shape::from_sphere({0, 0, 0}, 0.06);
  for (int i = 0; i < count; ++i) {
    const int layer = i / 100, in_layer = i % 100;
    const Vec3 at(0.18 * (in_layer % 10) - 0.81 + part(random),
                  0.18 * (in_layer / 10) - 0.81 + part(random), 0.12 + 0.16 * layer);
    world.add(body_of(numbered("part", i), i % 2 == 0 ? box : ball, at));
  }
  return world;
}

}  // namespace graze::scenes
