// SPDX-License-Identifier: MIT
#include <cmath>
#include <utility>

#include "graze/base/error.h"
#include "graze/dynamics/object.h"
#include "graze/geometry/mass_properties.h"

namespace graze {
namespace {
/// Largest distance of a vertex from the centre: the extent needs no boundary later.
double radius_about(const TriangleMesh& mesh, const Vec3& centre) {
  double radius = 0.0;
  for (const Triangle& triangle : mesh.triangles()) {
    for (const std::uint32_t v : triangle) {
      radius = std::fmax(radius, (mesh.vertices()[v] - centre).norm());
    }
  }
  return radius * (1.0 + 1e-12);
}

/// Places of the centre during the next seconds: of v s + a s^2 / 2, per coordinate.
Aabb centre_during(const AcceleratedState& state, double seconds) {
  const Vec3 now = state.pose * state.centre;
  Aabb box;
  box.add(now);
  const auto at = [&](double s) {
    return Vec3(now + s * state.velocity + 0.5 * s * s * state.acceleration);
  };
  box.add(at(seconds));
  for (int k = 0; k < 3; ++k) {
    const double turning = -state.velocity[k] / state.acceleration[k];
    if (turning > 0.0 && turning < seconds) box.add(at(turning));  // false for NaN
  }
  return box;
}

void apply(const StateChange& change, AcceleratedState& state) {
  state.velocity += change.velocity;
  state.angular_velocity += change.angular_velocity;
  state.acceleration += change.acceleration;
  state.angular_acceleration += change.angular_acceleration;
}
}  // namespace

RigidBody make_fixed_body(const Shape& shape, const Pose& pose) {
  RigidBody body{shape, {}, {}};
  body.state.pose = pose;
  body.state.centre = shape.mesh().bounds().centre();
  return body;
}

RigidBody make_rigid_body(const Shape& shape, const Pose& pose, double mass) {
  const MassProperties solid = mass_properties(shape.mesh());
  if (!(mass > 0.0) || !std::isfinite(mass)) {
    throw InputError({"mass", std::to_string(mass), "a finite number > 0", ""});
  }
  if (!(solid.volume > 0.0)) {
    throw InputError({"shape", "a mesh of volume " + std::to_string(solid.volume),
                      "a closed mesh with a positive volume", "give Matter yourself"});
  }
  RigidBody body{shape, {}, {}};
  body.state.pose = pose;
  body.state.centre = solid.centroid;
  body.matter.inverse_mass = 1.0 / mass;
  body.matter.inverse_inertia = (solid.inertia * (mass / solid.volume)).inverse();
  return body;
}

Object rigid_object(std::string name, std::shared_ptr<RigidBody> body) {
  const double radius = radius_about(body->shape.mesh(), body->state.centre);
  Object object;
  object.name = std::move(name);
  object.extent = [body, radius](double seconds) {
    Aabb box = centre_during(body->state, seconds);
    const Vec3 size =
        Vec3::Constant(radius) + 1e-12 * box.hi.cwiseAbs().cwiseMax(box.lo.cwiseAbs());
    return Aabb{box.lo - size, box.hi + size};
  };
  object.boundary = [body] { return body->shape; };
  object.state = [body] { return body->state; };
  object.matter = [body] { return body->matter; };
  object.change = [body](const StateChange& change) { apply(change, body->state); };
  object.advance = [body](double seconds) { body->state = advanced(body->state, seconds); };
  return object;
}

}  // namespace graze
