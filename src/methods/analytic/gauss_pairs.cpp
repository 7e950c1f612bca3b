// SPDX-License-Identifier: MIT
// Question   Along which axes may two convex polytopes be apart at an instant?                [B6]
// Source     Albocher et al., section III-A: point/region and arc/arc pairs of two Gauss maps, here
//            of any two polytopes.
// Guarantee  None needed: any axis may be tried; what it proves is decided by ConvexPair.
#include <cmath>

#include "methods/analytic/convex_pair.h"

namespace graze::analytic {
namespace {
constexpr std::size_t kMostAxes = 3;
constexpr double kLeastSine = 1e-7;  // of two edges; their cross product is mere rounding below

/// Keeps the largest gaps, in descending order.
class BestAxes {
 public:
  void offer(const ConvexAxis& axis) {
    if (axes_.size() == kMostAxes && axis.gap <= axes_.back().gap) return;
    std::size_t k = axes_.size();
    while (k > 0 && axes_[k - 1].gap < axis.gap) --k;
    axes_.insert(axes_.begin() + std::ptrdiff_t(k), axis);
    if (axes_.size() > kMostAxes) axes_.pop_back();
  }
  std::vector<ConvexAxis> take() { return std::move(axes_); }

 private:
  std::vector<ConvexAxis> axes_;
};

using Kind = ConvexAxis::Kind;

ConvexAxis axis_of(Kind kind, std::uint32_t a, std::uint32_t b, double sign, double gap) {
  ConvexAxis axis;
  axis.kind = kind, axis.a = a, axis.b = b, axis.sign = sign, axis.gap = gap;
  return axis;
}

void offer_faces(const ConvexSide& a, const ConvexSide& b, const ConvexMoment& m, BestAxes& best) {
  for (std::uint32_t k = 0; k < a.normals.size(); ++k) {
    const Vec3& n = a.normals[k];
    const double gap =
        n.dot(m.translation) - b.support(-(m.rotation.transpose() * n)) - a.heights[k];
    best.offer(axis_of(Kind::kFaceOfA, k, 0, 1.0, gap));
  }
  for (std::uint32_t k = 0; k < b.normals.size(); ++k) {
    const Vec3 n = m.rotation * b.normals[k];
    const double gap = -n.dot(m.translation) - a.support(-n) - b.heights[k];
    best.offer(axis_of(Kind::kFaceOfB, 0, k, 1.0, gap));
  }
}

/// Signs decide whether the arc of an edge of a crosses the (antipodal) arc of one of b: the ends
/// of each must lie on different sides of the other's great circle, and in the same half.
void offer_edges(const ConvexSide& a, const ConvexSide& b, const ConvexMoment& m, BestAxes& best) {
  const std::size_t faces = a.normals.size();
  std::vector<Vec3> normals_b(b.normals.size());
  for (std::size_t k = 0; k < normals_b.size(); ++k) normals_b[k] = m.rotation * b.normals[k];
  std::vector<double> y(faces);  // n . f for all normals of a
  std::vector<double> x(a.edges.size() * normals_b.size());
  for (std::size_t i = 0; i < a.edges.size(); ++i)
    for (std::size_t j = 0; j < normals_b.size(); ++j)
      x[i * normals_b.size() + j] = a.edges[i].direction.dot(normals_b[j]);
  for (std::uint32_t j = 0; j < b.edges.size(); ++j) {
    const SideEdge& eb = b.edges[j];
    const Vec3 f = m.rotation * eb.direction;
    const Vec3 on_b = m.rotation * b.vertices[eb.tail] + m.translation;
    for (std::size_t k = 0; k < faces; ++k) y[k] = a.normals[k].dot(f);
    for (std::uint32_t i = 0; i < a.edges.size(); ++i) {
      const SideEdge& ea = a.edges[i];
      const double x0 = x[i * normals_b.size() + eb.face[0]],
                   x1 = x[i * normals_b.size() + eb.face[1]];
      const double y0 = y[ea.face[0]], y1 = y[ea.face[1]];
      if (!(x0 * x1 < 0.0 && y0 * y1 < 0.0 && x0 * y1 < 0.0)) continue;
      const Vec3 across = ea.direction.cross(f);
      const double length = across.norm();
      if (length < kLeastSine) continue;
      const double sign =
          across.dot(a.normals[ea.face[0]] + a.normals[ea.face[1]]) < 0.0 ? -1.0 : 1.0;
      const double gap = sign * across.dot(on_b - a.vertices[ea.tail]) / length;
      best.offer(axis_of(Kind::kEdges, i, j, sign, gap));
    }
  }
}
}  // namespace

std::vector<ConvexAxis> best_axes(const ConvexSide& a, const ConvexSide& b,
                                  const ConvexMoment& moment) {
  BestAxes best;
  offer_faces(a, b, moment, best);
  offer_edges(a, b, moment, best);
  return best.take();
}

}  // namespace graze::analytic
