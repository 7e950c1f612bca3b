// SPDX-License-Identifier: MIT
// A part of all pairs of features of two meshes, searched for its earliest contact.
#pragma once
#include <optional>
#include <vector>

#include "methods/linear/box_tree_traversal.h"
#include "methods/linear/mesh_features.h"

namespace graze::linear {

/// Two meshes, or one with itself.
struct MeshPair {
  const MeshFeatures& a;
  const MeshFeatures& b;
  LinearMeshOptions options;

  bool is_self() const { return &a == &b; }
};

/// Which features meet which.
enum class Sweep { kVertexOfA, kVertexOfB, kEdges };

/// All pairs of features below a pair of nodes.
struct SearchPart {
  Sweep sweep;
  NodePair nodes;
};

/// Parts that together have all pairs, the earliest first.
std::vector<SearchPart> parts_of(const MeshPair& meshes);

/// What is known after some parts.
struct PartResult {
  double until = 1.0;  ///< nothing after it is asked for
  double safe = 1.0;   ///< no pair looked at touches before it
  std::optional<Contact> contact;
  double closing_speed = 0.0;
  double tolerance = 0.0;
  BudgetLimit limit = BudgetLimit::kNone;  ///< that was reached
  Stats stats;
};

PartResult search_part(const MeshPair& meshes, const SearchPart& part, double until,
                       const Budget& budget);

Feature edge_feature(const MeshFeatures& mesh, std::uint32_t item);
Feature face_feature(std::uint32_t face);
bool has_corner(const Triangle& face, std::uint32_t vertex);

}  // namespace graze::linear
