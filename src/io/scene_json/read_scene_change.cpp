// SPDX-License-Identifier: MIT
#include "io/scene_json/read_scene_change.h"

#include "io/scene_json/body_named.h"
#include "io/scene_json/read_motion.h"

namespace graze::scene_json {
namespace {
Motion read_joint_move(const JsonCursor& cursor, const Scene& scene, BodyId body,
                       const Interval& span) {
  const auto ends = cursor.items(2);
  const double from = ends[0].number(json::kAngle), to = ends[1].number(json::kAngle);
  return json::placed(cursor, [&] { return joint_motion(scene, body, from, to, span); });
}
}  // namespace

SceneChange read_scene_change(const JsonCursor& cursor, const Scene& scene) {
  cursor.expect_keys({"motions", "joints", "span"});
  SceneChange change;
  if (const auto span = cursor.find("span")) change.span = read_time(*span, false);
  const Interval span = change.span.value_or(scene.span);
  if (const auto motions = cursor.find("motions")) {
    for (const std::string& name : motions->keys()) {
      const BodyId body = body_named(*motions, name, scene);
      change.motions.push_back({body, read_motion(motions->at(name), span)});
    }
  }
  if (const auto joints = cursor.find("joints")) {
    for (const std::string& name : joints->keys()) {
      const BodyId body = body_named(*joints, name, scene);
      change.motions.push_back({body, read_joint_move(joints->at(name), scene, body, span)});
    }
  }
  return change;
}

}  // namespace graze::scene_json
