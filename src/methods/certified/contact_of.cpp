// SPDX-License-Identifier: MIT
#include "methods/certified/contact_direction.h"
#include "methods/certified/contacts_at.h"
#include "spatial/mesh_feature.h"

namespace graze::certified {
namespace {
Vec3 velocity_at(const BodyMoment& body, const Vec3& point) {
  return body.velocity + body.spin.cross(point - body.position);
}

}  // namespace

Contact contact_of(const NearPair& near, const WideObbTree& tree_a, const WideObbTree& tree_b,
                   const Moment& moment) {
  const TriangleMesh& mesh_a = tree_a.mesh();
  const TriangleMesh& mesh_b = tree_b.mesh();
  const PlacedTriangles placed =
      place(mesh_a.corners(near.triangle_a), mesh_b.corners(near.triangle_b), moment);
  const TriangleDistance& d = near.distance;
  Contact contact;
  contact.point_a = d.point_a + moment.a.position;
  contact.point_b = d.point_b + moment.a.position;
  contact.point = 0.5 * (contact.point_a + contact.point_b);
  contact.distance = d.distance();
  contact.normal = contact_direction(placed, d, placed.distance_error).n;
  contact.feature_a = mesh_feature(mesh_a, near.triangle_a, d.feature_a);
  contact.feature_b = mesh_feature(mesh_b, near.triangle_b, d.feature_b);
  return contact;
}

double closing_speed(const Contact& contact, const Moment& moment) {
  const Vec3 a = velocity_at(moment.a, contact.point_a);
  const Vec3 b = velocity_at(moment.b, contact.point_b);
  return contact.normal.dot(a - b);
}

}  // namespace graze::certified
