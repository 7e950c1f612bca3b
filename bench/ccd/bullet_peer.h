// SPDX-License-Identifier: MIT
// Bullet's cast of convex shapes.                                                            [C13]
#pragma once
#include <memory>

#include "ccd/query.h"

namespace graze::bench {

/// The convex hulls of two meshes for btContinuousConvexCollision, in floats as Debian builds it.
/// It moves origins on straight lines and turns uniformly, in one step over the whole span.
class BulletPeer {
 public:
  BulletPeer(const TriangleMesh& a, const TriangleMesh& b);
  ~BulletPeer();
  Answer cast(const Query& query) const;

 private:
  struct Shapes;
  std::unique_ptr<Shapes> shapes_;
};

}  // namespace graze::bench
