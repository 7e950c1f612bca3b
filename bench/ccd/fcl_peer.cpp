// SPDX-License-Identifier: MIT
#include "ccd/fcl_peer.h"

#include <fcl/math/motion/interp_motion.h>
#include <fcl/math/motion/screw_motion.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/detail/traversal/distance/mesh_conservative_advancement_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/traversal_recurse.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/fcl_meshes.h"

namespace graze::bench {
namespace {
using test::fcl_mesh;
using test::fcl_pose;
using Obbrss = test::FclMesh;
using Rss = fcl::BVHModel<fcl::RSSd>;
constexpr double kNever = std::numeric_limits<double>::infinity();

double radius_of(const TriangleMesh& mesh) {
  double radius = 0.0;
  for (const Vec3& v : mesh.vertices()) radius = std::max(radius, v.norm());
  return radius;
}

fcl::Transform3d at(const Query& query, double t) { return fcl_pose(pose_at(query.motion, t)); }

Answer contact(double t) { return {Outcome::kContact, {t, t}}; }
Answer separated(const Query& query) { return {Outcome::kSeparated, query.span}; }
}  // namespace

struct FclPeer::Models {
  std::shared_ptr<Obbrss> a, b;
  std::shared_ptr<Rss> a_rss, b_rss;
  double radius_b = 0.0;
  double tolerance = 0.0;

  /// No point of b is faster: exact for motions that turn at a constant rate, as all here do.
  double speed(const Query& query) const {
    const Twist twist = twist_at(query.motion, query.span.lo);
    return twist.linear.norm() + twist.angular.norm() * radius_b;
  }
};

FclPeer::FclPeer(const TriangleMesh& a, const TriangleMesh& b, double tolerance)
    : models_(std::make_unique<Models>(Models{fcl_mesh<Obbrss>(a), fcl_mesh<Obbrss>(b),
                                              fcl_mesh<Rss>(a), fcl_mesh<Rss>(b), radius_of(b),
                                              tolerance})) {}

FclPeer::~FclPeer() = default;

bool FclPeer::touches_at(const Query& query, double t) const {
  const fcl::CollisionRequestd request;
  fcl::CollisionResultd result;
  return fcl::collide(models_->a.get(), fcl::Transform3d::Identity(), models_->b.get(),
                      at(query, t), request, result) > 0;
}

double FclPeer::distance_at(const Query& query, double t) const {
  const fcl::DistanceRequestd request;
  fcl::DistanceResultd result;
  return fcl::distance(models_->a.get(), fcl::Transform3d::Identity(), models_->b.get(),
                       at(query, t), request, result);
}

Answer FclPeer::sample(const Query& query, int samples) const {
  for (int i = 0; i < samples; ++i) {
    const double t = query.span.lo + (query.span.hi - query.span.lo) * i / (samples - 1);
    if (touches_at(query, t)) return contact(t);
  }
  return separated(query);
}

Answer FclPeer::advance_as_documented(const Query& query) const {
  const fcl::Transform3d still = fcl::Transform3d::Identity();
  fcl::ContinuousCollisionRequestd request;
  request.ccd_motion_type = fcl::CCDM_SCREW;
  request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
  fcl::ContinuousCollisionResultd result;
  fcl::continuousCollide<double>(models_->a.get(), still, still, models_->b.get(),
                                 at(query, query.span.lo), at(query, query.span.hi), request,
                                 result);
  if (!result.is_collide) return separated(query);
  return contact(query.span.lo + (query.span.hi - query.span.lo) * result.time_of_contact);
}

Answer FclPeer::advance_by_node(const Query& query) const {
  const double duration = query.span.hi - query.span.lo;
  const fcl::Transform3d still = fcl::Transform3d::Identity();
  // The constructor with matrices and a reference point is the one that sets every member.
  const fcl::InterpMotion<double> motion_a(still.linear(), still.translation(), still.linear(),
                                           still.translation(), fcl::Vector3d::Zero());
  const fcl::ScrewMotion<double> motion_b(at(query, query.span.lo), at(query, query.span.hi));
  fcl::detail::MeshConservativeAdvancementTraversalNodeRSSd node;
  const Rss& a = *models_->a_rss;
  const Rss& b = *models_->b_rss;
  fcl::detail::initialize(node, a, still, b, at(query, query.span.lo));
  node.motion1 = &motion_a;
  node.motion2 = &motion_b;
  const double least_step = models_->tolerance / (models_->speed(query) * duration);
  for (double s = 0.0; s <= 1.0; s += node.delta_t) {
    motion_b.integrate(s);
    fcl::Transform3d pose;
    motion_b.getCurrentTransform(pose);
    node.R = pose.linear();
    node.T = pose.translation();
    node.delta_t = 1.0;
    node.min_distance = std::numeric_limits<double>::max();
    node.stack.clear();
    fcl::detail::distanceRecurse<double>(&node, 0, 0, nullptr);
    if (node.delta_t <= least_step) return contact(query.span.lo + duration * s);
  }
  return separated(query);
}

Answer FclPeer::advance_by_distance(const Query& query) const {
  const double speed = models_->speed(query);
  for (double t = query.span.lo; t <= query.span.hi;) {
    const double distance = distance_at(query, t);
    if (distance <= models_->tolerance) return contact(t);
    t += distance / speed;
  }
  return separated(query);
}

double FclPeer::first_sampled_contact(const Query& query, const Interval& span) const {
  constexpr int kSamples = 20000;
  constexpr int kSamplesPerDistance = 64;
  const double speed = models_->speed(query);
  const double step = (span.hi - span.lo) / kSamples;
  int tested_since = kSamplesPerDistance;
  for (int i = 0; i <= kSamples; ++i) {
    const double t = span.lo + step * i;
    if (tested_since++ >= kSamplesPerDistance) {
      tested_since = 0;
      const double free = distance_at(query, t) / speed;
      i += static_cast<int>(std::min(free / step, double(kSamples)));
      if (free > 0.0) continue;
    }
    if (touches_at(query, t)) return t;
  }
  return kNever;
}

}  // namespace graze::bench
