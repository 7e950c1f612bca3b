// SPDX-License-Identifier: MIT
#include "truth/fcl_steps.h"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>

#include <algorithm>
#include <cmath>

#include "support/fcl_meshes.h"

namespace graze::bench {
namespace {
fcl::Transform3d at(const Query& query, double t) {
  return test::fcl_pose(pose_at(query.motion, t));
}
}  // namespace

struct FclSteps::Models {
  std::shared_ptr<test::FclMesh> a, b;
};

FclSteps::FclSteps(const TriangleMesh& a, const TriangleMesh& b)
    : models_(std::make_unique<Models>(Models{test::fcl_mesh(a), test::fcl_mesh(b)})) {}
FclSteps::~FclSteps() = default;

Answer FclSteps::sample(const Query& query, int samples) const {
  for (int i = 0; i < samples; ++i) {
    const double t = query.span.lo + (query.span.hi - query.span.lo) * i / (samples - 1);
    const fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    if (fcl::collide(models_->a.get(), fcl::Transform3d::Identity(), models_->b.get(), at(query, t),
                     request, result) > 0)
      return {Outcome::kContact, {t, t}};
  }
  return {Outcome::kSeparated, query.span};
}

Answer FclSteps::advance(const Query& query, bool is_screw) const {
  const fcl::Transform3d still = fcl::Transform3d::Identity();
  const double angle =
      twist_at(query.motion, 0.5 * (query.span.lo + query.span.hi)).angular.norm() *
      (query.span.hi - query.span.lo);
  const int steps = std::max(1, int(std::ceil(angle)));
  fcl::ContinuousCollisionRequestd request;
  request.ccd_motion_type = is_screw ? fcl::CCDM_SCREW : fcl::CCDM_LINEAR;
  request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
  for (int k = 0; k < steps; ++k) {
    const double width = (query.span.hi - query.span.lo) / steps, begin = query.span.lo + k * width;
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide<double>(models_->a.get(), still, still, models_->b.get(),
                                   at(query, begin), at(query, begin + width), request, result);
    if (result.is_collide) {
      const double t = begin + width * result.time_of_contact;
      return {Outcome::kContact, {t, t}};
    }
  }
  return {Outcome::kSeparated, query.span};
}

}  // namespace graze::bench
