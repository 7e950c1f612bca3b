// SPDX-License-Identifier: MIT
#include "graze/io/chord_contact.h"

#include <algorithm>

namespace graze {
namespace {
using Points = std::array<Vec3, 4>;

Points points_at(const RigidQuery& query, double t) {
  Points points;
  std::size_t next = 0;
  for (const RigidPrimitive* primitive : {&query.a, &query.b}) {
    const Pose pose = pose_at(primitive->motion, t);
    for (int k = 0; k < primitive->count; ++k) {
      points[next++] = pose * primitive->corners[static_cast<std::size_t>(k)];
    }
  }
  return points;
}

/// An arc leaves its chord by at most sup |x''| D^2 / 8.
double bend(const RigidPrimitive& primitive, double duration) {
  const MotionBounds bounds = bounds_over(primitive.motion, {0.0, 1.0});
  double reach = 0.0;
  for (int k = 0; k < primitive.count; ++k) {
    const Vec3& corner = primitive.corners[static_cast<std::size_t>(k)];
    reach = std::max(reach, (corner - bounds.reference).norm());
  }
  return 0.125 * duration * duration * (bounds.acceleration + bounds.curvature * reach);
}

bool touches(const RigidQuery& query, const Points& start, const Points& end, double tolerance) {
  return first_contact_linear({query.kind, start, end}, {.tolerance = tolerance}).outcome !=
         Outcome::kSeparated;
}
}  // namespace

ChordContact contact_by_chords(const RigidQuery& query, int chords, double tolerance) {
  constexpr double kNone = 1e-100;  // raised to what rounding can tell apart
  ChordContact contact;
  contact.chord_error = bend(query.a, 1.0 / chords) + bend(query.b, 1.0 / chords);
  Points start = points_at(query, 0.0);
  for (int k = 1; k <= chords; ++k) {
    const Points end = points_at(query, static_cast<double>(k) / chords);
    // Most chords are far away, where both questions cost the same and next to nothing.
    const bool is_near = touches(query, start, end, tolerance + contact.chord_error);
    contact.comes_near |= is_near;
    contact.touches |= is_near && touches(query, start, end, kNone);
    if (contact.touches) return contact;
    start = end;
  }
  return contact;
}

}  // namespace graze
