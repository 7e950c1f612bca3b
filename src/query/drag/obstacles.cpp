// SPDX-License-Identifier: MIT
#include "query/drag/obstacles.h"

namespace graze::drag {
namespace {
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
  padding_ = growth_of(body);
  ball_.centre = mesh.bounds().centre();
  ball_.radius = 1.000001 * (radius_about(mesh, ball_.centre) + padding_);
  const std::vector<Motion> motions = world_motions(scene.scene());
  for (std::size_t i = 0; i < scene.scene().bodies.size(); ++i) {
    const BodyId id(static_cast<std::uint32_t>(i));
    if (id == dragged || !scene.rules().is_checked(dragged, id)) continue;
    const Body& other = scene.scene().bodies[i];
    const Pose pose = pose_at(motions[i], time);
    all_.push_back({id,
                    {other.shape.wide_tree(), Motion::still(pose), growth_of(other)},
                    bounds_at(other.shape.mesh(), pose, growth_of(other)),
                    {}});
  }
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

std::vector<Near> Obstacles::near(const Pose& pose, double reach, const Budget& budget,
                                  Stats& stats) {
  std::vector<Near> found;
  const CertifiedBody body = dragged(Motion::still(pose));
  Aabb box;
  box.add(Vec3(pose * ball_.centre - Vec3::Constant(ball_.radius)));
  box.add(Vec3(pose * ball_.centre + Vec3::Constant(ball_.radius)));
  for (Obstacle& obstacle : all_) {
    if (!may_meet(obstacle, box, reach)) continue;
    DistanceOptions options{.farthest = reach, .likely_nearest = obstacle.likely, .budget = budget};
    Near one{&obstacle, distance_at(body, obstacle.body, 0.0, options)};
    stats += one.clearance.stats;
    if (one.clearance.distance.lo >= reach) continue;
    obstacle.likely = triangles_of(one.clearance.closest);
    found.push_back(std::move(one));
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
