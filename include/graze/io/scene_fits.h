// SPDX-License-Identifier: MIT
// Parts of a scene that are meant to be in each other, and how deep.                          [G3]
#pragma once
#include <graze/scene/scene.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// Two bodies by name, and how deep they may be in each other; scene units.
struct SceneFit {
  std::string a, b;
  double depth = 0.0;
};

/// The rules of `may_touch` that state a depth, pair by pair: of the scene that `path` was loaded
/// as. Throws InputError like load_scene. Pass them to write_scene, or it drops the depths.
std::vector<SceneFit> load_fits(const std::filesystem::path& path, const Scene& scene);
std::vector<SceneFit> parse_fits(std::string_view text, const std::string& place,
                                 const Scene& scene);

}  // namespace graze
