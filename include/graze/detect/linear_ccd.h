// SPDX-License-Identifier: MIT
// First contact of a vertex and a triangle, or of two edges, whose vertices move linearly.   [C5]
#pragma once
#include <graze/contact/contact_report.h>
#include <graze/math/interval_pose.h>

#include <array>
#include <cstdint>

namespace graze {

enum class LinearKind {
  kVertexFace,  ///< points: the vertex, then the triangle's three corners
  kEdgeEdge,    ///< points: the two ends of edge a, then the two ends of edge b
};

/// Four points that move from `start` (t = 0) to `end` (t = 1) on straight lines at constant speed.
/// Degenerate ones are allowed: edges of length zero, triangles without area, points at rest.
struct LinearQuery {
  LinearKind kind = LinearKind::kVertexFace;
  std::array<Vec3, 4> start;
  std::array<Vec3, 4> end;
  /// The true coordinates differ from the stored ones by at most this; >= 0, scene units. The
  /// answer holds for all of them. 0: the stored coordinates are meant exactly.
  double uncertainty = 0.0;
};

/// The query whose points are only known to lie in boxes, first the four at t = 0 then those at
/// t = 1: the boxes' middles, with their largest half width as uncertainty.
LinearQuery enclose_query(LinearKind kind, const std::array<IntervalVec3, 8>& points);

struct LinearCcdOptions {
  double tolerance = 1e-6;  ///< largest distance at the upper end of the bracket; scene units,
                            ///< >= 1e-100; raised to what rounding can tell apart (see the answer)
  double until = 1.0;       ///< asks about t in [0, until]; 0 to 1
  std::uint32_t max_steps = 100'000;  ///< after this many time steps the outcome is kUndecided
};

/// When and where the two first touch. `point_a` is on the vertex (first edge), `point_b` on the
/// triangle (second edge), both at `time.hi`.
struct LinearContact {
  /// kSeparated: no contact at any t in [0, until], ends included. kContact: distance at most
  /// `tolerance` at time.hi, no contact before time.lo; also if they touch at t = 0. kUndecided: no
  /// contact before time.lo.
  Outcome outcome = Outcome::kUndecided;
  Interval time{0.0, 0.0};
  double tolerance = 0.0;  ///< the one asked for, or 256 roundings of the largest coordinate
                           ///< difference plus 64 uncertainties if that is more
  double distance = 0.0;   ///< kContact: upper bound of the distance at time.hi
  Vec3 point_a = Vec3::Zero();
  Vec3 point_b = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< kContact: unit, from a towards b; zero if they coincide
  std::uint32_t steps = 0;     ///< time steps: work that does not depend on the machine
};

/// The first contact, proved in floating point: a contact is never lost, a pair that stays farther
/// apart than `tolerance` is never reported. Allocates nothing. Throws InputError if an option is
/// out of range, or a coordinate is not finite or larger than 1e90 in magnitude.
LinearContact first_contact_linear(const LinearQuery& query, const LinearCcdOptions& options = {});

}  // namespace graze
