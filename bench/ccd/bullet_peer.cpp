// SPDX-License-Identifier: MIT
#include "ccd/bullet_peer.h"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace graze::bench {
namespace {

btVector3 vector(const Vec3& v) {
  return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}

std::unique_ptr<btConvexHullShape> hull_of(const TriangleMesh& mesh) {
  auto hull = std::make_unique<btConvexHullShape>();
  for (const Vec3& v : mesh.vertices()) hull->addPoint(vector(v), false);
  hull->recalcLocalAabb();
  hull->setMargin(0.0f);  // its standard of 0.04 would make a unit shape larger than the others'
  return hull;
}

btTransform transform(const Pose& pose) {
  btMatrix3x3 rotation;
  for (int row = 0; row < 3; ++row) rotation[row] = vector(pose.rotation.row(row).transpose());
  return btTransform(rotation, vector(pose.translation));
}
}  // namespace

struct BulletPeer::Shapes {
  std::unique_ptr<btConvexHullShape> a, b;
};

BulletPeer::BulletPeer(const TriangleMesh& a, const TriangleMesh& b)
    : shapes_(std::make_unique<Shapes>(Shapes{hull_of(a), hull_of(b)})) {}

BulletPeer::~BulletPeer() = default;

Answer BulletPeer::cast(const Query& query) const {
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver depth;
  btContinuousConvexCollision cast(shapes_->a.get(), shapes_->b.get(), &simplex, &depth);
  btConvexCast::CastResult result;
  const btTransform still = btTransform::getIdentity();
  const bool touches =
      cast.calcTimeOfImpact(still, still, transform(pose_at(query.motion, query.span.lo)),
                            transform(pose_at(query.motion, query.span.hi)), result);
  if (!touches) return {Outcome::kSeparated, query.span};
  const double t = query.span.lo + (query.span.hi - query.span.lo) * double(result.m_fraction);
  return {Outcome::kContact, {t, t}};
}

}  // namespace graze::bench
