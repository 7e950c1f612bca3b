// SPDX-License-Identifier: MIT
#include "io/scene_json/body_named.h"

namespace graze::scene_json {

BodyId body_named(const json::JsonCursor& cursor, const std::string& name, const Scene& scene) {
  if (const auto body = find_body(scene, name)) return *body;
  std::vector<std::string_view> names;
  for (const Body& body : scene.bodies) names.push_back(body.name);
  const auto near = nearest_word(name, names);
  cursor.refuse("the name '" + name + "'", "the name of a body of the scene",
                near ? "did you mean '" + *near + "'?" : "");
}

}  // namespace graze::scene_json
