// SPDX-License-Identifier: MIT
// The scenes of examples/scenes/, inside the binary.
#pragma once
#include <span>
#include <string_view>

namespace graze::tool {

struct DemoScene {
  std::string_view name;  ///< "car_door"
  std::string_view text;  ///< scene.json
};

std::span<const DemoScene> demo_scenes();

/// Throws InputError that lists the names.
const DemoScene& demo_scene(std::string_view name);

}  // namespace graze::tool
