// SPDX-License-Identifier: MIT
#include "server/overlay/overlay.h"

#include <array>

#include "io/scene_json/body_named.h"

namespace graze::server {
namespace {
using json::JsonCursor;

struct OverlayKind {
  std::string_view name;
  void (*draw)(const ViewedPair&, Drawing&);
};
constexpr std::array<OverlayKind, 5> kKinds{{{"tree", draw_tree},
                                             {"octree", draw_octree},
                                             {"depth", draw_depth},
                                             {"gauss", draw_gauss_maps},
                                             {"steps", draw_steps}}};

const OverlayKind& kind_of(const JsonCursor& cursor) {
  std::vector<std::string_view> names;
  for (const OverlayKind& kind : kKinds) names.push_back(kind.name);
  const std::string word = cursor.word(names);
  return *std::find_if(kKinds.begin(), kKinds.end(),
                       [&](const OverlayKind& kind) { return kind.name == word; });
}

/// The body of that key: one with triangles that does not deform.
BodyId shown_body(const JsonCursor& cursor, std::string_view key, const Scene& scene) {
  const JsonCursor place = cursor.at(key);
  const BodyId id = scene_json::body_named(place, place.text(), scene);
  const Body& body = scene.bodies[id.index()];
  if (body.shape.mesh().is_empty() || body.deforms() || body.shape.is_unbounded())
    place.refuse("'" + body.name + "'", "a rigid body with triangles and bounds",
                 "choose another pair");
  return id;
}
}  // namespace

std::string overlay(const JsonCursor& cursor, const PreparedScene& prepared) {
  cursor.expect_keys({"kind", "a", "b", "time", "level", "centre"});
  const Scene& scene = prepared.scene();
  ViewedPair viewed{prepared, shown_body(cursor, "a", scene), shown_body(cursor, "b", scene),
                    scene.span.lo, 0};
  if (viewed.a == viewed.b)
    cursor.at("b").refuse("the same body twice", "two bodies", "choose a pair");
  if (const auto time = cursor.find("time")) viewed.time = time->number(json::kTime);
  if (const auto level = cursor.find("level")) viewed.level = level->index(kMaxObbTreeDepth * 2);
  const auto centre = cursor.find("centre");
  Drawing drawing(centre ? centre->vec3() : Vec3(Vec3::Zero()));
  kind_of(cursor.at("kind")).draw(viewed, drawing);
  return drawing.json();
}

}  // namespace graze::server
