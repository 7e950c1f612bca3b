// SPDX-License-Identifier: MIT
// A tree of bodies on joints, as scenes and robots have it, as bodies and joints of a world.
#pragma once
#include "graze/scene/robot_scene.h"
#include "graze/simulation/world_scene.h"

namespace graze::simulation {

/// The scene's bodies, each on its motion in the world, without parents: those that stand still are
/// static, others driven.
WorldScene given_bodies(const Scene& scene);

/// For each dynamic body that hangs on a parent in `scene` the joint that it hangs on.
void join_to_parents(const Scene& scene, WorldScene& world);

/// A robot at rest: its root stands, its other links are dynamic. Links without a shape are one
/// with the link that they are fixed to. Throws InputError for a link that moves and has no shape.
WorldScene articulated_robot(const RobotScene& robot);

}  // namespace graze::simulation
