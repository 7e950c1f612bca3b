// SPDX-License-Identifier: MIT
// The rows of the method table: each binds one folder of detect/ to the question of a pair.
#include <vector>

#include "graze/detect/certified_ccd.h"
#include "graze/detect/interval_ccd.h"
#include "graze/query/choose_method.h"
#include "graze/query/step_contact.h"
#include "query/octree_method.h"
#include "query/volume_method.h"

namespace graze {
namespace {
bool always(const PairQuestion&) { return true; }

bool have_bounds(const PairQuestion& question) {
  return question.a.frame_from_shape.has_bounds() && question.b.frame_from_shape.has_bounds();
}

ContactReport by_certified(const PairQuestion& question) {
  CertifiedOptions options;
  options.span = question.span;
  options.tolerance = question.tolerance;
  options.min_separation = question.min_separation;
  options.budget = question.budget;
  options.all_contacts = question.all_contacts;
  const MovingShape& a = question.a;
  const MovingShape& b = question.b;
  return first_contact_certified({a.shape.wide_tree(), a.frame_from_shape, a.padding},
                                 {b.shape.wide_tree(), b.frame_from_shape, b.padding}, options);
}

/// Keeping a distance is touching a shape that is grown by it.
double grown(double padding, double separation) {
  return separation > 0.0 ? round_up(padding + separation) : padding;
}

ContactReport by_bisection(const PairQuestion& question) {
  BisectionOptions options;
  options.span = question.span;
  options.tolerance = question.tolerance;
  options.budget = question.budget;
  options.all_contacts = question.all_contacts;
  const MovingShape& a = question.a;
  const MovingShape& b = question.b;
  return first_contact_by_bisection(
      {a.shape.tree(), a.frame_from_shape, grown(a.padding, question.min_separation)},
      {b.shape.tree(), b.frame_from_shape, b.padding}, options);
}

ContactReport by_backtracking(const PairQuestion& question) {
  ContactReport report = walk_contact(question).report;
  if (!question.all_contacts && report.contacts.size() > 1) report.contacts.resize(1);
  return report;
}
}  // namespace

std::span<const MethodRow> method_table() {
  static const std::vector<MethodRow> rows{
      {Method::kCertified, Guarantee::kProved, "motions that bound their derivatives", have_bounds,
       by_certified},
      {Method::kBisection, Guarantee::kProved, "any motion", always, by_bisection},
      {Method::kOctree, Guarantee::kConservative, "closed meshes", query::octree_applies,
       query::answer_by_octree},
      {Method::kVolume, Guarantee::kSampled, "one instant, closed meshes without padding",
       query::volume_applies, query::by_volume},
      {Method::kBacktracking, Guarantee::kSampled, "any motion", always, by_backtracking},
  };
  return rows;
}

}  // namespace graze
