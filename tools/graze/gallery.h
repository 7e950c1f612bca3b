// SPDX-License-Identifier: MIT
// Scenes to look at: those that come with graze, and those of the public data, where it is. [G4]
#pragma once
#include <string>

namespace graze::tool {

/// [{"name", "title", "description", "scene"}]; without "scene" it is at gallery_scene(name).
std::string gallery_list();

/// The page's document of one of them as it is drawn for its card: nothing is asked. Throws
/// InputError for a name that is not listed.
std::string gallery_picture(const std::string& name);

/// scene.json that stands alone.
std::string gallery_scene(const std::string& name);

}  // namespace graze::tool
