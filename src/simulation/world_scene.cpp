// SPDX-License-Identifier: MIT
#include "graze/simulation/world_scene.h"

#include <algorithm>

#include "graze/base/error.h"

namespace graze {
namespace {
/// Errors about a shape or a mass get the name of the body.
void add_named(World& world, const WorldBody& body) {
  try {
    world.add(body);
  } catch (const InputError& error) {
    const InputError::Parts& parts = error.parts();
    if (parts.place.find(body.body.name) != std::string::npos) throw;
    throw InputError({"body '" + body.body.name + "' (" + parts.place + ")", parts.found,
                      parts.expected, parts.advice});
  }
}
}  // namespace

bool is_by_volume(const WorldScene& scene) {
  return scene.options.contact != ContactMode::kExact ||
         std::ranges::any_of(scene.bodies, [](const WorldBody& b) { return b.elastic != nullptr; });
}

World make_world(const WorldScene& scene) {
  World world(scene.options);
  for (const WorldBody& body : scene.bodies) add_named(world, body);
  for (const WorldJoint& joint : scene.joints) world.add(joint);
  for (const SoftAttachment& attachment : scene.attachments) world.attach(attachment);
  for (const ConstantLoad& load : scene.loads) world.set_force(load.body, load.force, load.torque);
  return world;
}

Scene still_scene(const WorldScene& scene) {
  Scene out;
  out.name = scene.name;
  out.units = scene.units;
  for (const WorldBody& body : scene.bodies) out.bodies.push_back(body.body);
  out.may_touch = scene.options.may_touch;
  const auto allow = [&](std::size_t a, std::size_t b) {
    out.may_touch.emplace_back(out.bodies[a].name, out.bodies[b].name);
  };
  for (std::size_t a = 0; a < scene.bodies.size(); ++a) {
    if (scene.bodies[a].role == Role::kDynamic) continue;
    for (std::size_t b = a + 1; b < scene.bodies.size(); ++b) {
      if (scene.bodies[b].role != Role::kDynamic) allow(a, b);
    }
  }
  for (const WorldJoint& joint : scene.joints) {
    if (joint.bodies_may_touch) allow(joint.a.index(), joint.b.index());
  }
  for (const SoftAttachment& attachment : scene.attachments) {
    allow(attachment.soft.index(), attachment.to.index());
  }
  return out;
}

}  // namespace graze
