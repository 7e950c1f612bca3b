// SPDX-License-Identifier: MIT
// Question   When, where and how do two moving meshes first touch?
// Source     docs/methods/certified.md; the problem is that of Redon, Kheddar, Coquillart 2002.
// Guarantee  Proved: no new contact before time.lo; the distance at time.hi is at most the
// tolerance. Changed    Bounds of second order and a best-first search instead of interval
// bisection.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "detect/interval_ccd/contact_direction.h"
#include "detect/interval_ccd/contacts_at.h"
#include "detect/interval_ccd/start_contact.h"
#include "detect/interval_ccd/window_search.h"
#include "graze/base/error.h"
#include "graze/detect/certified_ccd.h"

namespace graze {
namespace {

using interval_ccd::Candidate;
using interval_ccd::MovingPair;
using interval_ccd::NearPair;
using interval_ccd::StartContact;
using interval_ccd::TreesAtInstant;
using interval_ccd::WindowInput;
using interval_ccd::WindowSearch;

constexpr double kMostTurnPerWindow = 3.0;  // rad; more turns are searched window by window
constexpr std::size_t kMostContacts = 10'000;

double radius_about_origin(const TriangleMesh& mesh) {
  const Vec3 farthest = mesh.bounds().lo.cwiseAbs().cwiseMax(mesh.bounds().hi.cwiseAbs());
  return farthest.norm() * (1.0 + 0x1p-40);
}

// A power of two that brings the larger tree to a size of about one.
double unit_scale(const WideObbTree& a, const WideObbTree& b) {
  const double size =
      std::max({a.binary().nodes()[0].box.radius(), b.binary().nodes()[0].box.radius(), 1e-280});
  return std::ldexp(1.0, -std::ilogb(size));
}

void check(const CertifiedBody& body, const CertifiedOptions& options) {
  if (!(options.tolerance > 0.0) || !std::isfinite(options.tolerance)) {
    throw InputError({"tolerance", std::to_string(options.tolerance), "a finite length > 0", ""});
  }
  if (!(options.min_separation >= 0.0) || !(body.padding >= 0.0)) {
    throw InputError({"separation or padding", "a negative number", "a length >= 0", ""});
  }
  if (!(options.span.lo <= options.span.hi)) {
    throw InputError({"span", "an end before the start", "start <= end", ""});
  }
  if (!body.motion.has_bounds()) {
    throw InputError({"motion", "one without twist and derivative bounds", "one with them",
                      "give them in CustomMotion, or use the method `bisection`"});
  }
}

/// One question: two bodies, their smooth pieces, and what is known so far.
class Question {
 public:
  Question(const CertifiedBody& a, const CertifiedBody& b, const CertifiedOptions& options)
      : a_(a), b_(b), options_(options), watch_(options.budget) {
    input_.tree_a = &a.tree;
    input_.tree_b = &b.tree;
    input_.scale = unit_scale(a.tree, b.tree);
    input_.pair.radius_a = radius_about_origin(a.tree.binary().mesh());
    input_.pair.radius_b = radius_about_origin(b.tree.binary().mesh());
    input_.pair.gap = a.padding + b.padding + options.min_separation;
    input_.pair.tolerance = options.tolerance;
    report_.method = Method::kCertified;
    report_.guarantee = Guarantee::kProved;
    report_.tolerance = options.tolerance;
  }

  ContactReport answer() {
    search_pieces();
    report_.stats.seconds = watch_.elapsed_seconds();
    return std::move(report_);
  }

 private:
  void search_pieces() {
    report_.outcome = Outcome::kSeparated;
    report_.time = options_.span;
    const std::vector<SmoothPiece> pieces_a = smooth_pieces(a_.motion, options_.span);
    const std::vector<SmoothPiece> pieces_b = smooth_pieces(b_.motion, options_.span);
    for (std::size_t i = 0, j = 0; i < pieces_a.size() && j < pieces_b.size();) {
      const Interval common{std::max(pieces_a[i].span.lo, pieces_b[j].span.lo),
                            std::min(pieces_a[i].span.hi, pieces_b[j].span.hi)};
      input_.pair.motion_a = pieces_a[i].motion;
      input_.pair.motion_b = pieces_b[j].motion;
      if (!search_piece(common)) return;
      const bool a_ends = pieces_a[i].span.hi <= common.hi;
      const bool b_ends = pieces_b[j].span.hi <= common.hi;
      i += a_ends ? 1 : 0;
      j += b_ends ? 1 : 0;
    }
    if (start_ != nullptr) report_.start = start_->state();
  }

  // False once the answer is known.
  bool search_piece(const Interval& piece) {
    const double turn = (bounds_over(input_.pair.motion_a, piece).angular_speed +
                         bounds_over(input_.pair.motion_b, piece).angular_speed) *
                        (piece.hi - piece.lo);
    const int windows =
        static_cast<int>(std::clamp(std::ceil(turn / kMostTurnPerWindow), 1.0, 1e8));
    double begin = piece.lo;
    for (int w = 1; w <= windows; ++w) {
      const double share = static_cast<double>(w) / windows;
      const double end = w == windows ? piece.hi : piece.lo + (piece.hi - piece.lo) * share;
      if (!search_window({begin, end})) return false;
      begin = end;
    }
    return true;
  }

  bool search_window(const Interval& window) {
    input_.window = window;
    input_.pair.bounds_a = bounds_over(input_.pair.motion_a, window);
    input_.pair.bounds_b = bounds_over(input_.pair.motion_b, window);
    prepare_start();
    thread_local interval_ccd::SearchMemory memory;
    WindowSearch search(input_, test(), *start_, memory, watch_, report_.stats);
    if (options_.likely_first) {
      search.try_first(options_.likely_first->a.value, options_.likely_first->b.value);
    }
    search.run();
    if (!search.is_complete()) return undecided(search.sure_until(), search.reason());
    if (start_->has_looked() && start_->state() == StartState::kOverlapping) return overlapping();
    if (search.contact()) return contact(*search.contact());
    return true;
  }

  interval_ccd::WideTest test() const {
    return options_.portable ? interval_ccd::portable_wide_test() : interval_ccd::wide_test();
  }

  // What "start" means is the start of the whole span, with the motions' first piece.
  void prepare_start() {
    if (start_ != nullptr) return;
    start_pair_ = input_.pair;
    at_start_ = {input_.tree_a, input_.tree_b, moment_at(start_pair_, options_.span.lo),
                 input_.scale};
    start_ = std::make_unique<StartContact>(at_start_, start_pair_, test(), report_.stats);
  }

  bool undecided(double sure_until, const char* reason) {
    report_.outcome = Outcome::kUndecided;
    report_.time = {sure_until, options_.span.hi};
    report_.reason = reason;
    return false;
  }

  bool overlapping() {
    report_.outcome = Outcome::kOverlapAtStart;
    report_.start = StartState::kOverlapping;
    report_.time = {options_.span.lo, options_.span.lo};
    for (const NearPair& near : start_->overlaps()) add_contact(near, at_start_.moment);
    return false;
  }

  bool contact(const Candidate& found) {
    report_.outcome = Outcome::kContact;
    report_.start = start_->state();
    report_.time = {found.t, found.t};
    const TreesAtInstant at_contact{input_.tree_a, input_.tree_b, moment_at(input_.pair, found.t),
                                    input_.scale};
    add_contact(near_pair(found, at_contact.moment), at_contact.moment);
    if (options_.all_contacts) add_others(found, at_contact);
    return false;
  }

  NearPair near_pair(const Candidate& found, const interval_ccd::Moment& moment) const {
    const auto placed = place(a_.tree.binary().mesh().corners(found.triangle_a),
                              b_.tree.binary().mesh().corners(found.triangle_b), moment);
    return {found.triangle_a, found.triangle_b, triangle_distance(placed.a, placed.b)};
  }

  void add_others(const Candidate& found, const TreesAtInstant& at_contact) {
    for (const NearPair& near : near_pairs(at_contact, input_.pair.gap + input_.pair.tolerance,
                                           kMostContacts, test(), report_.stats)) {
      if (near.triangle_a == found.triangle_a && near.triangle_b == found.triangle_b) continue;
      add_contact(near, at_contact.moment);
    }
  }

  void add_contact(const NearPair& near, const interval_ccd::Moment& moment);

  const CertifiedBody& a_;
  const CertifiedBody& b_;
  const CertifiedOptions& options_;
  BudgetWatch watch_;
  WindowInput input_;
  MovingPair start_pair_;
  TreesAtInstant at_start_;
  std::unique_ptr<StartContact> start_;
  ContactReport report_;
};

Feature feature_of(const TriangleMesh& mesh, std::uint32_t triangle, const TriangleFeature& part) {
  const Triangle& corners = mesh.triangles()[triangle];
  Feature feature{FeatureKind::kFace, TriangleId{triangle}, {}};
  if (part.kind == TriangleFeature::Kind::kVertex) {
    feature.kind = FeatureKind::kVertex;
    feature.vertices[0] = corners[part.index];
  } else if (part.kind == TriangleFeature::Kind::kEdge) {
    feature.kind = FeatureKind::kEdge;
    const auto ends = std::minmax(corners[part.index], corners[(part.index + 1) % 3]);
    feature.vertices[0] = ends.first;
    feature.vertices[1] = ends.second;
  }
  return feature;
}

void Question::add_contact(const NearPair& near, const interval_ccd::Moment& moment) {
  const TriangleMesh& mesh_a = a_.tree.binary().mesh();
  const TriangleMesh& mesh_b = b_.tree.binary().mesh();
  const auto placed =
      place(mesh_a.corners(near.triangle_a), mesh_b.corners(near.triangle_b), moment);
  const TriangleDistance& d = near.distance;
  Contact contact;
  contact.point_a = d.point_a + moment.a.position;
  contact.point_b = d.point_b + moment.a.position;
  contact.point = 0.5 * (contact.point_a + contact.point_b);
  contact.distance = d.distance();
  contact.normal = interval_ccd::contact_direction(placed, d, placed.distance_error).n;
  contact.feature_a = feature_of(mesh_a, near.triangle_a, d.feature_a);
  contact.feature_b = feature_of(mesh_b, near.triangle_b, d.feature_b);
  if (report_.contacts.empty()) {
    const Vec3 velocity_a = moment.a.velocity + moment.a.spin.cross(d.point_a);
    const Vec3 velocity_b =
        moment.b.velocity + moment.b.spin.cross(contact.point_b - moment.b.position);
    report_.closing_speed = contact.normal.dot(velocity_a - velocity_b);
  }
  report_.contacts.push_back(contact);
}

}  // namespace

ContactReport first_contact_certified(const CertifiedBody& a, const CertifiedBody& b,
                                      const CertifiedOptions& options) {
  check(a, options);
  check(b, options);
  if (a.tree.nodes().empty() || b.tree.nodes().empty()) {
    ContactReport report;
    report.outcome = Outcome::kSeparated;
    report.guarantee = Guarantee::kProved;
    report.time = options.span;
    report.tolerance = options.tolerance;
    return report;
  }
  return Question(a, b, options).answer();
}

}  // namespace graze
