// SPDX-License-Identifier: MIT
#include "graze/elastic/elastic_material.h"

#include <array>
#include <cmath>
#include <utility>

#include "graze/base/error.h"
#include "graze/base/number_text.h"

namespace graze {
namespace {
void check_between(const std::string& place, double value, double lo, double hi,
                   const std::string& expected) {
  if (value >= lo && value <= hi) return;
  throw InputError({place, number_text(value), expected, ""});
}

// Soft natural rubber; muscle at rest; a ballistic gel of 10 %.
constexpr std::array<std::pair<std::string_view, ElasticMaterial>, 3> kPresets{{
    {"rubber", {1100.0, 1e6, 0.45, 0.002, 0.0}},
    {"flesh", {1060.0, 2e4, 0.45, 0.01, 0.0}},
    {"gel", {1010.0, 1e5, 0.45, 0.005, 0.0}},
}};
}  // namespace

void check(const ElasticMaterial& material, const std::string& place) {
  check_between(place + ".density", material.density, 1e-9, 1e12, "a density from 1e-9 to 1e12");
  check_between(place + ".young", material.young, 1e-9, 1e15, "a modulus from 1e-9 to 1e15");
  check_between(place + ".poisson", material.poisson, 0.0, 0.49, "a ratio from 0 to 0.49");
  check_between(place + ".damping", material.damping, 0.0, 1e6, "seconds >= 0");
  check_between(place + ".mass_damping", material.mass_damping, 0.0, 1e9, "a rate >= 0");
}

ElasticMaterial elastic_preset(std::string_view name) {
  std::string known;
  for (const auto& [preset, material] : kPresets) {
    if (preset == name) return material;
    known += (known.empty() ? "'" : ", '") + std::string(preset) + "'";
  }
  throw InputError({"material", "'" + std::string(name) + "'", "one of " + known, ""});
}

std::vector<std::string_view> elastic_preset_names() {
  std::vector<std::string_view> names;
  for (const auto& [preset, material] : kPresets) names.push_back(preset);
  return names;
}

}  // namespace graze
