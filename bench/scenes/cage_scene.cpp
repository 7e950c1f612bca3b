// SPDX-License-Identifier: MIT
#include "scenes/cage_scene.h"

#include <cmath>
#include <random>

#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "graze/query/first_contact.h"

namespace graze::bench {
namespace {
constexpr std::size_t kThings = 30;
constexpr double kStep = 0.1;       // seconds from waypoint to waypoint
constexpr double kKeepsOff = 0.02;  // from every thing, over the first waypoints
constexpr std::size_t kTriedOn = 100;

double uniform(std::mt19937_64& random, double lo, double hi) {
  return lo + (hi - lo) * static_cast<double>(random() >> 11) * 0x1p-53;
}

/// Swings about a bent posture, of another period for each joint: it never repeats, and whatever is
/// far from the first hundred waypoints is not far from the others.
double value_at(std::size_t joint, std::size_t waypoint) {
  static constexpr double kMiddle[] = {0.3, 0.7, 0.4, -1.0, 0.5, 0.6};
  static constexpr double kSwing[] = {0.5, 0.25, 0.5, 0.3, 0.6, 0.4};
  const double period = 31.0 + 7.3 * static_cast<double>(joint);
  return kMiddle[joint] + kSwing[joint] * std::sin(6.283 * static_cast<double>(waypoint) / period);
}

void add_arm(Scene& scene, std::size_t waypoints, double triangles) {
  std::optional<BodyId> parent;
  std::size_t joint = 0;
  for (const ArmLink& link : make_arm(triangles)) {
    Body body{.name = link.name, .shape = Shape::from_mesh(link.mesh), .parent = parent};
    const JointFrame frame{link.parent_from_joint, link.axis};
    if (parent && joint < 6) {
      std::vector<TimedValue> values;
      for (std::size_t k = 0; k < waypoints; ++k) {
        values.push_back({kStep * static_cast<double>(k), value_at(joint, k)});
      }
      body.motion = revolute_motion(frame, values);
      ++joint;
    } else if (parent) {
      body.motion = revolute_motion(frame, 0.0, 0.0);
    }
    parent = add_body(scene, std::move(body));
  }
  scene.span = {0.0, kStep * static_cast<double>(waypoints - 1)};
}

Body random_thing(std::mt19937_64& random, std::size_t number) {
  static const char* const kShapes[] = {"box", "gear", "torus", "capsule", "l_bracket"};
  const TriangleMesh mesh = make_shape(kShapes[number % 5], {{"triangles", 500}});
  const double scale = uniform(random, 0.2, 0.5) / mesh.bounds().diagonal();
  std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3& p : vertices) p *= scale;
  const double turn = uniform(random, -3.14, 3.14), out = uniform(random, 0.3, 1.1);
  const Pose pose{rotation_from_vector({uniform(random, -2, 2), uniform(random, -2, 2), turn}),
                  {out * std::cos(turn), out * std::sin(turn), uniform(random, 0.1, 1.3)}};
  return {.name = "thing" + std::to_string(number),
          .shape = Shape::from_mesh(TriangleMesh(
              std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()})),
          .motion = Motion::still(pose)};
}

bool keeps_off(const Body& thing) {
  Scene alone;
  add_body(alone, thing);
  add_arm(alone, kTriedOn, 100);
  ContactOptions options;
  options.min_separation = kKeepsOff;
  options.far_pairs = false;
  for (const PairReport& pair : contacts_per_pair(alone, options)) {
    if (pair.a == BodyId(0) && pair.report.outcome != Outcome::kSeparated) return false;
  }
  return true;
}

/// What overlaps in the first posture may go on to: things that share a corner of the cage.
void let_start(Scene& scene) {
  ContactOptions at_start;
  at_start.span = Interval(scene.span.lo);
  at_start.far_pairs = false;
  std::vector<PairReport> reports = contacts_per_pair(scene, at_start);
  for (const PairReport& pair : reports) {
    if (pair.report.outcome == Outcome::kSeparated) continue;
    scene.may_touch.push_back(
        {scene.bodies[pair.a.index()].name, scene.bodies[pair.b.index()].name});
  }
}
}  // namespace

Scene make_cage_scene(std::size_t waypoints, double triangles) {
  Scene scene;
  scene.name = "arm in a cage";
  std::mt19937_64 random(2026);
  while (scene.bodies.size() < kThings) {
    Body thing = random_thing(random, scene.bodies.size());
    if (keeps_off(thing)) add_body(scene, std::move(thing));
  }
  add_arm(scene, waypoints, triangles);
  let_start(scene);
  return scene;
}

}  // namespace graze::bench
