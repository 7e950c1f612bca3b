// SPDX-License-Identifier: MIT
#include "octree_sweep/fcl_scene.h"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

#include <map>

namespace graze::bench {
namespace {
using Model = fcl::BVHModel<fcl::OBBRSSd>;

std::shared_ptr<Model> model_of(const TriangleMesh& mesh) {
  std::vector<fcl::Vector3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
  std::vector<fcl::Triangle> triangles;
  for (const Triangle& t : mesh.triangles()) triangles.emplace_back(t[0], t[1], t[2]);
  auto model = std::make_shared<Model>();
  model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
  model->addSubModel(vertices, triangles);
  model->endModel();
  return model;
}

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
  std::map<std::uint64_t, std::shared_ptr<Model>> known;
  for (const TriangleMesh& mesh : meshes) {
    auto& model = known[mesh.content_hash()];
    if (!model) model = model_of(mesh);
    models_->objects.push_back(std::make_unique<fcl::CollisionObjectd>(model));
    models_->manager.registerObject(models_->objects.back().get());
  }
  models_->manager.setup();
}

FclScene::~FclScene() = default;

std::size_t FclScene::intersecting_pairs(std::span<const Pose> poses) {
  for (std::size_t i = 0; i < poses.size(); ++i) {
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    transform.linear() = poses[i].rotation;
    transform.translation() = poses[i].translation;
    models_->objects[i]->setTransform(transform);
    models_->objects[i]->computeAABB();
  }
  models_->manager.update();
  std::size_t count = 0;
  models_->manager.collide(&count, count_pair);
  return count;
}

}  // namespace graze::bench
