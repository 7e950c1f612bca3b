// SPDX-License-Identifier: MIT
#include "robot/fcl_robot.h"

#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_object.h>
#include <fcl/narrowphase/distance.h>

#include "support/fcl_meshes.h"

namespace graze::test {
/// An object in its own frame, which may be off the body's.
struct FclPart {
  std::shared_ptr<fcl::CollisionObjectd> object;
  Pose body_from_part;
};

namespace {
FclPart part_of(const Shape& shape) {
  if (shape.mesh().is_empty()) return {};
  if (shape.rounding() == 0.0) {
    return {std::make_shared<fcl::CollisionObjectd>(fcl_mesh(shape.mesh())), {}};
  }
  const auto v = shape.mesh().vertices();
  if (v.size() == 1) {
    auto sphere = std::make_shared<fcl::Sphered>(shape.rounding());
    return {std::make_shared<fcl::CollisionObjectd>(sphere), {Mat3::Identity(), v[0]}};
  }
  const Vec3 along = v[1] - v[0];
  auto capsule = std::make_shared<fcl::Capsuled>(shape.rounding(), along.norm());
  const Mat3 turn = Quat::FromTwoVectors(Vec3::UnitZ(), along).toRotationMatrix();
  return {std::make_shared<fcl::CollisionObjectd>(capsule), {turn, 0.5 * (v[0] + v[1])}};
}
}  // namespace

struct FclRobot::Objects {
  std::vector<FclPart> parts;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;

  void place(std::size_t i, const Pose& world_from_body) const {
    const FclPart& part = parts[i];
    if (!part.object) return;
    const Pose pose = world_from_body * part.body_from_part;
    part.object->setTransform(pose.rotation, pose.translation);
    part.object->computeAABB();
  }
};

FclRobot::FclRobot(const PreparedScene& scene) : objects_(std::make_unique<Objects>()) {
  for (const Body& body : scene.scene().bodies) objects_->parts.push_back(part_of(body.shape));
  for (std::size_t a = 0; a < objects_->parts.size(); ++a) {
    for (std::size_t b = a + 1; b < objects_->parts.size(); ++b) {
      if (scene.rules().is_checked(BodyId(a), BodyId(b))) objects_->pairs.emplace_back(a, b);
    }
  }
}

FclRobot::~FclRobot() = default;

std::optional<std::pair<BodyId, BodyId>> FclRobot::collision(std::span<const Pose> poses) const {
  for (std::size_t i = 0; i < poses.size(); ++i) objects_->place(i, poses[i]);
  const fcl::CollisionRequestd request;
  for (const auto& [a, b] : objects_->pairs) {
    const auto& first = objects_->parts[a].object;
    const auto& second = objects_->parts[b].object;
    if (!first->getAABB().overlap(second->getAABB())) continue;
    fcl::CollisionResultd result;
    if (fcl::collide(first.get(), second.get(), request, result) > 0) {
      return std::pair(BodyId(a), BodyId(b));
    }
  }
  return std::nullopt;
}

double FclRobot::distance(BodyId a, BodyId b, const Pose& world_from_a,
                          const Pose& world_from_b) const {
  objects_->place(a.index(), world_from_a);
  objects_->place(b.index(), world_from_b);
  fcl::DistanceResultd result;
  fcl::distance(objects_->parts[a.index()].object.get(), objects_->parts[b.index()].object.get(),
                fcl::DistanceRequestd(), result);
  return result.min_distance;
}

}  // namespace graze::test
