// SPDX-License-Identifier: MIT
// A warning: which bodies are almost inside a surface that is not quite closed?               [G1]
#pragma once
#include <graze/query/prepared_scene.h>

#include <string>
#include <vector>

namespace graze {

struct EnclosedBody {
  BodyId inner;
  BodyId outer;        ///< a surface because of its shape, not because the scene says so
  double share = 0.0;  ///< of directions that meet the outer one from behind; < 0: from the front
};

/// Checked pairs that count as apart although at time t the surface of one surrounds at least nine
/// tenths of the other: a mesh with small holes, or one that faces inward. Not a proof of anything.
/// Takes time quadratic in the number of surfaces.
std::vector<EnclosedBody> enclosed_bodies(const PreparedScene& scene, double t);

/// "'a' is inside 'b', which counts as a surface (3 open edges); …"
std::string warning(const Scene& scene, const EnclosedBody& enclosed);

}  // namespace graze
