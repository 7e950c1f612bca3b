// SPDX-License-Identifier: MIT
// Question   When do two deforming meshes, or one with itself, first touch?                   [C5]
// Source     Provot 1997: a first contact of surfaces is of a vertex and a face or of two edges.
// Guarantee  Every such pair is either proved free or has its boxes disjoint, up to time.hi.
// Changed    Boxes move linearly with their points, so culling follows time. Parts are searched in
//            rounds of fixed sizes on all cores; the earliest contact of a round shortens the
//            question for the next.
#include <algorithm>
#include <string>

#include "contact/end_report.h"
#include "graze/base/error.h"
#include "graze/base/parallel.h"
#include "graze/geometry/exact_predicates.h"
#include "methods/linear/check_options.h"
#include "methods/linear/linear_surface.h"
#include "methods/linear/part_search.h"

namespace graze {
namespace linear {
namespace {

constexpr std::size_t kLargestRound = 32;

/// The answer so far.
struct MeshSearch {
  MeshPair meshes;
  BudgetWatch watch;  ///< of the whole question; its tests are those of finished parts
  std::uint64_t tests = 0;
  double until;
  double safe;
  BudgetLimit limit = BudgetLimit::kNone;
  ContactReport report;

  explicit MeshSearch(const MeshPair& pair)
      : meshes(pair),
        watch(pair.options.budget),
        until(pair.options.until),
        safe(pair.options.until),
        report(separated_report(Method::kLinear, Guarantee::kProved, {0.0, pair.options.until},
                                pair.options.tolerance)) {}
};

/// Does the edge pass through the inside of the triangle? Exact; touching is left to the others.
bool pierces(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& c) {
  if (orientation(c[0], c[1], c[2], p) * orientation(c[0], c[1], c[2], q) != -1) return false;
  const int side = orientation(p, q, c[0], c[1]);
  return side != 0 && orientation(p, q, c[1], c[2]) == side &&
         orientation(p, q, c[2], c[0]) == side;
}

/// Where the line through p and q meets the triangle's plane, rounded.
Vec3 crossing(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& c) {
  const double at_p = orientation_value(c[0], c[1], c[2], p);
  const double at_q = orientation_value(c[0], c[1], c[2], q);
  return p + at_p / (at_p - at_q) * (q - p);
}

/// An edge of one mesh and a face of the other that it passes through at t = 0.
void record_overlap(ContactReport& report, const Vec3& point, const Feature& a, const Feature& b) {
  end_in_overlap(report, 0.0);
  Contact contact;
  contact.point = contact.point_a = contact.point_b = point;
  contact.feature_a = a;
  contact.feature_b = b;
  report.contacts = {contact};
}

/// Looks for an edge of one mesh through a face of the other at t = 0.
void search_piercing(MeshSearch& search, const MeshFeatures& edges, const MeshFeatures& faces,
                     bool is_swapped) {
  ContactReport& report = search.report;
  const bool is_self = search.meshes.is_self();
  const std::span<const Vec3> points = edges.start;
  const auto visit = [&](std::uint32_t item, std::uint32_t face) {
    if (search.watch.spend()) return false;
    const MeshEdge& edge = edges.edges[item];
    const Triangle& corners = faces.triangles[face];
    const bool adjacent = has_corner(corners, edge.ends[0]) || has_corner(corners, edge.ends[1]);
    if (is_self && adjacent) return true;
    const Vec3 &p = points[edge.ends[0]], &q = points[edge.ends[1]];
    const std::array<Vec3, 3> c = corners_at_start(faces, face);
    if (!pierces(p, q, c)) return true;
    const Feature first = edge_feature(edges, item), second = face_feature(face);
    record_overlap(report, crossing(p, q, c), is_swapped ? second : first,
                   is_swapped ? first : second);
    return false;
  };
  report.stats.box_tests += for_each_overlap(
      edges.edge_tree, faces.face_tree, [] { return 0.0; }, visit);
  search.tests = search.watch.tests();
}

/// What each part of a round may spend: all of the remaining clock, an equal part of the tests.
Budget share_of(const MeshSearch& search, std::size_t parts) {
  Budget share = search.meshes.options.budget;
  share.max_seconds = std::max(0.0, share.max_seconds - search.watch.elapsed_seconds());
  if (share.max_tests != std::numeric_limits<std::uint64_t>::max()) {
    share.max_tests = (share.max_tests - std::min(search.tests, share.max_tests)) / parts;
  }
  return share;
}

void take(MeshSearch& search, const PartResult& part) {
  search.tests += part.stats.triangle_tests;
  search.report.stats += part.stats;
  search.report.tolerance = std::max(search.report.tolerance, part.tolerance);
  search.safe = std::min(search.safe, part.safe);
  search.limit = std::max(search.limit, part.limit);
  if (!part.contact || (!search.report.contacts.empty() && part.until >= search.until)) return;
  search.until = part.until;
  search.report.closing_speed = part.closing_speed;
  search.report.contacts = {*part.contact};
}

void search_features(MeshSearch& search) {
  const std::vector<SearchPart> parts = parts_of(search.meshes);
  std::size_t size = 1;
  for (std::size_t first = 0; first < parts.size() && search.limit == BudgetLimit::kNone;) {
    const std::size_t count = std::min(size, parts.size() - first);
    const Budget share = share_of(search, count);
    std::vector<PartResult> results(count);
    const auto search_one = [&](std::size_t i) {
      results[i] = search_part(search.meshes, parts[first + i], search.until, share);
    };
    parallel_for(count, search_one, search.meshes.options.threads);
    for (const PartResult& result : results) take(search, result);
    first += count;
    size = std::min(2 * size, kLargestRound);
  }
}

void finish(MeshSearch& search) {
  ContactReport& report = search.report;
  report.stats.seconds = search.watch.elapsed_seconds();
  if (report.outcome == Outcome::kOverlapAtStart) return;
  const BudgetLimit limit = std::max(search.limit, search.watch.limit());
  if (limit != BudgetLimit::kNone) {
    end_undecided(report, {0.0, search.meshes.options.until}, why_undecided(limit));
  } else if (!report.contacts.empty()) {
    end_in_contact(report, {std::min(search.safe, search.until), search.until});
    if (search.until <= 0.0) report.start = StartState::kTouching;
  } else if (search.safe < search.meshes.options.until) {
    end_undecided(report, {search.safe, search.meshes.options.until}, Undecided::kTooManySteps);
  }
}

/// Positions of all vertices, all of them finite; `which` of them are meant.
void check_positions(std::span<const Vec3> positions, std::size_t vertices, const std::string& name,
                     const std::string& which) {
  if (positions.size() != vertices) {
    throw InputError({name, std::to_string(positions.size()) + " " + which + " positions",
                      "one for each of its " + std::to_string(vertices) + " vertices",
                      "both frames must have the same topology"});
  }
  for (std::size_t i = 0; i < vertices; ++i) {
    if (positions[i].allFinite()) continue;
    throw InputError({name + ", vertex " + std::to_string(i),
                      "an " + which + " position that is not finite",
                      "finite coordinates",
                      {}});
  }
}

void check_mesh(const LinearMesh& mesh, const std::string& name) {
  check_positions(mesh.end, mesh.mesh.vertices().size(), name, "end");
}

/// Half of what the meshes are to keep from each other.
double checked_margin(const LinearMeshOptions& options) {
  check_options(LinearCcdOptions{.tolerance = options.tolerance,
                                 .until = options.until,
                                 .min_separation = options.min_separation});
  return options.min_separation == 0.0 ? 0.0 : round_up(0.5 * options.min_separation);
}

ContactReport search_meshes(const MeshFeatures& a, const MeshFeatures& b,
                            const LinearMeshOptions& options) {
  MeshSearch search(MeshPair{a, b, options});
  const auto goes_on = [&] { return search.report.outcome != Outcome::kOverlapAtStart; };
  if (options.look_for_crossings) search_piercing(search, a, b, false);
  if (options.look_for_crossings && !search.meshes.is_self() && goes_on()) {
    search_piercing(search, b, a, true);
  }
  if (goes_on()) search_features(search);
  finish(search);
  return search.report;
}
}  // namespace
}  // namespace linear

ContactReport first_contact_linear(const LinearMesh& a, const LinearMesh& b,
                                   const LinearMeshOptions& options) {
  linear::check_mesh(a, "mesh a");
  linear::check_mesh(b, "mesh b");
  const double margin = linear::checked_margin(options);
  return linear::search_meshes(linear::features_of(a, margin), linear::features_of(b, margin),
                               options);
}

ContactReport first_self_contact_linear(const LinearMesh& mesh, const LinearMeshOptions& options) {
  linear::check_mesh(mesh, "mesh");
  const linear::MeshFeatures features = linear::features_of(mesh, linear::checked_margin(options));
  return linear::search_meshes(features, features, options);
}

LinearSurface::LinearSurface(const TriangleMesh& mesh) : data_(std::make_unique<Data>()) {
  data_->rest = mesh;
  data_->start.assign(mesh.vertices().begin(), mesh.vertices().end());
  data_->end = data_->start;
  data_->features = linear::features_of({mesh, data_->end}, 0.0);
  data_->features.triangles = data_->rest.triangles();
  linear::move(data_->features, data_->start, data_->end, 0.0);
}
LinearSurface::~LinearSurface() = default;
LinearSurface::LinearSurface(LinearSurface&&) noexcept = default;
LinearSurface& LinearSurface::operator=(LinearSurface&&) noexcept = default;

void LinearSurface::move(std::vector<Vec3> start, std::vector<Vec3> end, double margin) {
  const std::size_t vertices = data_->rest.vertices().size();
  linear::check_positions(start, vertices, "surface", "initial");
  linear::check_positions(end, vertices, "surface", "end");
  if (!(margin >= 0.0 && margin <= 1e90)) {
    throw InputError({"margin", std::to_string(margin), "a length from 0 to 1e90", ""});
  }
  data_->start = std::move(start);
  data_->end = std::move(end);
  data_->margin = margin;
  linear::move(data_->features, data_->start, data_->end, margin);
}

ContactReport first_contact_linear(const LinearSurface& a, const LinearSurface& b,
                                   const LinearMeshOptions& options) {
  linear::checked_margin(options);
  if (options.min_separation > a.data().margin + b.data().margin) {
    throw InputError({"min_separation", std::to_string(options.min_separation),
                      "at most the sum of the surfaces' margins", "move them with larger ones"});
  }
  return linear::search_meshes(a.data().features, b.data().features, options);
}

}  // namespace graze
