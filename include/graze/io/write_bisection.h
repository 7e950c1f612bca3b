// SPDX-License-Identifier: MIT
// Variants of the bisection method, written and read as JSON (docs/report.md).                 [C7]
#pragma once
#include <graze/contact/bisection_variant.h>
#include <graze/scene/scene.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// The document of `graze bisection`. It holds the outcomes, times and test counts of the reports.
struct BisectionDocument {
  std::string scene;                  ///< file or name
  std::array<std::string, 2> bodies;  ///< their names
  double tolerance = 0.0;             ///< scene units
  std::vector<BisectionVariant> variants;
};
std::string bisection_document(const BisectionDocument& document);

/// Throws InputError with line and column, or with the JSON path.
BisectionDocument parse_bisection(std::string_view text, const std::string& place = "bisection");

}  // namespace graze
