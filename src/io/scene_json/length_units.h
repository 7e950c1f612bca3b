// SPDX-License-Identifier: MIT
// Units of length that a scene states.
#pragma once
#include <map>
#include <optional>
#include <string>

namespace graze::scene_json {

/// How many of these units a millimetre is. None for "unit", which is not a length.
inline std::optional<double> per_millimetre(const std::string& units) {
  static const std::map<std::string, double> known{
      {"mm", 1.0},  {"cm", 0.1},        {"m", 1e-3},        {"um", 1e3},
      {"km", 1e-6}, {"in", 1.0 / 25.4}, {"ft", 1.0 / 304.8}};
  const auto found = known.find(units);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

/// How many of these units a metre is, for numbers that are known in m, kg, s.
inline std::optional<double> per_metre(const std::string& units) {
  const auto per_mm = per_millimetre(units);
  return per_mm ? std::optional(1e3 * *per_mm) : std::nullopt;
}

}  // namespace graze::scene_json
