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

/// Two boxes, or two polytopes (a box among them is one).
struct SolidPair {
  BodyId a, b;
  std::optional<std::pair<MovingBox, MovingBox>> boxes = {};
  std::optional<std::pair<MovingPolytope, MovingPolytope>> polytopes = {};

  const char* solids() const { return boxes ? "boxes" : "polytopes"; }
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
                          const std::vector<PairAnswer>& answers);

}  // namespace graze::tool
