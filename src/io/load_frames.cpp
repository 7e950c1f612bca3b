// SPDX-License-Identifier: MIT
#include <algorithm>

#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/io/mesh_io.h"

namespace graze {
namespace {
Body deforming_body(const std::string& name, const std::string& first, const std::string& second) {
  const TriangleMesh begin = read_mesh(first), end = read_mesh(second);
  if (!std::ranges::equal(begin.triangles(), end.triangles()) ||
      begin.vertices().size() != end.vertices().size()) {
    throw InputError({second, "other triangles than in " + first, "two frames of one mesh",
                      "only the positions of vertices may differ"});
  }
  Body body;
  body.name = name;
  body.shape = Shape::from_mesh(begin, first);
  body.deformation = Deformation({{0.0, {begin.vertices().begin(), begin.vertices().end()}},
                                  {1.0, {end.vertices().begin(), end.vertices().end()}}});
  return body;
}
}  // namespace

Scene load_frames(std::span<const std::string> files) {
  if (files.size() != 2 && files.size() != 4) {
    throw InputError({"FRAMES", std::to_string(files.size()) + " files", "two frames, or twice two",
                      "graze deform A0 A1 [B0 B1]"});
  }
  Scene scene;
  add_body(scene, deforming_body("a", files[0], files[1]));
  if (files.size() == 4) add_body(scene, deforming_body("b", files[2], files[3]));
  scene.tolerance = 1e-6;
  return scene;
}

}  // namespace graze
