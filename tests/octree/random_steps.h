// SPDX-License-Identifier: MIT
// Random bodies in random steps, some of them in contact.
#pragma once
#include <random>
#include <vector>

#include "graze/methods/octree.h"
#include "graze/scene/shape.h"

namespace graze::test {

/// A body that moves over [0, 1] s: the motion, and the step of it that octrees see.
struct MovingBody {
  Shape shape;
  Octree octree;
  Motion motion;

  SweptBody swept() const { return {octree, sweep_of(motion, {0.0, 1.0}), {}, 0.0}; }
};

struct StepKind {
  int bodies = 4;
  double room = 1.5;  ///< half size of the cube that centres start in
  double way = 0.8;   ///< largest translation along an axis
  double turn = 0.8;  ///< largest rotation about an axis, rad
  int depth = 3;      ///< of the octrees
};

/// Small closed shapes of diameter about 1 to 2, each with its octree; the same for every call.
const std::vector<MovingBody>& still_bodies(int depth);

std::vector<MovingBody> random_bodies(std::mt19937_64& random, const StepKind& kind = {});

/// Screws, slerps, six parameters, and paths with a knot.
Motion random_motion(std::mt19937_64& random, const StepKind& kind);

}  // namespace graze::test
