// SPDX-License-Identifier: MIT
// Question   When do two meshes under rational motion first touch?                            [B6]
// Source     Albocher et al., section VI: "using a hierarchy of OBBs";
//            docs/methods/analytic.md, section 8.
// Guarantee  Proved: nothing touches before the bracket. Pairs of boxes and triangles are taken in
//            the order of the times up to which they are proved apart.
#include <graze/base/error.h>
#include <graze/geometry/triangle_distance.h>
#include <graze/motion/common_pieces.h>

#include <algorithm>
#include <cmath>
#include <queue>
#include <utility>

#include "contact/end_report.h"
#include "graze/base/number_text.h"
#include "graze/methods/analytic_meshes.h"
#include "methods/analytic/contact_list.h"
#include "methods/analytic/convex_pair.h"
#include "methods/analytic/node_functions.h"
#include "methods/analytic/pair_set_up.h"
#include "methods/analytic/pieces.h"
#include "spatial/mesh_feature.h"

namespace graze {
namespace {
using namespace analytic;

constexpr int kMostSteps = 4;  // of one pair of boxes: then their children are nearer to the truth

/// Two nodes of the trees and the time up to which they are known to be apart.
struct NodePair {
  double apart_until;
  std::uint32_t a, b;
  /// The latest first: a queue gives the largest.
  friend bool operator<(const NodePair& p, const NodePair& q) {
    return std::tie(p.apart_until, p.a, p.b) > std::tie(q.apart_until, q.a, q.b);
  }
};

struct TriangleHit {
  double time = 2.0;  // of the piece; above 1: none
  std::uint32_t a = 0, b = 0;
  friend bool operator<(const TriangleHit& p, const TriangleHit& q) {
    return std::tie(p.time, p.a, p.b) < std::tie(q.time, q.a, q.b);
  }
};

Box box_of(const TriangleMesh& mesh) {
  const Aabb& bounds = mesh.bounds();
  return {0.5 * (bounds.lo + bounds.hi), Mat3::Identity(),
          0.5 * (bounds.hi - bounds.lo) * (1.0 + 0x1p-40)};
}

Box about(const Box& box, const Vec3& centre) {
  return {box.centre - centre, box.axes, box.half_size};
}

/// One piece of time: a search through both trees.
class Search {
 public:
  Search(const ObbTree& a, const ObbTree& b, BudgetWatch& watch, Stats& stats)
      : a_(a), b_(b), watch_(watch), stats_(stats) {}

  /// The first pair of triangles that cannot be proved apart any longer.
  TriangleHit run(const PairFunctions& bodies, const Vec3& centre_a, const Vec3& centre_b) {
    bodies_ = &bodies;
    centre_a_ = centre_a, centre_b_ = centre_b;
    queue_.push({0.0, 0, 0});
    while (!queue_.empty() && queue_.top().apart_until < hit_.time && !watch_.exhausted()) {
      const NodePair pair = queue_.top();
      queue_.pop();
      look_at(pair);
    }
    sure_until_ = queue_.empty() ? 1.0 : queue_.top().apart_until;
    return hit_;
  }
  double sure_until() const { return sure_until_; }

 private:
  double end() const { return std::fmin(1.0, hit_.time); }

  void look_at(const NodePair& pair) {
    const ObbNode &a = a_.nodes()[pair.a], &b = b_.nodes()[pair.b];
    watch_.spend();
    ++stats_.box_tests;
    node_functions(*bodies_, about(a.box, centre_a_), about(b.box, centre_b_), functions_);
    const double t = scan_functions().apart_until(functions_, pair.apart_until, end(), kMostSteps);
    if (t >= end()) return;
    if (a.is_leaf() && b.is_leaf()) return look_at_triangles(a, b, t);
    const bool splits_a = b.is_leaf() || (!a.is_leaf() && a.box.radius() >= b.box.radius());
    for (const std::uint32_t k : {0u, 1u})
      queue_.push(splits_a ? NodePair{t, a.first + k, pair.b} : NodePair{t, pair.a, b.first + k});
  }

  void look_at_triangles(const ObbNode& a, const ObbNode& b, double from) {
    for (std::uint32_t i = 0; i < a.count; ++i)
      for (std::uint32_t j = 0; j < b.count; ++j)
        look_at_pair(a_.order()[a.first + i], b_.order()[b.first + j], from);
  }

  void look_at_pair(std::uint32_t i, std::uint32_t j, double from) {
    watch_.spend();
    ++stats_.triangle_tests;
    const Corners corners_a = a_.mesh().corners(i), corners_b = b_.mesh().corners(j);
    set_triangle(side_a_, corners_a, centre_a_);
    set_triangle(side_b_, corners_b, centre_b_);
    ConvexPair pair(*bodies_, side_a_, side_b_);
    double t = from;
    ConvexAxis extra;
    do {
      from = t;
      t = pair.apart_until(from, end(), extra.kind == ConvexAxis::Kind::kNone ? nullptr : &extra)
              .time;
      if (t >= end()) break;
      extra = nearest_axis(pair.moment_at(t));
    } while (t > from || extra_is_new(extra));
    stats_.iterations += pair.bounds;
    tried_ = false;
    if (t < end()) hit_ = std::min(hit_, TriangleHit{t, i, j});
  }

  /// Towards the closest point: what keeps needles and points apart, which have no faces.
  ConvexAxis nearest_axis(const ConvexMoment& m) const {
    Corners b;
    for (std::size_t k = 0; k < 3; ++k) b[k] = m.rotation * side_b_.vertices[k] + m.translation;
    const TriangleDistance d =
        triangle_distance({side_a_.vertices[0], side_a_.vertices[1], side_a_.vertices[2]}, b);
    ConvexAxis axis;
    if (!(d.distance() > 0.0)) return axis;
    axis.kind = ConvexAxis::Kind::kFixedInA;
    axis.fixed = (d.point_b - d.point_a).normalized();
    return axis;
  }

  /// Once more from where it stopped, with the axis found there.
  bool extra_is_new(const ConvexAxis& extra) {
    return extra.kind != ConvexAxis::Kind::kNone && !std::exchange(tried_, true);
  }

  const ObbTree &a_, &b_;
  BudgetWatch& watch_;
  Stats& stats_;
  const PairFunctions* bodies_ = nullptr;
  Vec3 centre_a_, centre_b_;
  PairFunctions functions_;
  ConvexSide side_a_, side_b_;
  std::priority_queue<NodePair> queue_;
  TriangleHit hit_;
  double sure_until_ = 0.0;
  bool tried_ = false;
};

Corners placed(const TriangleMesh& mesh, std::uint32_t triangle, const Pose& pose) {
  Corners corners = mesh.corners(triangle);
  for (Vec3& c : corners) c = pose * c;
  return corners;
}

/// From one triangle to the other where they are nearest; their own normals where they meet.
Vec3 normal_between(const Corners& a, const Corners& b, const TriangleDistance& d) {
  if (d.distance() > 0.0) return (d.point_b - d.point_a).normalized();
  const auto normal = [](const Corners& c) {
    return Vec3((c[1] - c[0]).cross(c[2] - c[0]).stableNormalized());
  };
  const Vec3 middle = (b[0] + b[1] + b[2] - a[0] - a[1] - a[2]) / 3.0;
  const Vec3 n = d.feature_a.kind == TriangleFeature::Kind::kFace ? normal(a) : normal(b);
  return n.dot(middle) < 0.0 ? Vec3(-n) : n;
}

Contact contact_at(const MovingMesh& a, const MovingMesh& b, const TriangleHit& hit, double t) {
  const Corners corners_a = placed(a.tree.mesh(), hit.a, pose_at(a.world_from_mesh, t));
  const Corners corners_b = placed(b.tree.mesh(), hit.b, pose_at(b.world_from_mesh, t));
  const TriangleDistance d = triangle_distance(corners_a, corners_b);
  Contact contact;
  contact.point_a = d.point_a;
  contact.point_b = d.point_b;
  contact.point = 0.5 * (d.point_a + d.point_b);
  contact.distance = d.distance();
  contact.normal = normal_between(corners_a, corners_b, d);
  contact.feature_a = mesh_feature(a.tree.mesh(), hit.a, d.feature_a);
  contact.feature_b = mesh_feature(b.tree.mesh(), hit.b, d.feature_b);
  return contact;
}

double closing_speed(const MovingMesh& a, const MovingMesh& b, const Contact& c, double t) {
  const auto velocity = [&](const Motion& motion) {
    const MotionState state = state_at(motion, t);
    return Vec3(state.twist.linear + state.twist.angular.cross(c.point - state.pose.translation));
  };
  return c.normal.dot(velocity(a.world_from_mesh) - velocity(b.world_from_mesh));
}

/// In a piece of the motions. `report.time` is the span that was asked about.
void report_hit(const MovingMesh& whole_a, const MovingMesh& whole_b, const TriangleHit& hit,
                const CommonPiece& piece, bool is_first, ContactReport& report) {
  const MovingMesh a{whole_a.tree, piece.motion_a}, b{whole_b.tree, piece.motion_b};
  const Interval span = report.time;
  if (hit.time <= 0.0 && is_first) {
    end_in_overlap(report, span.lo);
    return;
  }
  const Interval bracket = PieceTime(piece.span).outward(hit.time, hit.time);
  end_in_contact(report, {std::max(span.lo, bracket.lo), std::min(span.hi, bracket.hi)});
  if (report.time.hi <= piece.span.lo) {  // where the pieces meet, the one before may hold
    report.time.hi =
        instant_of(piece, whole_a.world_from_mesh, whole_b.world_from_mesh, piece.span.lo);
  }
  const Contact contact = contact_at(a, b, hit, report.time.hi);
  if (contact.distance > report.tolerance) {
    end_undecided(report, {report.time.lo, span.hi}, Undecided::kBelowRounding);
    return;
  }
  report.contacts = {contact};
  report.closing_speed = closing_speed(a, b, contact, report.time.hi);
}
}  // namespace

ContactReport first_mesh_contact(const MovingMesh& a, const MovingMesh& b,
                                 const RationalMeshOptions& options) {
  check_question(a.world_from_mesh, b.world_from_mesh, options.span);
  if (!(options.tolerance > 0.0))
    throw InputError({"tolerance", number_text(options.tolerance), "a length above zero", ""});
  ContactReport report =
      separated_report(Method::kAnalytic, Guarantee::kProved, options.span, options.tolerance);
  if (a.tree.mesh().is_empty() || b.tree.mesh().is_empty()) return report;
  BudgetWatch watch(options.budget);
  const Box box_a = box_of(a.tree.mesh()), box_b = box_of(b.tree.mesh());
  PairFunctions p;
  bool is_first = true;
  for (const CommonPiece& piece :
       common_pieces(a.world_from_mesh, b.world_from_mesh, options.span)) {
    if (!set_up_rigid(box_a, pose_over(piece.motion_a, piece.span), box_b,
                      pose_over(piece.motion_b, piece.span), p))
      refuse_degree();
    Search search(a.tree, b.tree, watch, report.stats);
    const TriangleHit hit = search.run(p, box_a.centre, box_b.centre);
    if (watch.exhausted()) {
      const double sure = PieceTime(piece.span).at(std::fmin(hit.time, search.sure_until()));
      end_undecided(report, {sure, options.span.hi}, why_undecided(watch.limit()));
      break;
    }
    if (hit.time <= 1.0) {
      report_hit(a, b, hit, piece, is_first, report);
      break;
    }
    is_first = false;
  }
  report.stats.seconds = watch.elapsed_seconds();
  return report;
}

}  // namespace graze
