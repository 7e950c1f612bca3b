// SPDX-License-Identifier: MIT
// Animations: bodies that keep their shape by the questions of query/, those that do not by linear
// steps between instants.                                                                     [G3]
#pragma once
#include <string>
#include <vector>

#include "graze/io/load_gltf.h"
#include "graze/query/prepared_scene.h"

namespace graze::tool {

bool is_gltf(const std::string& path);

/// What linear steps found, and how far they are from the animation.
struct DeformingResult {
  std::vector<PairReport> reports;  ///< times of the animation; guarantee holds for the steps
  double deviation = 0.0;           ///< largest seen in the middle of a step, scene units
  std::size_t steps = 0;
};

struct DeformingOptions {
  Interval span;
  double tolerance = 1e-6;  ///< scene units
  std::size_t cuts = 4;     ///< of each interval between keys
  bool self = false;        ///< also each deforming body with itself
  const std::atomic<bool>* cancel = nullptr;
  std::vector<std::pair<BodyId, BodyId>> pairs = {};  ///< only these; empty: all
};

/// Every deforming body against every other body. Between steps vertices run straight.
DeformingResult check_deforming(const GltfScene& animation, const DeformingOptions& options);

}  // namespace graze::tool
