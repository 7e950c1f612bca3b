// SPDX-License-Identifier: MIT
// A world that runs while somebody watches: bodies let go, pulled and thrown.            [C12, G4]
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "graze/scene/scene.h"
#include "io/json/json_cursor.h"

namespace graze {
struct WorldScene;
}

namespace graze::server {

class LiveWorld;  // live_world.cpp

/// {"time", "loose", "gravity", "friction", "restitution", "order", "contact", "pixels"}, each
/// optional. A world that a file describes (`described`) starts as it says. Any other: bodies that
/// move in the scene, or those named by "loose", are let go where they are at that time, with the
/// velocity that they have; the others stand. Throws InputError that names the place, also for
/// bodies that overlap where they must not, and for soft ones.
std::shared_ptr<LiveWorld> begin_world(const json::JsonCursor& cursor, const Scene& scene,
                                       const WorldScene* described);

/// {"steps", "hand": {"body", "point", "target"}} and options as above: goes on by so many steps
/// (1), a hand pulling a point (body frame) towards a target. What is given holds until it is given
/// again; without "hand" nothing is pulled. The state after it.
std::string step_world(LiveWorld& world, const json::JsonCursor& cursor);

/// Time, poses, contacts with their forces, energy: docs/protocol.md.
std::string state_json(const LiveWorld& world);

}  // namespace graze::server
