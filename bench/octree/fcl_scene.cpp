// SPDX-License-Identifier: MIT
#include "octree/fcl_scene.h"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>

#include <map>

#include "support/fcl_meshes.h"

namespace graze::bench {
namespace {
bool count_pair(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
  fcl::CollisionResultd result;
  const fcl::CollisionRequestd request;
  *static_cast<std::size_t*>(data) += fcl::collide(a, b, request, result) > 0;
  return false;
}
}  // namespace

struct FclScene::Models {
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
  fcl::DynamicAABBTreeCollisionManagerd manager;
};

FclScene::FclScene(std::span<const TriangleMesh> meshes) : models_(std::make_unique<Models>()) {
  std::map<std::uint64_t, std::shared_ptr<test::FclMesh>> known;
  for (const TriangleMesh& mesh : meshes) {
    auto& model = known[mesh.content_hash()];
    if (!model) model = test::fcl_mesh(mesh);
    models_->objects.push_back(std::make_unique<fcl::CollisionObjectd>(model));
    models_->manager.registerObject(models_->objects.back().get());
  }
  models_->manager.setup();
}

FclScene::~FclScene() = default;

std::size_t FclScene::intersecting_pairs(std::span<const Pose> poses) {
  for (std::size_t i = 0; i < poses.size(); ++i) {
    models_->objects[i]->setTransform(test::fcl_pose(poses[i]));
    models_->objects[i]->computeAABB();
  }
  models_->manager.update();
  std::size_t count = 0;
  models_->manager.collide(&count, count_pair);
  return count;
}

}  // namespace graze::bench
