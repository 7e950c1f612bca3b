// SPDX-License-Identifier: MIT
// Seeded questions of rotating rigid bodies, by class: what the truth set asks.                [G2]
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graze/motion/motion_kinds.h"
#include "graze/scene/shape.h"

namespace graze::jobs {

/// A mesh of unit diagonal about the origin.
struct TruthShape {
  std::string name;
  Shape shape;
  bool is_convex = false;
};
std::vector<TruthShape> truth_shapes();

/// Body a stands at the identity; b moves during [0, 1] by `motion`.
struct TruthQuery {
  std::string_view kind;     ///< pass, near_miss, …
  std::size_t a = 0, b = 0;  ///< shapes
  Motion motion;
};

inline constexpr double kTruthTolerance = 1e-6;

/// A function of its arguments, on every machine. Classes take turns.
TruthQuery truth_query(std::uint64_t seed, std::uint64_t number,
                       const std::vector<TruthShape>& shapes);

}  // namespace graze::jobs
