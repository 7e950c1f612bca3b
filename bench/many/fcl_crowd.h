// SPDX-License-Identifier: MIT
// The bodies of a scene in FCL's dynamic AABB tree.                                         [C13]
#pragma once
#include <cstddef>
#include <memory>

#include "graze/scene/scene.h"

namespace graze::bench {

class FclCrowd {
 public:
  explicit FclCrowd(const Scene& scene);  ///< free bodies only; equal shapes share one model
  ~FclCrowd();

  /// Pairs whose boxes overlap at time t, tree updated first.
  std::size_t overlapping_pairs(double t);
  /// Pairs of those whose meshes touch.
  std::size_t touching_pairs(double t);

 private:
  struct Objects;
  std::unique_ptr<Objects> objects_;
};

}  // namespace graze::bench
