// SPDX-License-Identifier: MIT
// The bodies of a world in Bullet: spheres, and hulls of convex meshes.
#pragma once
#include <memory>

#include "graze/dynamics/world.h"

namespace graze::bench {

class BulletWorld {
 public:
  explicit BulletWorld(const World& world);
  ~BulletWorld();
  void step(double seconds);
  void copy_poses(World& world) const;  ///< into a world with the same bodies

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace graze::bench
