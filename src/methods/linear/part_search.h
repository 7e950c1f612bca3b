// SPDX-License-Identifier: MIT
// A part of all pairs of features of two meshes, searched for its earliest contact.
#pragma once
#include <optional>
#include <vector>

#include "methods/linear/feature_pairs.h"

namespace graze::linear {

/// Two meshes, or one with itself.
struct MeshPair {
  const MeshFeatures& a;
  const MeshFeatures& b;
  LinearMeshOptions options;

  bool is_self() const { return &a == &b; }
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

}  // namespace graze::linear
