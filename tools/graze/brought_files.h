// SPDX-License-Identifier: MIT
// Files that were dropped onto the page, made a scene that stands alone.                      [G4]
#pragma once
#include <span>
#include <string>

#include "graze/server/session.h"

namespace graze::tool {

/// scene.json of robots, animations, CAD parts and meshes. They are read by a process of its own
/// that sees no file but these and ends after a minute of processor time: a file may be damaged, or
/// name others. Throws InputError with that process' sentence.
std::string read_brought(std::span<const BroughtFile> files);

}  // namespace graze::tool
