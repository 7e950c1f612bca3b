// SPDX-License-Identifier: MIT
// Files that were dropped onto the page, made into a self-contained scene.                     [G4]
#pragma once
#include <span>
#include <string>

#include "graze/server/session.h"

namespace graze::tool {

/// scene.json of robots, animations, CAD parts and meshes. A separate process reads them; it sees
/// no other files and ends after a minute of processor time, since a file may be damaged or name
/// others. Throws InputError with that process's message.
std::string read_brought(std::span<const BroughtFile> files);

}  // namespace graze::tool
