// SPDX-License-Identifier: MIT
// What graze boxes found out, as a table and as JSON.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "graze/methods/analytic_convex.h"
#include "graze/methods/analytic_printed.h"
#include "graze/scene/scene.h"

namespace graze::tool {

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

struct PairAnswer {
  SolidPair pair;
  std::variant<BoxContacts, ConvexContacts> contacts;
  double seconds = 0.0;
  std::optional<PrintedBoxes> printed = {};
};

std::string names(const Scene& scene, const SolidPair& pair);
void print_table(const Scene& scene, const std::vector<PairAnswer>& answers);
std::string json_document(const std::string& file, const Scene& scene, const Interval& span,
                          const std::vector<PairAnswer>& answers, bool is_whole);

}  // namespace graze::tool
