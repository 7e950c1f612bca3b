// SPDX-License-Identifier: MIT
// What a soft body is made of, as the key "soft" of a body's "dynamics" says it.          [V4, G3]
#pragma once
#include <filesystem>

#include "graze/simulation/world_scene.h"
#include "io/json/contact_json.h"

namespace graze::simulation {

/// Makes a body soft: its shape becomes the surface of its elements. Named materials are converted
/// to the scene's units. Files are sought from `base_dir` on. Throws InputError.
void read_soft(const json::JsonCursor& cursor, const std::filesystem::path& base_dir,
               std::size_t body, WorldScene& world);

/// The type "skin" alone, with its attachments.
ElasticModel read_skin(const json::JsonCursor& cursor, std::size_t body, WorldScene& world);
/// The same with surface and weights of a glTF file, on bodies that are named or made of its
/// skeleton, which come after all others.
ElasticModel read_gltf_skin(const json::JsonCursor& cursor, const std::filesystem::path& base_dir,
                            std::size_t body, WorldScene& world);
void attach_bones(BodyId skin, const std::vector<BodyId>& bones, WorldScene& world);

/// The closed mesh of a body's shape.
TriangleMesh solid_mesh(const json::JsonCursor& cursor, const Body& body);
/// The body of the world that a text names.
BodyId named_body(const json::JsonCursor& cursor, const WorldScene& world);

/// The elements themselves: read again they give the same model bit by bit.
json::OrderedJson soft_json(const WorldScene& world, std::size_t body);

}  // namespace graze::simulation
