// SPDX-License-Identifier: MIT
#include "graze/io/scene_digest.h"

#include "graze/base/sha256.h"
#include "graze/io/write_scene.h"
#include "io/scene_json/surface_shapes.h"

namespace graze {
namespace {
/// The number of items before the items: no two lists of meshes run together to the same bytes.
template <typename T>
void add(Sha256& hash, std::span<const T> items) {
  const std::uint64_t count = items.size();
  hash.add(std::as_bytes(std::span(&count, 1)));
  hash.add(std::as_bytes(items));
}
}  // namespace

std::string scene_digest(const Scene& scene) {
  Sha256 hash;
  Scene bare = scene;  // meshes are fed as bytes: as text they would take a hundred times as long
  for (Body& body : bare.bodies) {
    add(hash, body.shape.mesh().vertices());
    add(hash, body.shape.mesh().triangles());
    const double sizes[] = {body.shape.rounding(), body.shape.outward_error(),
                            body.shape.is_unbounded() ? 1.0 : 0.0};
    hash.add(std::as_bytes(std::span(sizes)));
    if (const auto* form = std::get_if<SurfaceForm>(&body.shape.form()))
      hash.add(scene_json::faces_json(*form->surface).dump());
    for (const DeformationFrame& frame : body.deformation.frames()) {
      hash.add(std::as_bytes(std::span(&frame.time, 1)));
      add(hash, std::span(frame.vertices));
    }
    body.shape = {};
    body.deformation = {};
  }
  hash.add(format_scene(bare));
  return hash.hex();
}

}  // namespace graze
