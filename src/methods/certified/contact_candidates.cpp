// SPDX-License-Identifier: MIT
// Question   Which pairs of features of two bodies are within a margin, where they could touch?
// Source     Features owned by one of their triangles (Curtis, Tamstorf, Manocha 2008), so that
//            each pair is met once; cones of normals.
// Guarantee  No pair of features nearer than the margin by more than rounding goes unseen, and what
//            is left out is said in the header. Everything is done in a's frame.
// Changed    -
#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/methods/certified_candidates.h"
#include "math/unit_roundoff.h"
#include "methods/certified/feature_gap.h"
#include "methods/certified/near_walk.h"
#include "methods/certified/windows.h"

namespace graze {
namespace {
constexpr double kNoWay = 0x1p-40;  // of the margin: the direction of a shorter way is not reliable

using certified::common_normal;
using certified::FeatureGap;
using certified::PlacedFeature;

constexpr double kConeSlack = 0.03;  // sine: normals that far outside of a cone still count
constexpr double kSeamSlack = 1e-6;  // the same over seams of flat faces
constexpr double kSamePoint = 1e-9;  // of a face's size: a foot found on both sides of a seam

/// One feature of a hit; `id` is a place, an edge or a triangle of SurfaceFeatures.
struct HitFeature {
  FeatureKind kind = FeatureKind::kFace;
  std::uint32_t id = 0;
  std::uint32_t triangle = 0;

  auto key() const { return std::tuple(kind, id); }
};

struct Hit {
  HitFeature a, b;
  Vec3 normal;  ///< unit, from a to b
  bool is_reversed = false;
  double distance_sq = kInfinity;

  auto key() const { return std::tuple(a.key(), b.key()); }
};

Feature named(const SurfaceFeatures& features, const HitFeature& hit) {
  Feature feature{hit.kind, TriangleId{hit.triangle}, {}};
  if (hit.kind == FeatureKind::kVertex) feature.vertices[0] = hit.id;
  if (hit.kind == FeatureKind::kEdge) {
    const SurfaceEdge& edge = features.edges()[hit.id];
    feature.vertices[0] = edge.vertices[0];
    feature.vertices[1] = edge.vertices[1];
  }
  return feature;
}

PlacedFeature corners_of(const TriangleMesh& mesh, const Feature& feature) {
  if (feature.kind == FeatureKind::kFace) {
    return {feature.kind, mesh.corners(feature.triangle.value)};
  }
  const auto vertices = mesh.vertices();
  return {feature.kind,
          {vertices[feature.vertices[0]], vertices[feature.vertices[1]], Vec3::Zero()}};
}

/// All corners are farther than `limit` from the plane, on one side of it.
bool is_beyond(const Vec3& normal, const Vec3& point, const Corners& corners, double limit) {
  const double heights[3] = {normal.dot(corners[0] - point), normal.dot(corners[1] - point),
                             normal.dot(corners[2] - point)};
  return std::min({heights[0], heights[1], heights[2]}) > limit ||
         std::max({heights[0], heights[1], heights[2]}) < -limit;
}

/// A triangle of one body, in a's frame.
struct PlacedFace {
  std::uint32_t triangle;
  Corners corners;
  Vec3 normal;
};

class CandidateSearch {
 public:
  CandidateSearch(const PlacedSurface& a, const PlacedSurface& b, const Pose& a_from_b,
                  double limit)
      : features_a_(a.features), features_b_(b.features), a_from_b_(a_from_b), limit_(limit) {}

  void look_at(std::uint32_t triangle_a, std::uint32_t triangle_b) {
    const PlacedFace a{triangle_a, features_a_.mesh().corners(triangle_a),
                       features_a_.normal(triangle_a)};
    PlacedFace b{triangle_b, features_b_.mesh().corners(triangle_b),
                 times(a_from_b_.rotation, features_b_.normal(triangle_b))};
    for (Vec3& corner : b.corners) corner = a_from_b_ * corner;
    if (is_beyond(a.normal, a.corners[0], b.corners, limit_)) return;
    if (is_beyond(b.normal, b.corners[0], a.corners, limit_)) return;
    const unsigned owned_a = features_a_.owned_by(triangle_a);
    const unsigned owned_b = features_b_.owned_by(triangle_b);
    for (int k = 0; k < 3; ++k) {
      if (owned_a >> k & 1u) look_at_vertex(a, k, b, true);
      if (owned_b >> k & 1u) look_at_vertex(b, k, a, false);
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        if ((owned_a >> (3 + i) & 1u) && (owned_b >> (3 + j) & 1u)) look_at_edges(a, i, b, j);
      }
    }
  }

  /// Ordered, each pair once, the nearest among them. Of pairs that are equally near up to rounding
  /// one is enough; which one depends on the trees.
  std::vector<Hit> take() {
    double least_sq = kInfinity;
    for (const Hit& hit : hits_) least_sq = std::min(least_sq, hit.distance_sq);
    const bool is_nearer = std::sqrt(least_sq) - std::sqrt(nearest_.distance_sq) > kNoWay * limit_;
    if (is_nearer) hits_.push_back(nearest_);
    const auto less = [](const Hit& x, const Hit& y) { return x.key() < y.key(); };
    const auto same = [](const Hit& x, const Hit& y) { return x.key() == y.key(); };
    std::sort(hits_.begin(), hits_.end(), less);
    hits_.erase(std::unique(hits_.begin(), hits_.end(), same), hits_.end());
    return std::move(hits_);
  }

 private:
  void look_at_vertex(const PlacedFace& own, int corner, const PlacedFace& face, bool own_is_a) {
    const Vec3& p = own.corners[static_cast<std::size_t>(corner)];
    const double height = face.normal.dot(p - face.corners[0]);
    if (std::abs(height) > limit_) return;
    const PointTriangleDistance near = point_triangle(p, face.corners);
    if (!(near.distance_sq <= limit_ * limit_)) return;
    const SurfaceFeatures& own_features = own_is_a ? features_a_ : features_b_;
    const HitFeature vertex{
        FeatureKind::kVertex,
        own_features.place_of(
            own_features.mesh().triangles()[own.triangle][static_cast<std::size_t>(corner)]),
        own.triangle};
    const HitFeature other =
        part_of(own_is_a ? features_b_ : features_a_, face.triangle, near.feature);
    const Vec3 up = height < 0.0 ? Vec3(-face.normal) : face.normal;
    const Vec3 way = p - near.point;
    const double distance = std::sqrt(near.distance_sq);
    const bool is_face = other.kind == FeatureKind::kFace || !(distance > kNoWay * limit_);
    const Vec3 towards_own = is_face ? up : Vec3(way / distance);
    Hit hit;
    hit.a = own_is_a ? vertex : other;
    hit.b = own_is_a ? other : vertex;
    hit.normal = own_is_a ? Vec3(-towards_own) : towards_own;
    hit.is_reversed = height < 0.0;
    hit.distance_sq = near.distance_sq;
    add(hit);
  }

  void look_at_edges(const PlacedFace& a, int i, const PlacedFace& b, int j) {
    const std::uint32_t edge_a = features_a_.edge_of(a.triangle, i);
    const std::uint32_t edge_b = features_b_.edge_of(b.triangle, j);
    Corners ends_a = ends_of(features_a_, edge_a), ends_b = ends_of(features_b_, edge_b);
    for (Vec3& end : ends_b) end = a_from_b_ * end;
    const Vec3 along_a = ends_a[1] - ends_a[0], along_b = ends_b[1] - ends_b[0];
    const Vec3 cross = along_a.cross(along_b);
    const double height = cross.dot(ends_b[0] - ends_a[0]);
    if (height * height > limit_ * limit_ * cross.squaredNorm() * (1.0 + certified::kManyRoundings))
      return;
    const SegmentDistance near = segment_segment(ends_a[0], ends_a[1], ends_b[0], ends_b[1]);
    if (!(near.distance_sq <= limit_ * limit_)) return;
    if (!(near.s > 0.0 && near.s < 1.0 && near.t > 0.0 && near.t < 1.0)) return;
    Hit hit;
    hit.a = {FeatureKind::kEdge, edge_a, a.triangle};
    hit.b = {FeatureKind::kEdge, edge_b, b.triangle};
    hit.distance_sq = near.distance_sq;
    const Vec3 normal = common_normal(along_a, along_b);
    const Vec3 way = near.point_b - near.point_a;
    if (normal.isZero(0.0)) {
      hit.normal = way.normalized();
    } else {
      hit.is_reversed = is_against(normal, way, edge_a);
      hit.normal = hit.is_reversed ? Vec3(-normal) : normal;
    }
    add(hit);
  }

  // Edges that touch leave the side to a's surface.
  bool is_against(const Vec3& normal, const Vec3& way, std::uint32_t edge_a) const {
    if (way.norm() > kNoWay * limit_) return normal.dot(way) < 0.0;
    return !is_normal_of_edge(features_a_, edge_a, normal, kConeSlack);
  }

  static Corners ends_of(const SurfaceFeatures& features, std::uint32_t edge) {
    const auto vertices = features.mesh().vertices();
    const SurfaceEdge& e = features.edges()[edge];
    return {vertices[e.vertices[0]], vertices[e.vertices[1]], Vec3::Zero()};
  }

  static HitFeature part_of(const SurfaceFeatures& features, std::uint32_t triangle,
                            const TriangleFeature& part) {
    if (part.kind == TriangleFeature::Kind::kFace) return {FeatureKind::kFace, triangle, triangle};
    if (part.kind == TriangleFeature::Kind::kEdge) {
      const std::uint32_t edge = features.edge_of(triangle, part.index);
      if (edge != SurfaceEdge::kNone) return {FeatureKind::kEdge, edge, triangle};
    }
    const std::uint32_t vertex = features.mesh().triangles()[triangle][part.index];
    return {FeatureKind::kVertex, features.place_of(vertex), triangle};
  }

  void add(Hit hit) {
    if (hit.distance_sq < nearest_.distance_sq) nearest_ = hit;
    if (admits(features_a_, hit, hit.a, hit.b.kind, hit.normal) &&
        admits(features_b_, hit, hit.b, hit.a.kind,
               Vec3(-transpose_times(a_from_b_.rotation, hit.normal)))) {
      hits_.push_back(hit);
    }
  }

  /// May the feature be touched along n, which leads away from it, in its body's frame? A vertex
  /// over the seam of flat faces is over one of them.
  static bool admits(const SurfaceFeatures& features, Hit& hit, HitFeature& own, FeatureKind other,
                     const Vec3& n) {
    if (own.kind == FeatureKind::kFace) return is_normal_of_face(features, own.id, n);
    const bool is_vertex = own.kind == FeatureKind::kVertex;
    const auto is_normal = [&](double slack) {
      return is_vertex ? is_normal_of_place(features, own.id, n, slack)
                       : is_normal_of_edge(features, own.id, n, slack);
    };
    const bool sticks_out =
        is_vertex ? features.sticks_out(own.id) : features.edges()[own.id].sticks_out;
    if (sticks_out) return is_normal(kConeSlack);
    const Vec3& normal = features.normal(own.triangle);
    if (other != FeatureKind::kVertex || normal.isZero(0.0)) return false;
    if (!is_normal(kSeamSlack) || !is_normal_of_face(features, own.triangle, n)) return false;
    own = {FeatureKind::kFace, own.triangle, own.triangle};
    hit.is_reversed = normal.dot(n) < 0.0;
    return true;
  }

  const SurfaceFeatures& features_a_;
  const SurfaceFeatures& features_b_;
  const Pose& a_from_b_;
  double limit_;
  std::vector<Hit> hits_;
  Hit nearest_;
};

void check_length(const char* place, double length) {
  if (length >= 0.0 && std::isfinite(length)) return;
  throw InputError({place, number_text(length), "a finite length >= 0", ""});
}

void check_surface(const PlacedSurface& body) {
  check_length("padding", body.padding);
  const std::size_t triangles = body.tree.mesh().triangles().size();
  if (triangles > 0 && body.features.mesh().triangles().size() == triangles) return;
  throw InputError({"surface", std::to_string(triangles) + " triangles in the tree",
                    "some, and features of the same mesh", ""});
}

/// A body that rests, relative to a's frame.
certified::BodyMoment resting(const Pose& pose, const TriangleMesh& mesh) {
  certified::BodyMoment moment;
  moment.rotation = pose.rotation;
  moment.position = moment.reference = pose.translation;
  moment.velocity = moment.spin = moment.axis = Vec3::Zero();
  moment.position_error =
      16.0 * kU * (certified::radius_about_origin(mesh) + pose.translation.norm());
  moment.still = true;
  return moment;
}

ContactCandidate candidate_of(const Hit& hit, const PlacedSurface& a, const PlacedSurface& b) {
  ContactCandidate candidate;
  candidate.feature_a = named(a.features, hit.a);
  candidate.feature_b = named(b.features, hit.b);
  candidate.is_reversed = hit.is_reversed;
  candidate.normal = times(a.world_from_body.rotation, hit.normal);
  return candidate;
}

/// The vertex of a vertex over a face, and whose it is; none for other pairs.
std::tuple<int, std::uint32_t> vertex_over_face(const ContactCandidate& c) {
  if (c.feature_b.kind == FeatureKind::kFace) return {1, c.feature_a.vertices[0]};
  if (c.feature_a.kind == FeatureKind::kFace) return {2, c.feature_b.vertices[0]};
  return {0, 0};
}

bool is_same_place(const ContactCandidate& x, const ContactCandidate& y, double size) {
  return (x.point_a - y.point_a).norm() <= kSamePoint * size &&
         (x.point_b - y.point_b).norm() <= kSamePoint * size &&
         x.normal.dot(y.normal) >= 1.0 - kSeamSlack;
}

/// A vertex over a seam is found over the triangles on both sides: one of them is kept.
void drop_repeated(std::vector<ContactCandidate>& candidates, double size) {
  std::vector<std::size_t> over_faces;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (std::get<0>(vertex_over_face(candidates[i])) != 0) over_faces.push_back(i);
  }
  std::stable_sort(over_faces.begin(), over_faces.end(), [&](std::size_t x, std::size_t y) {
    return vertex_over_face(candidates[x]) < vertex_over_face(candidates[y]);
  });
  std::vector<char> is_dropped(candidates.size(), 0);
  for (std::size_t k = 0; k < over_faces.size(); ++k) {
    const ContactCandidate& own = candidates[over_faces[k]];
    for (std::size_t l = k + 1; l < over_faces.size(); ++l) {
      const ContactCandidate& other = candidates[over_faces[l]];
      if (vertex_over_face(own) != vertex_over_face(other)) break;
      if (is_same_place(own, other, size)) is_dropped[over_faces[l]] = 1;
    }
  }
  std::size_t index = 0;
  std::erase_if(candidates, [&](const ContactCandidate&) { return is_dropped[index++] != 0; });
}

}  // namespace

std::vector<ContactCandidate> contact_candidates(const PlacedSurface& a, const PlacedSurface& b,
                                                 double margin) {
  check_length("margin", margin);
  check_surface(a);
  check_surface(b);
  const Pose a_from_b = inverse(a.world_from_body) * b.world_from_body;
  const TriangleMesh& mesh_a = a.features.mesh();
  const TriangleMesh& mesh_b = b.features.mesh();
  const certified::TreesAtInstant trees{&a.tree,
                                        &b.tree,
                                        {0.0, resting({}, mesh_a), resting(a_from_b, mesh_b)},
                                        certified::unit_scale(a.tree, b.tree)};
  const double limit = margin + a.padding + b.padding;
  CandidateSearch search(a, b, a_from_b, limit);
  Stats stats;
  for_each_near(trees, limit, certified::wide_test(), stats,
                [&](std::uint32_t triangle_a, std::uint32_t triangle_b) {
                  search.look_at(triangle_a, triangle_b);
                  return true;
                });
  std::vector<ContactCandidate> candidates;
  for (const Hit& hit : search.take()) {
    candidates.push_back(candidate_at(candidate_of(hit, a, b), a, b));
  }
  drop_repeated(candidates, mesh_a.bounds().diagonal() + mesh_b.bounds().diagonal());
  return candidates;
}

ContactCandidate candidate_at(const ContactCandidate& candidate, const PlacedSurface& a,
                              const PlacedSurface& b) {
  const Pose& world_from_a = a.world_from_body;
  const Pose a_from_b = inverse(world_from_a) * b.world_from_body;
  const PlacedFeature own = corners_of(a.features.mesh(), candidate.feature_a);
  PlacedFeature other = corners_of(b.features.mesh(), candidate.feature_b);
  for (Vec3& corner : other.corners) corner = a_from_b * corner;
  const FeatureGap now = certified::feature_gap(
      own, other,
      {candidate.is_reversed, transpose_times(world_from_a.rotation, candidate.normal)});
  ContactCandidate moved = candidate;
  moved.normal = times(world_from_a.rotation, now.normal);
  moved.point_a = world_from_a * Vec3(now.point_a + a.padding * now.normal);
  moved.point_b = world_from_a * Vec3(now.point_b - b.padding * now.normal);
  moved.gap = now.gap - a.padding - b.padding;
  return moved;
}

}  // namespace graze
