// SPDX-License-Identifier: MIT
// Question   When do two convex polytopes under rational motion meet and part?                [B6]
// Source     Albocher et al., section VI (k-DOPs and convex polytopes as future work);
//            docs/methods/analytic.md, section 7.
// Guarantee  Proved: apart outside the intervals, overlapping inside, rounding included.
#include <graze/motion/common_pieces.h>

#include <algorithm>
#include <cmath>

#include "graze/methods/analytic_convex.h"
#include "methods/analytic/contact_list.h"
#include "methods/analytic/convex_scan.h"
#include "methods/analytic/pair_set_up.h"
#include "methods/analytic/pieces.h"

namespace graze {
namespace {
using namespace analytic;

Box box_around(const TriangleMesh& mesh) {
  const Aabb& bounds = mesh.bounds();
  return {0.5 * (bounds.lo + bounds.hi), Mat3::Identity(),
          0.5 * (bounds.hi - bounds.lo) * (1.0 + 0x1p-48)};
}

Feature face_feature(const ConvexPolytope& polytope, std::uint32_t face) {
  return {FeatureKind::kFace, polytope.faces()[face].triangle, {}};
}

Feature edge_feature(const ConvexPolytope& polytope, std::uint32_t edge) {
  const ConvexPolytope::Edge& e = polytope.edges()[edge];
  return {FeatureKind::kEdge,
          e.triangle,
          {std::min(e.vertices[0], e.vertices[1]), std::max(e.vertices[0], e.vertices[1])}};
}

Feature vertex_feature(const ConvexPolytope& polytope, std::uint32_t vertex) {
  const auto triangles = polytope.mesh().triangles();
  for (std::size_t k = 0; k < triangles.size(); ++k)
    if (std::find(triangles[k].begin(), triangles[k].end(), vertex) != triangles[k].end())
      return {FeatureKind::kVertex, TriangleId(k), {vertex, 0}};
  return {};
}

/// What of a polytope is farthest in a direction: vertices nearer than 1e-10 of its size to the
/// farthest count.
Feature feature_towards(const ConvexPolytope& polytope, const ConvexSide& side,
                        const Vec3& direction) {
  const double top = side.support(direction);
  double size = 0.0;
  for (const Vec3& v : side.vertices) size = std::fmax(size, v.norm());
  const auto is_top = [&](std::uint32_t v) {
    return direction.dot(side.vertices[v]) >= top - 1e-10 * size;
  };
  for (std::uint32_t k = 0; k < side.normals.size(); ++k) {
    const Triangle& t = polytope.mesh().triangles()[polytope.faces()[k].triangle.index()];
    if (is_top(t[0]) && is_top(t[1]) && is_top(t[2])) return face_feature(polytope, k);
  }
  for (std::uint32_t k = 0; k < side.edges.size(); ++k)
    if (is_top(polytope.edges()[k].vertices[0]) && is_top(polytope.edges()[k].vertices[1]))
      return edge_feature(polytope, k);
  std::uint32_t vertex = 0;
  while (!is_top(vertex)) ++vertex;
  return vertex_feature(polytope, vertex);
}

/// One piece of time.
class Piece {
 public:
  Piece(const ConvexPolytope& a, const ConvexPolytope& b, const Box& box_a, const Box& box_b)
      : a_(a), b_(b), side_a_(side_of(a, box_a.centre)), side_b_(side_of(b, box_b.centre)) {}

  void scan(const PairFunctions& p, const Interval& span, bool first_only,
            ContactList<ConvexContacts>& list, ConvexContacts& contacts) {
    ConvexPair pair(p, side_a_, side_b_);
    const ConvexScan scan = scan_convex(pair, first_only);
    const PieceTime time(span);
    for (const ConvexStretch& s : scan.stretches) {
      if (s.phase == Phase::kApart) {
        list.apart({time.at(s.lo), time.at(s.hi)}, features(pair, s.first, s.lo),
                   features(pair, s.last, s.hi));
      } else if (s.phase == Phase::kOverlap) {
        list.overlap({time.at(s.lo), time.at(s.hi)});
      } else {
        list.unsure(time.outward(s.lo, s.hi), s.decided);
      }
    }
    if (!scan.complete) list.stop(time.at(scan.stretches.back().hi), Undecided::kTooManySteps);
    contacts.error =
        std::fmax(contacts.error, scan.used_band ? pair.band() : 16.0 * pair.length_error());
    contacts.degree = std::max(contacts.degree, p.degree);
    contacts.stats.box_tests += pair.bounds;
    contacts.stats.iterations += pair.points;
  }

 private:
  ConvexFeaturePair features(ConvexPair& pair, const ConvexAxis& axis, double s) const {
    const ConvexMoment m = pair.moment_at(s);
    switch (axis.kind) {
      case ConvexAxis::Kind::kFaceOfA:
        return {face_feature(a_, axis.a),
                feature_towards(b_, side_b_, -(m.rotation.transpose() * side_a_.normals[axis.a]))};
      case ConvexAxis::Kind::kFaceOfB:
        return {feature_towards(a_, side_a_, -(m.rotation * side_b_.normals[axis.b])),
                face_feature(b_, axis.b)};
      case ConvexAxis::Kind::kEdges:
        return {edge_feature(a_, axis.a), edge_feature(b_, axis.b)};
      default:
        return {};
    }
  }

  const ConvexPolytope &a_, &b_;
  ConvexSide side_a_, side_b_;
};
}  // namespace

ConvexContacts convex_contacts(const MovingPolytope& a, const MovingPolytope& b,
                               const BoxContactOptions& options) {
  check_question(a.world_from_polytope, b.world_from_polytope, options.span);
  const Box box_a = box_around(a.polytope.mesh()), box_b = box_around(b.polytope.mesh());
  ConvexContacts contacts;
  ContactList<ConvexContacts> list(contacts);
  Piece piece(a.polytope, b.polytope, box_a, box_b);
  PairFunctions p;
  for (const CommonPiece& common :
       common_pieces(a.world_from_polytope, b.world_from_polytope, options.span)) {
    if (list.stops_at_first(options.first_only)) break;
    if (!set_up_rigid(box_a, pose_over(common.motion_a, common.span), box_b,
                      pose_over(common.motion_b, common.span), p))
      refuse_degree();
    piece.scan(p, common.span, options.first_only, list, contacts);
  }
  list.finish(options.span);
  return contacts;
}

}  // namespace graze
