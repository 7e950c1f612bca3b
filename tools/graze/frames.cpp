// SPDX-License-Identifier: MIT
#include "frames.h"

#include <algorithm>

#include "graze/base/error.h"
#include "graze/io/mesh_io.h"
#include "graze/methods/linear.h"

namespace graze::tool {

Frames read_frames(const std::string& first, const std::string& second) {
  Frames frames{read_mesh(first), read_mesh(second)};
  const TriangleMesh &begin = frames.begin, &end = frames.end;
  if (!std::ranges::equal(begin.triangles(), end.triangles()) ||
      begin.vertices().size() != end.vertices().size()) {
    throw InputError({second, "other triangles than in " + first, "two frames of one mesh",
                      "only the positions of vertices may differ"});
  }
  return frames;
}

LoadedScene deforming_scene(const Frames& a, const Frames& b) {
  LoadedScene deforming;
  add_body(deforming.scene, {.name = "a", .shape = Shape::from_mesh(a.begin)});
  add_body(deforming.scene, {.name = "b", .shape = Shape::from_mesh(b.begin)});
  deforming.ends = {a.end, b.end};
  deforming.scene.tolerance = LinearMeshOptions{}.tolerance;  // that of `graze deform`
  return deforming;
}

}  // namespace graze::tool
