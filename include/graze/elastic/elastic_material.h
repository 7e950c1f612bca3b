// SPDX-License-Identifier: MIT
// What soft bodies are made of, in physical units.                                            [V4]
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// Linear and isotropic. Units are those of the scene: with lengths in m, masses in kg and seconds
/// the modulus is in Pa.
struct ElasticMaterial {
  double density = 1000.0;    ///< mass / volume; > 0
  double young = 1e5;         ///< modulus: force / area; > 0
  double poisson = 0.3;       ///< 0 to 0.49
  double damping = 0.0;       ///< of strain: proportional to stiffness, seconds; >= 0
  double mass_damping = 0.0;  ///< of all motion: proportional to mass, 1 / seconds; >= 0
};

/// Throws InputError at the first number out of range; `place` names the material.
void check(const ElasticMaterial& material, const std::string& place = "material");

/// "rubber", "flesh" or "gel", in m, kg, s. Throws InputError for another name.
ElasticMaterial elastic_preset(std::string_view name);
std::vector<std::string_view> elastic_preset_names();

}  // namespace graze
