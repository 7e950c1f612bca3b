// SPDX-License-Identifier: MIT
// The rows of the method table: each binds one folder of methods/ to the question of a pair.
#include <cstdio>
#include <vector>

#include "contact/end_report.h"
#include "graze/methods/analytic.h"
#include "graze/methods/analytic_meshes.h"
#include "graze/methods/bisection.h"
#include "graze/methods/certified.h"
#include "graze/methods/linear.h"
#include "graze/motion/polynomial_pose.h"
#include "graze/query/choose_method.h"
#include "graze/query/step_contact.h"
#include "query/kernel_bodies.h"
#include "query/octree_method.h"
#include "query/proved_answer.h"
#include "query/volume_method.h"

namespace graze {
namespace {
bool always(const PairQuestion&) { return true; }

bool have_bounds(const PairQuestion& question) {
  return question.a.frame_from_shape.has_bounds() && question.b.frame_from_shape.has_bounds();
}

std::string describe(const SurfacePlace& place) {
  if (place.name.empty()) return "a triangle";
  char uv[64];
  std::snprintf(uv, sizeof uv, "' at (%.9g, %.9g)", place.uv[0], place.uv[1]);
  return "'" + place.name + uv;
}

/// The report says on which faces, and where on them.
ContactReport by_faces(const PairQuestion& question, const CertifiedOptions& options) {
  SurfaceContactReport report = first_contact_certified(query::surface_body(question.a),
                                                        query::surface_body(question.b), options);
  if (report.outcome == Outcome::kContact)
    report.reason = "faces: " + describe(report.place_a) + " and " + describe(report.place_b);
  return report;
}

ContactReport by_certified(const PairQuestion& question) {
  CertifiedOptions options;
  options.span = question.span;
  options.tolerance = question.tolerance;
  options.min_separation = question.min_separation;
  options.budget = question.budget;
  options.all_contacts = question.all_contacts;
  if (query::has_surface(question)) return by_faces(question, options);
  return first_contact_certified(query::certified_body(question.a),
                                 query::certified_body(question.b), options);
}

/// Triangles that stand for curved faces are grown by how far they may be off: if they overlap at
/// the start, the faces need not.
ContactReport judged_by_faces(const PairQuestion& question, ContactReport report) {
  if (report.outcome != Outcome::kOverlapAtStart || !have_bounds(question)) return report;
  PairQuestion start = question;
  start.span = Interval(question.span.lo);
  if (query::proved_answer(start).outcome == Outcome::kOverlapAtStart) return report;
  const Stats spent = report.stats;
  report = by_certified(question);
  report.stats += spent;
  if (explanation(report).empty())
    report.reason =
        "handed over by bisection: its triangles overlap at the start, the faces do not";
  return report;
}

ContactReport by_bisection(const PairQuestion& question) {
  BisectionOptions options;
  options.span = question.span;
  options.tolerance = question.tolerance;
  options.budget = question.budget;
  options.all_contacts = question.all_contacts;
  const ContactReport report =
      first_contact_bisection(query::moving_tree(question.a, question.min_separation),
                              query::moving_tree(question.b), options);
  return query::has_surface(question) ? judged_by_faces(question, report) : report;
}

ContactReport by_backtracking(const PairQuestion& question) {
  ContactReport report = walk_contact(question).report;
  if (!question.all_contacts && report.contacts.size() > 1) report.contacts.resize(1);
  return report;
}

/// Grown shapes are round at edges and corners: no polynomials of the motion bound them.
bool are_plain_and_rational(const PairQuestion& question) {
  const auto is_plain = [](const MovingShape& moving) {
    return moving.growth == 0.0 && is_rational(moving.frame_from_shape);
  };
  return is_plain(question.a) && is_plain(question.b) && question.min_separation == 0.0 &&
         !question.all_contacts && question.span.lo < question.span.hi;
}

/// The feature of the box's mesh nearest to a point: a vertex, two vertices of an edge, a triangle.
Feature mesh_feature(const MovingShape& moving, FeatureKind kind, const Vec3& p_frame, double t) {
  const Vec3 p = inverse(pose_at(moving.frame_from_shape, t)) * p_frame;
  const TriangleMesh& mesh = moving.shape.mesh();
  const Vec3& half = moving.shape.box()->half_size;
  const auto nearness = [&](std::uint32_t v) {  // how far along the sides p is from the vertex
    return (mesh.vertices()[v] - p).cwiseQuotient(half).cwiseAbs();
  };
  Feature feature{kind, TriangleId(0), {}};
  double best = kInfinity;
  for (std::uint32_t k = 0; k < mesh.triangles().size(); ++k) {
    const auto& corner = mesh.triangles()[k];
    const Vec3 a = nearness(corner[0]), b = nearness(corner[1]), c = nearness(corner[2]);
    const auto offer = [&](double distance, std::uint32_t v, std::uint32_t w) {
      if (distance >= best) return;
      best = distance;
      feature = {kind, TriangleId(k), {std::min(v, w), std::max(v, w)}};
    };
    if (kind == FeatureKind::kFace) {
      for (int axis = 0; axis < 3; ++axis)  // that the face is across
        if (mesh.vertices()[corner[0]][axis] == mesh.vertices()[corner[1]][axis] &&
            mesh.vertices()[corner[0]][axis] == mesh.vertices()[corner[2]][axis])
          offer(a[axis], 0, 0);
      continue;
    }
    const Vec3* near[3] = {&a, &b, &c};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      if (kind == FeatureKind::kVertex) {
        offer(near[i]->sum(), corner[i], corner[i]);
        continue;
      }
      const Vec3 along = (mesh.vertices()[corner[i]] - mesh.vertices()[corner[j]]).cwiseAbs();
      if ((along.array() > 0.0).count() == 1)  // an edge of the box, not a diagonal of its face
        offer((along.array() > 0.0).select(0.0, near[i]->array()).sum(), corner[i], corner[j]);
    }
  }
  if (kind == FeatureKind::kVertex) feature.vertices[1] = 0;
  return feature;
}

ContactReport by_rational_meshes(const PairQuestion& question) {
  RationalMeshOptions options;
  options.span = question.span;
  options.tolerance = question.tolerance;
  options.budget = question.budget;
  return first_mesh_contact(query::moving_mesh(question.a), query::moving_mesh(question.b),
                            options);
}

/// By the rule for all methods (docs/methods/certified.md, section 6): nearer than the tolerance,
/// and not deeper.
bool touch_at_start(const PairQuestion& question) {
  const double t = question.span.lo;
  CertifiedOptions options;
  options.span = Interval(t);
  options.tolerance = question.tolerance;
  options.min_separation = question.min_separation;
  options.budget = question.budget;
  return first_contact_certified(query::certified_body_at(question.a, t),
                                 query::certified_body_at(question.b, t), options)
             .start == StartState::kTouching;
}

/// Two solid boxes exactly, all else by its surfaces. Whatever is common at the start is an
/// overlap.
ContactReport by_polynomials(const PairQuestion& question) {
  const MovingShape& a = question.a;
  const MovingShape& b = question.b;
  const auto is_solid_box = [](const MovingShape& m) { return m.shape.box() && !m.is_said_hollow; };
  if (!is_solid_box(a) || !is_solid_box(b)) return by_rational_meshes(question);
  ContactReport report =
      first_box_contact({*a.shape.box(), a.frame_from_shape}, {*b.shape.box(), b.frame_from_shape},
                        question.span, question.tolerance);
  for (Contact& contact : report.contacts) {
    contact.feature_a = mesh_feature(a, contact.feature_a.kind, contact.point_a, report.time.hi);
    contact.feature_b = mesh_feature(b, contact.feature_b.kind, contact.point_b, report.time.hi);
  }
  return report;
}

ContactReport by_analytic(const PairQuestion& question) {
  ContactReport report = by_polynomials(question);
  const bool is_shallow = report.outcome == Outcome::kOverlapAtStart && have_bounds(question) &&
                          touch_at_start(question);
  if (!is_shallow) return report;
  report = by_certified(question);
  report.reason = "handed over by analytic: in touch at the start";
  return report;
}

/// Rigid pairs have methods that need no chords.
bool deform_and_have_bounds(const PairQuestion& question) {
  return question.deforms() && have_bounds(question) && !question.all_contacts;
}

ContactReport by_linear(const PairQuestion& question) {
  LinearBodyOptions options;
  options.span = question.span;
  options.tolerance = question.tolerance;
  options.min_separation = question.min_separation;
  options.budget = question.budget;
  const auto body = [](const MovingShape& m) {
    return LinearBody{m.shape.mesh(), m.deformation, m.frame_from_shape, m.growth};
  };
  if (question.is_self) return first_self_contact_linear(body(question.a), options);
  ContactReport report = first_contact_linear(body(question.a), body(question.b), options);
  if (report.outcome == Outcome::kOverlapAtStart && touch_at_start(question)) {
    end_in_contact(report, Interval(question.span.lo));  // whatever crosses is an overlap there
    report.start = StartState::kTouching;
  }
  return report;
}
}  // namespace

std::span<const MethodRow> method_table() {
  static const std::vector<MethodRow> rows{
      {Method::kCertified, Guarantee::kProved, "motions that bound their derivatives", have_bounds,
       by_certified},
      {Method::kAnalytic, Guarantee::kProved,
       "boxes or meshes without rounding, padding, separation or all contacts, in rational motion "
       "over a span of time (docs/methods/analytic.md)",
       are_plain_and_rational, by_analytic},
      {Method::kBisection, Guarantee::kProved, "any motion", always, by_bisection, false, true},
      {Method::kLinear, Guarantee::kProved,
       "a body that deforms, one contact, and motions that bound their derivatives",
       deform_and_have_bounds, by_linear, true},
      {Method::kOctree, Guarantee::kConservative, "any motion", always, query::answer_by_octree,
       false, true},
      {Method::kVolume, Guarantee::kSampled,
       "one instant, solids without padding; no mesh with a rounding", query::volume_applies,
       query::by_volume},
      {Method::kBacktracking, Guarantee::kSampled, "any motion", always, by_backtracking},
  };
  return rows;
}

}  // namespace graze
