// SPDX-License-Identifier: MIT
// What a prepared scene is made of.
#pragma once
#include <memory>
#include <vector>

#include "graze/broadphase/candidate_pairs.h"
#include "graze/query/prepared_scene.h"

namespace graze {

struct PreparedScene::Parts {
  Scene scene;
  TouchRules rules;
  Preparation preparation;
  std::vector<Motion> motions;
  std::vector<MovingBounds> bounds;
  std::vector<std::unique_ptr<const BoxPieces>> pieces;  // what bounds refer to, as do:
  std::vector<std::unique_ptr<const std::vector<ShapePart>>> parts;
};

}  // namespace graze
