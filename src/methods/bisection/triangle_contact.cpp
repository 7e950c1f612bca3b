// SPDX-License-Identifier: MIT
#include "methods/bisection/triangle_contact.h"

#include <algorithm>

#include "geometry/meeting_normal.h"
#include "spatial/mesh_feature.h"

namespace graze::bisection {
namespace {
/// Velocity of a point that is fixed in a body; by differences where the motion has no twist.
Vec3 velocity_at(const Motion& motion, const Vec3& p_body, const Interval& until) {
  const double t = until.hi;
  if (motion.has_bounds()) {
    const Twist twist = twist_at(motion, t);
    return twist.linear + twist.angular.cross(pose_at(motion, t).rotation * p_body);
  }
  const double step = 1e-6 * (until.hi - until.lo);
  if (!(step > 0.0)) return Vec3::Zero();
  return (pose_at(motion, t) * p_body - pose_at(motion, t - step) * p_body) / step;
}
}  // namespace

Contact contact_at(TreePair& pair, const NearTriangles& triangles, double t,
                   const Paddings& paddings) {
  const TrianglePair corners = pair.triangles(triangles.triangle_a, triangles.triangle_b);
  const RelativeEnclosure& pose = pair.motion.at(t);
  const Corners b = MovingCorners(corners, pose).middle;
  const TriangleDistance near = triangle_distance(corners.a, b);
  const Pose world_from_a = pose_at(pair.motion_a, t);
  const double distance = near.distance();
  Contact contact;
  contact.normal = world_from_a.rotation * direction_between(corners.a, b, near);
  contact.point_a = world_from_a * Vec3(near.point_a + pair.reference_a);
  contact.point_b = world_from_a * Vec3(near.point_b + pair.reference_a);
  contact.point_a += paddings.a * contact.normal;
  contact.point_b -= paddings.b * contact.normal;
  contact.point = 0.5 * (contact.point_a + contact.point_b);
  contact.distance = std::max(0.0, distance - (paddings.a + paddings.b));
  contact.feature_a = mesh_feature(pair.a.mesh(), triangles.triangle_a, near.feature_a);
  contact.feature_b = mesh_feature(pair.b.mesh(), triangles.triangle_b, near.feature_b);
  return contact;
}

double closing_speed_at(const TreePair& pair, const Contact& contact, const Interval& until) {
  const Vec3 at_a = inverse(pose_at(pair.motion_a, until.hi)) * contact.point_a;
  const Vec3 at_b = inverse(pose_at(pair.motion_b, until.hi)) * contact.point_b;
  const Vec3 velocity =
      velocity_at(pair.motion_b, at_b, until) - velocity_at(pair.motion_a, at_a, until);
  return -velocity.dot(contact.normal);
}

}  // namespace graze::bisection
