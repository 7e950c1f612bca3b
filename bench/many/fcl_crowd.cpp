// SPDX-License-Identifier: MIT
#include "many/fcl_crowd.h"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>

#include <map>
#include <vector>

#include "support/fcl_meshes.h"

namespace graze::bench {
namespace {
using Object = fcl::CollisionObjectd;

bool count_pair(Object*, Object*, void* count) {
  ++*static_cast<std::size_t*>(count);
  return false;
}

bool count_touch(Object* a, Object* b, void* count) {
  const fcl::CollisionRequestd request;
  fcl::CollisionResultd result;
  fcl::collide(a, b, request, result);
  *static_cast<std::size_t*>(count) += result.isCollision();
  return false;
}
}  // namespace

struct FclCrowd::Objects {
  std::vector<Motion> motions;
  std::vector<std::unique_ptr<Object>> objects;
  fcl::DynamicAABBTreeCollisionManagerd manager;

  std::size_t count_at(double t, bool (*callback)(Object*, Object*, void*)) {
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const Pose pose = pose_at(motions[i], t);
      objects[i]->setTransform(pose.rotation, pose.translation);
      objects[i]->computeAABB();
    }
    manager.update();
    std::size_t count = 0;
    manager.collide(&count, callback);
    return count;
  }
};

FclCrowd::FclCrowd(const Scene& scene) : objects_(std::make_unique<Objects>()) {
  std::map<std::uint64_t, std::shared_ptr<test::FclMesh>> models;
  for (const Body& body : scene.bodies) {
    auto& model = models[body.shape.mesh().content_hash()];
    if (!model) model = test::fcl_mesh(body.shape.mesh());
    objects_->motions.push_back(body.motion);
    objects_->objects.push_back(std::make_unique<Object>(model));
    objects_->manager.registerObject(objects_->objects.back().get());
  }
  objects_->manager.setup();
}

FclCrowd::~FclCrowd() = default;

std::size_t FclCrowd::overlapping_pairs(double t) { return objects_->count_at(t, count_pair); }
std::size_t FclCrowd::touching_pairs(double t) { return objects_->count_at(t, count_touch); }

}  // namespace graze::bench
