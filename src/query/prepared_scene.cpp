// SPDX-License-Identifier: MIT
#include "graze/query/prepared_scene.h"

#include "graze/base/parallel.h"

namespace graze {
namespace {
Scene checked(Scene scene) {
  check(scene);
  return scene;
}
}  // namespace

PreparedScene::PreparedScene(Scene scene) {
  scene = checked(std::move(scene));
  std::vector<Motion> motions;
  for (const Body& body : scene.bodies) motions.push_back(body.motion);
  TouchRules rules(scene);
  parallel_for(scene.bodies.size(), [&](std::size_t i) { scene.bodies[i].shape.wide_tree(); });
  parts_ =
      std::make_shared<const Parts>(Parts{std::move(scene), std::move(rules), std::move(motions)});
}

}  // namespace graze
