// SPDX-License-Identifier: MIT
// Which pairs of a scene are boxes or convex polytopes in rational motion, and all their contact
// intervals.                                                                               [B1-B6]
#pragma once
#include <graze/methods/analytic_convex.h>
#include <graze/scene/scene.h>

#include <map>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace graze {

using RigidBoxes = std::pair<MovingBox, MovingBox>;
using Polytopes = std::pair<MovingPolytope, MovingPolytope>;  ///< a box among them is one
using OneAffineBox = std::pair<MovingBox, MovingAffineBox>;
using AffineBoxes = std::pair<MovingAffineBox, MovingAffineBox>;

struct SolidPair {
  BodyId a, b;
  std::variant<RigidBoxes, Polytopes, OneAffineBox, AffineBoxes> solids;

  const RigidBoxes* boxes() const { return std::get_if<RigidBoxes>(&solids); }
  const char* kind() const {
    constexpr const char* kKinds[] = {"boxes", "polytopes", "affine boxes", "affine boxes"};
    return kKinds[solids.index()];
  }
};

struct SolidPairs {
  std::vector<SolidPair> solids;
  std::vector<std::pair<BodyId, BodyId>> left_out;  ///< not of this kind
};

/// Each body without growth, and a box, or convex, or enclosed in a polytope of `dop` faces (6, 14,
/// 18 or 26; 0: not). Bodies in `affine` move so, and not as the scene says.
SolidPairs solid_pairs(const Scene& scene, const std::map<BodyId, AffineMotion>& affine,
                       std::span<const std::pair<BodyId, BodyId>> pairs, int dop = 0);

/// box_contacts or convex_contacts, over the span in seconds.
std::variant<BoxContacts, ConvexContacts> solid_contacts(const SolidPair& pair,
                                                         const Interval& span);

}  // namespace graze
