// SPDX-License-Identifier: MIT
// Two convex polytopes, one moving rationally about the other: how long they stay apart, and
// whether they overlap.
#pragma once
#include <graze/math/interval.h>
#include <graze/math/vec.h>

#include <optional>
#include <vector>

#include "methods/analytic/convex_side.h"
#include "methods/analytic/pair_functions.h"

namespace graze::analytic {

/// A candidate axis. A face's normal stays with its polytope; two edges have the axis across both.
struct ConvexAxis {
  enum class Kind : std::uint8_t { kNone, kFaceOfA, kFaceOfB, kEdges, kFixedInA };
  Kind kind = Kind::kNone;
  std::uint32_t a = 0, b = 0;  ///< face or edge ids
  double sign = 1.0;           ///< of edge a x edge b, to point from a to b
  Vec3 fixed = Vec3::Zero();   ///< kFixedInA: the unit direction
  double gap = 0.0;            ///< at the instant it was found for, scene units
};

/// Pose of b's centre frame in a's, at an instant, rounded.
struct ConvexMoment {
  Mat3 rotation;
  Vec3 translation;
};

/// The polynomials on [from, to] (or back in time, if to < from), coefficient by coefficient.
struct ConvexRow {
  Mat3 v;           ///< W R
  Mat3 across;      ///< T . (e_i x W f_j)
  Vec3 in_a, in_b;  ///< W T in the frames of a and b
  double weight;    ///< W > 0
};

/// Base polynomials are those of PairFunctions for the boxes around both polytopes, whose centres
/// are the polytopes' origins.
class ConvexPair {
 public:
  ConvexPair(const PairFunctions& functions, const ConvexSide& a, const ConvexSide& b)
      : p_(functions), a_(a), b_(b) {}

  struct Reach {
    double time;             ///< apart from `from` up to here, at every instant
    ConvexAxis first, last;  ///< what kept them apart at either end
    double slope = 0.0;      ///< of the last gap, scene units a unit of time; its magnitude
  };
  /// Proved: apart during [from, result.time) at least; in either direction of time. `extra` is
  /// an axis to try first.
  Reach apart_until(double from, double to, const ConvexAxis* extra = nullptr);

  /// A point of a (in its frame) that is provably inside both at t, as deep as possible.
  std::optional<Vec3> common_point(double t);
  /// Proved: the point that goes straight from p_from to p_to (in a's frame) is inside both all the
  /// time.
  bool overlap_during(double from, double to, const Vec3& p_from, const Vec3& p_to) {
    return is_within(from, to, p_from, p_to, 0.0);
  }
  /// Proved: some point is within band() of both all the time.
  bool nearly_touch_during(double from, double to);
  double band() const;  ///< scene units

  /// Error of all functions with unit axes, in their units.
  double error() const;
  double length_error() const;  ///< the same in scene units
  ConvexMoment moment_at(double t);

  std::uint64_t bounds = 0, points = 0;  ///< counts

 private:
  void load(double from, double to);
  struct Line {
    double share = 0.0, first = 0.0, slope = 0.0;
  };
  Line bound(const ConvexAxis& axis);
  double control_value(const ConvexAxis& axis, const ConvexRow& row) const;
  bool is_inside_a(const Vec3& p, double grown) const;
  /// Of both polytopes, grown by a length.
  bool is_within(double from, double to, const Vec3& p_from, const Vec3& p_to, double grown);

  const PairFunctions& p_;
  const ConvexSide &a_, &b_;
  std::vector<ConvexRow> rows_;
};

/// The deepest point of two polytopes at an instant and how deep it is (negative: apart), rounded.
struct DeepPoint {
  Vec3 point = Vec3::Zero();
  double depth = 0.0;
};
DeepPoint deepest_point(const ConvexSide& a, const ConvexSide& b, const ConvexMoment& moment);

/// The axes along which a and b are farthest apart at an instant, at most three, best first: faces
/// of either against vertices, and edges whose arcs cross in the Gauss map.
std::vector<ConvexAxis> best_axes(const ConvexSide& a, const ConvexSide& b,
                                  const ConvexMoment& moment);

}  // namespace graze::analytic
