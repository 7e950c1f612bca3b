// SPDX-License-Identifier: MIT
// Question   Which bodies are solids, and is one inside another at an instant?             [G1, G2]
// Source     Winding numbers (geometry/point_inclusion).
// Guarantee  kYes and kNo hold for the stored coordinates and the true poses: a vertex is asked
//            with the ball of all places where it may be.
// Changed    -
#include "graze/scene/solidity.h"

#include <algorithm>
#include <cmath>

#include "graze/geometry/closure.h"
#include "graze/geometry/point_inclusion.h"
#include "scene/located.h"

namespace graze {
namespace {
constexpr double kU = kUnitRoundoff;
constexpr double kUp = 1.0 + 0x1p-40;  // more than sums and norms round
constexpr std::size_t kCornersAsked = 768;

Aabb grown(Aabb box, double by) {
  box.lo.array() -= by;
  box.hi.array() += by;
  return box;
}

/// No point of the inner body's box can be in the outer one's.
bool are_boxes_apart(const PlacedShape& inner, const PlacedShape& outer) {
  const Aabb& box = inner.shape.mesh().bounds();
  if (box.is_empty() || outer.shape.mesh().is_empty()) return true;
  const Located centre = located(box.centre(), inner.at, outer.at);
  const Mat3 turn = outer.at.pose.rotation.transpose() * inner.at.pose.rotation;
  const Vec3 half = turn.cwiseAbs() * (0.5 * box.size());
  const double slack = centre.error + 1e-9 * half.norm() + 16.0 * kU * box.centre().norm() +
                       2.0 * (inner.shape.mesh_error() + outer.shape.mesh_error()) +
                       (inner.at.rotation_error + outer.at.rotation_error) * box.diagonal();
  const Aabb moved = grown({centre.point - half, centre.point + half}, slack);
  return !moved.overlaps(outer.shape.mesh().bounds());
}

/// kUnsure: the point is not far enough from the surface. The meshes of curved faces are near them:
/// where a point is farther from the outer mesh than both meshes may be from their faces, what is
/// true of the meshes is true of the faces.
InsideAnswer asked(const Vec3& p, const PlacedShape& inner, const PlacedShape& outer) {
  return find_inside(p, kUp * inner.shape.mesh_error(), inner, outer);
}

std::size_t stride(std::size_t count, std::size_t most) {
  return std::max<std::size_t>(1, count / most);
}

/// Where surfaces are apart, any vertex decides for a body that is one connected part.
InsideAnswer of_any_vertex(const PlacedShape& inner, const PlacedShape& outer) {
  const auto vertices = inner.shape.mesh().vertices();
  for (std::size_t i = 0; i < vertices.size(); i += stride(vertices.size(), kCornersAsked)) {
    const InsideAnswer here = asked(vertices[i], inner, outer);
    if (here != InsideAnswer::kUnsure) return here;
  }
  return InsideAnswer::kUnsure;
}

/// The ball around the outer body's box, seen from the inner one: whatever is farther away than
/// that is not inside.
class BallOfOuter {
 public:
  BallOfOuter(const PlacedShape& inner, const PlacedShape& outer) {
    const Aabb& box = outer.shape.mesh().bounds();
    const Located at = located(box.centre(), outer.at, inner.at);
    const double radius = 0.5 * box.diagonal() * (1.0 + outer.at.rotation_error) + at.error +
                          2.0 * (inner.shape.mesh_error() + outer.shape.mesh_error());
    centre_ = at.point;
    square_ = kUp * kUp * radius * radius + 1e-300;
  }
  bool excludes(const Vec3& p) const { return (p - centre_).squaredNorm() > square_; }

 private:
  Vec3 centre_;
  double square_;
};

InsideAnswer has_part_inside(const PlacedShape& inner, const PlacedShape& outer) {
  if (outer.is_said_hollow || are_boxes_apart(inner, outer)) return InsideAnswer::kNo;
  InsideAnswer answer = InsideAnswer::kNo;
  const BallOfOuter ball(inner, outer);
  for (const Vec3& p : inner.shape.shells()) {
    if (ball.excludes(p)) continue;
    const InsideAnswer here = asked(p, inner, outer);
    if (here == InsideAnswer::kYes) return here;
    if (here == InsideAnswer::kUnsure) answer = here;
  }
  const bool is_curved = inner.shape.is_surface() || outer.shape.is_surface();
  if (answer == InsideAnswer::kUnsure && is_curved && inner.shape.shells().size() == 1)
    return of_any_vertex(inner, outer);
  return answer;
}

/// In the order of the forms; a mesh is examined itself, a surface by its mesh.
Solidity::Why why_of(const ShapeForm& form) {
  using Why = Solidity::Why;
  static constexpr Why kWhy[] = {Why::kClosedMesh, Why::kBox,      Why::kRound,
                                 Why::kRound,      Why::kCylinder, Why::kCone,
                                 Why::kHalfSpace,  Why::kHull,     Why::kClosedMesh};
  static_assert(std::size(kWhy) == std::variant_size_v<ShapeForm>);
  return kWhy[form.index()];
}

MotionState enclosed_state(const Motion& motion, double t) {
  const IntervalPose pose = enclose_pose(motion, Interval(t));
  MotionState state;
  state.pose = {pose.rotation.middle(), pose.translation.middle()};
  double rotation_sq = 0.0, translation_sq = 0.0;
  for (int i = 0; i < 3; ++i) {
    const double shift = pose.translation[i].hi - pose.translation[i].lo;
    translation_sq += shift * shift;
    for (int k = 0; k < 3; ++k) {
      const double turn = pose.rotation(i, k).hi - pose.rotation(i, k).lo;
      rotation_sq += turn * turn;
    }
  }
  state.rotation_error = std::sqrt(rotation_sq) * kUp;
  state.translation_error = std::sqrt(translation_sq) * kUp;
  return state;
}
}  // namespace

Solidity solidity_of(const Shape& shape, bool is_said_hollow) {
  using Why = Solidity::Why;
  if (shape.mesh().is_empty()) return {Why::kEmpty, 0};
  if (is_said_hollow) return {Why::kSaidSo, 0};
  const bool is_form = !std::holds_alternative<MeshForm>(shape.form()) && !shape.is_surface();
  if (is_form) return {why_of(shape.form()), 0};
  const ClosureReport& report = shape.closure();
  if (report.closure == Closure::kClosed) return {Why::kClosedMesh, 0};
  if (shape.rounding() > 0.0 && shape.mesh().triangles().size() == 1) return {Why::kRound, 0};
  if (report.closure == Closure::kOpen) return {Why::kOpenMesh, report.open_edges};
  return {report.closure == Closure::kFlat ? Why::kFlatMesh : Why::kInsideOut, 0};
}

std::string describe(const Solidity& solidity) {
  const std::string edges = std::to_string(solidity.open_edges);
  switch (solidity.why) {
    case Solidity::Why::kBox:
      return "solid (box)";
    case Solidity::Why::kRound:
      return "solid (round)";
    case Solidity::Why::kCylinder:
      return "solid (cylinder)";
    case Solidity::Why::kCone:
      return "solid (cone)";
    case Solidity::Why::kHalfSpace:
      return "solid (half-space)";
    case Solidity::Why::kHull:
      return "solid (convex hull)";
    case Solidity::Why::kClosedMesh:
      return "solid (closed mesh)";
    case Solidity::Why::kEmpty:
      return "surface (no triangles)";
    case Solidity::Why::kSaidSo:
      return "surface (\"solid\": false)";
    case Solidity::Why::kOpenMesh:
      return "surface (" + edges + (solidity.open_edges == 1 ? " open edge)" : " open edges)");
    case Solidity::Why::kFlatMesh:
      return "surface (closed, without volume)";
    case Solidity::Why::kInsideOut:
      return "surface (closed, facing inward)";
  }
  return "";
}

PlacedShape placed_at(const Shape& shape, bool is_said_hollow, const Motion& frame_from_shape,
                      double t) {
  return {shape, is_said_hollow,
          frame_from_shape.has_bounds() ? state_at(frame_from_shape, t)
                                        : enclosed_state(frame_from_shape, t)};
}

InsideAnswer find_inside(const Vec3& point, double radius, const PlacedShape& inner,
                         const PlacedShape& outer) {
  const Located at = located(point, inner.at, outer.at);
  const double ball = radius + at.error + kUp * outer.shape.mesh_error();
  if (!grown(outer.shape.mesh().bounds(), 2.0 * ball).contains(at.point)) return InsideAnswer::kNo;
  if (outer.shape.closure().closure != Closure::kClosed) return InsideAnswer::kNo;
  switch (outer.shape.locator().place_of(at.point, ball)) {
    case PointPlace::kInside:
      return InsideAnswer::kYes;
    case PointPlace::kOnSurface:
      return InsideAnswer::kUnsure;
    case PointPlace::kOutside:
      break;
  }
  return InsideAnswer::kNo;
}

Inside find_inside(const PlacedShape& a, const PlacedShape& b) {
  const InsideAnswer a_in_b = has_part_inside(a, b);
  if (a_in_b == InsideAnswer::kYes) return {a_in_b, true};
  const InsideAnswer b_in_a = has_part_inside(b, a);
  return {b_in_a == InsideAnswer::kNo ? a_in_b : b_in_a, false};
}

}  // namespace graze
