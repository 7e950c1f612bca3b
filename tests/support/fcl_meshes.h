// SPDX-License-Identifier: MIT
// Meshes and poses in the form that FCL wants: for tests and comparisons that link it.
#pragma once
#include <fcl/geometry/bvh/BVH_model.h>

#include <memory>
#include <vector>

#include "graze/geometry/triangle_mesh.h"
#include "graze/math/pose.h"

namespace graze::test {

using FclMesh = fcl::BVHModel<fcl::OBBRSSd>;

template <class Model = FclMesh>
std::shared_ptr<Model> fcl_mesh(const TriangleMesh& mesh) {
  const std::vector<fcl::Vector3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
  std::vector<fcl::Triangle> triangles;
  for (const Triangle& t : mesh.triangles()) triangles.emplace_back(t[0], t[1], t[2]);
  auto model = std::make_shared<Model>();
  model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
  model->addSubModel(vertices, triangles);
  model->endModel();
  return model;
}

inline fcl::Transform3d fcl_pose(const Pose& pose) {
  fcl::Transform3d result = fcl::Transform3d::Identity();
  result.linear() = pose.rotation;
  result.translation() = pose.translation;
  return result;
}

}  // namespace graze::test
