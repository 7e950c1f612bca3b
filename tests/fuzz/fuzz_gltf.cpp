// SPDX-License-Identifier: MIT
// glTF and COLLADA: any bytes give bodies whose vertices are finite, or an InputError.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "graze/base/error.h"
#include "graze/io/load_gltf.h"
#include "graze/io/mesh_io.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const graze::GltfScene scene = graze::parse_gltf(bytes, "fuzz.gltf", "/nonexistent");
    for (const graze::Body& body : scene.scene.bodies) {
      if (body.deforms() && body.deformation.vertices_at(0.5).empty()) std::abort();
    }
  } catch (const graze::InputError&) {
  }
  try {
    graze::parse_mesh(bytes, "fuzz.dae");
  } catch (const graze::InputError&) {
  }
  return 0;
}
