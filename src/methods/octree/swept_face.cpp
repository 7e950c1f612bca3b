// SPDX-License-Identifier: MIT
// Question   May two moving faces touch during a step, and when at the earliest?               [O5]
// Source     Kitamura et al. 1994, section 3.2.4; two-sided bound of a direction over a step.
// Guarantee  Nothing is returned only if the faces stay apart by more than the margin.
// Changed    A direction n that separates the corners by g0 at the start and g1 at the end leaves a
//            gap of at least (1 - s) g0 + s g1 - reach at the share s. That is sharper than hulls,
//            which forget that both faces are somewhere at the same time, and it holds for faces
//            that turn.
#include "methods/octree/swept_face.h"

#include <algorithm>
#include <cmath>

#include "graze/geometry/triangle_distance.h"
#include "spatial/octree/rounding_margin.h"

namespace graze::octree {
namespace {
struct Shadow {
  double lo, hi;
};

Shadow shadow_of(const Corners& t, const Vec3& n) {
  const double p = n.dot(t[0]), q = n.dot(t[1]), r = n.dot(t[2]);
  return {std::min({p, q, r}), std::max({p, q, r})};
}

/// What directions have shown so far.
class StepBound {
 public:
  StepBound(const SweptFace& a, const SweptFace& b, double margin)
      : a_(a), b_(b), reach_(a.reach + b.reach + margin) {}

  /// True if the direction keeps the faces apart; otherwise `earliest` may have grown.
  bool separates(const Vec3& n) {
    const double reach = reach_ * n.norm();
    if (!(reach > 0.0)) return false;  // a zero or overflowing direction says nothing
    const Shadow a0 = shadow_of(a_.begin, n), b0 = shadow_of(b_.begin, n);
    const Shadow a1 = shadow_of(a_.end, n), b1 = shadow_of(b_.end, n);
    return keeps_apart(b0.lo - a0.hi - reach, b1.lo - a1.hi - reach) ||
           keeps_apart(a0.lo - b0.hi - reach, a1.lo - b1.hi - reach);
  }
  double earliest() const { return earliest_; }

 private:
  bool keeps_apart(double begin, double end) {
    if (begin <= 0.0) return false;
    if (end > 0.0) return true;
    earliest_ = std::max(earliest_, begin / (begin - end) * (1.0 - 0x1p-50));
    return false;
  }

  const SweptFace& a_;
  const SweptFace& b_;
  double reach_;
  double earliest_ = 0.0;
};

Vec3 normal_of(const Corners& t) { return (t[1] - t[0]).cross(t[2] - t[0]); }

Corners between(const SweptFace& face) {
  Corners middle;
  for (std::size_t k = 0; k < 3; ++k) middle[k] = 0.5 * face.begin[k] + 0.5 * face.end[k];
  return middle;
}

Vec3 closest_direction(const Corners& a, const Corners& b) {
  const TriangleDistance d = triangle_distance(a, b);
  return d.intersecting ? Vec3(Vec3::Zero()) : Vec3(d.point_b - d.point_a);
}
}  // namespace

SweptFace swept_face(const SweptBody& body, std::size_t triangle) {
  const TriangleMesh& mesh = body.octree.mesh();
  const Corners begin = mesh.corners(triangle);
  const Corners end = body.end_mesh.is_empty() ? begin : body.end_mesh.corners(triangle);
  SweptFace face;
  double size = 0.0, arm_sq = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    face.begin[k] = body.sweep.begin * begin[k];
    face.end[k] = body.sweep.end * end[k];
    face.box.add(face.begin[k]);
    face.box.add(face.end[k]);
    arm_sq = std::max({arm_sq, (begin[k] - body.sweep.reference).squaredNorm(),
                       (end[k] - body.sweep.reference).squaredNorm()});
    size = std::max({size, begin[k].cwiseAbs().maxCoeff(), end[k].cwiseAbs().maxCoeff()});
  }
  size += face.box.lo.cwiseAbs().cwiseMax(face.box.hi.cwiseAbs()).maxCoeff();
  face.reach = body.sweep.bulge + body.sweep.bulge_per_length * std::sqrt(arm_sq) + body.padding +
               octree::rounding_margin(size);
  face.box.lo.array() -= face.reach;
  face.box.hi.array() += face.reach;
  return face;
}

std::optional<double> earliest_touch(const SweptFace& a, const SweptFace& b, double margin) {
  StepBound bound(a, b, margin);
  if (bound.separates(normal_of(a.begin)) || bound.separates(normal_of(b.begin))) return {};
  // The closest points' direction gives the whole distance at its instant. Where that is within
  // reach already, no direction can help.
  const Vec3 at_begin = closest_direction(a.begin, b.begin);
  if (bound.separates(at_begin)) return {};
  const Vec3 at_middle = closest_direction(between(a), between(b));
  if (at_middle.norm() <= a.reach + b.reach + margin) return bound.earliest();
  if (bound.separates(at_middle)) return {};
  if (bound.separates(closest_direction(a.end, b.end))) return {};
  return bound.earliest();
}

std::optional<double> compare_faces(const SweptFace& a, const SweptFace& b,
                                    const OctreeSweepOptions& options) {
  if (options.hull_test == HullTest::kDirections) return earliest_touch(a, b, options.margin);
  if (hulls_cross_as_printed(a, b)) return 0.0;
  return {};
}

}  // namespace graze::octree
