// SPDX-License-Identifier: MIT
#include "query/drag/obstacles.h"

#include "graze/scene/reach.h"

namespace graze::drag {
namespace {
constexpr double kFar = 100.0;  // scene sizes: how far a hand goes over a half-space

Aabb bounds_at(const TriangleMesh& mesh, const Pose& pose, double padding) {
  Aabb box;
  for (const Vec3& vertex : mesh.vertices()) box.add(pose * vertex);
  const double room = padding + 1e-9 * (1.0 + box.lo.norm() + box.hi.norm());  // and rounding
  return {box.lo - Vec3::Constant(room), box.hi + Vec3::Constant(room)};
}

double radius_about(const TriangleMesh& mesh, const Vec3& centre) {
  double farthest_sq = 0.0;
  for (const Vec3& vertex : mesh.vertices())
    farthest_sq = std::max(farthest_sq, (vertex - centre).squaredNorm());
  return std::sqrt(farthest_sq);
}

TrianglePairId triangles_of(const Contact& contact) {
  return {contact.feature_a.triangle, contact.feature_b.triangle};
}
}  // namespace

Obstacles::Obstacles(const PreparedScene& scene, BodyId dragged, double time) {
  const Body& body = scene.scene().bodies[dragged.index()];
  const TriangleMesh& mesh = body.shape.mesh();
  tree_ = body.shape.wide_tree();
  features_ = SurfaceFeatures(mesh);
  padding_ = body.growth();
  ball_.centre = mesh.bounds().centre();
  ball_.radius = 1.000001 * (radius_about(mesh, ball_.centre) + padding_);
  const std::vector<Motion> motions = world_motions(scene.scene());
  for (std::size_t i = 0; i < scene.scene().bodies.size(); ++i) {
    const BodyId id(static_cast<std::uint32_t>(i));
    if (id == dragged || !scene.rules().is_checked(dragged, id)) continue;
    const Body& other = scene.scene().bodies[i];
    Shape shape = shape_at(other, time);
    if (shape.mesh().is_empty()) continue;
    if (shape.is_unbounded()) {
      const double farthest = farthest_of_others(scene.scene(), motions, id, {time, time});
      room_ = std::min(room_, kFar * farthest);
      shape = shape.reaching(2.0 * kFar * farthest);
    }
    add(id, shape, pose_at(motions[i], time), other.growth());
  }
}

void Obstacles::add(BodyId id, const Shape& shape, const Pose& pose, double growth) {
  const WideObbTree& tree = shape.wide_tree();
  all_.push_back({id,
                  {tree, Motion::still(pose), growth},
                  {tree, SurfaceFeatures(shape.mesh()), pose, growth},
                  bounds_at(shape.mesh(), pose, growth),
                  {}});
}

bool Obstacles::may_meet(const Obstacle& obstacle, const Aabb& swept, double reach) const {
  const Aabb wider{swept.lo - Vec3::Constant(reach), swept.hi + Vec3::Constant(reach)};
  return wider.overlaps(obstacle.bounds);
}

/// The ball at both ends and all between: its centre strays from the chord by at most the way that
/// a slerp keeps it off, which is zero for the body's origin and bounded by the radius otherwise.
Aabb Obstacles::swept_bounds(const Motion& way) const {
  Aabb box;
  for (const double t : {0.0, 1.0}) box.add(pose_at(way, t).translation);
  const double room = ball_.centre.norm() + ball_.radius;  // about the origin, which goes straight
  return {box.lo - Vec3::Constant(room), box.hi + Vec3::Constant(room)};
}

Aabb Obstacles::bounds_of_ball(const Pose& pose) const {
  const Vec3 centre = pose * ball_.centre;
  return {centre - Vec3::Constant(ball_.radius), centre + Vec3::Constant(ball_.radius)};
}

double Obstacles::proved_gap(const Pose& pose, double reach, const Budget& budget, Stats& stats) {
  double gap = reach;
  const CertifiedBody body = dragged(Motion::still(pose));
  for (Obstacle& obstacle : all_) {
    if (!may_meet(obstacle, bounds_of_ball(pose), reach)) continue;
    const Clearance found =
        distance_at(body, obstacle.body, 0.0, {.farthest = reach, .budget = budget});
    stats += found.stats;
    gap = std::min(gap, found.outcome == Outcome::kUndecided ? 0.0 : found.distance.lo);
  }
  return gap;
}

std::vector<Near> Obstacles::near(const Pose& pose, double reach) {
  std::vector<Near> found;
  const PlacedSurface own{tree_, features_, pose, padding_};
  for (Obstacle& obstacle : all_) {
    if (!may_meet(obstacle, bounds_of_ball(pose), reach)) continue;
    for (const ContactCandidate& one : contact_candidates(own, obstacle.surface, reach))
      found.push_back({&obstacle, one});
  }
  return found;
}

std::optional<Stop> Obstacles::first_stop(const Motion& way, double separation,
                                          const Budget& budget, Stats& stats) {
  std::optional<Stop> first;
  const CertifiedBody body = dragged(way);
  const Aabb swept = swept_bounds(way);
  CertifiedOptions options{
      .span = {0.0, 1.0}, .tolerance = 0.05 * separation, .min_separation = separation};
  options.budget = budget;
  for (Obstacle& obstacle : all_) {
    if (!may_meet(obstacle, swept, 2.0 * separation)) continue;
    options.likely_first = obstacle.likely;
    ContactReport report = first_contact_certified(body, obstacle.body, options);
    stats += report.stats;
    if (report.outcome == Outcome::kSeparated && report.start == StartState::kApart) continue;
    const double safe = report.outcome == Outcome::kContact || report.outcome == Outcome::kUndecided
                            ? report.time.lo
                            : 0.0;  // near from the start: nothing is claimed
    if (!report.contacts.empty()) obstacle.likely = triangles_of(report.contacts.front());
    report.time.lo = safe;
    if (first && first->report.time.lo <= safe) continue;
    first = Stop{&obstacle, std::move(report)};
    if (safe <= 0.0) return first;
    options.span.hi = safe;
  }
  return first;
}

}  // namespace graze::drag
