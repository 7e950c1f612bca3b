// SPDX-License-Identifier: MIT
#include "graze/elastic/skin.h"
#include "simulation/soft_json.h"

namespace graze::simulation {
namespace {
using json::JsonCursor;

SkinWeights read_skin_weights(const JsonCursor& cursor, std::size_t bones) {
  SkinWeights weights;
  for (const JsonCursor& vertex : cursor.items()) {
    auto& of_vertex = weights.emplace_back();
    for (const JsonCursor& pair : vertex.items()) {
      const auto items = pair.items(2);
      of_vertex.push_back({items[0].index(bones), items[1].number({0.0, 1.0})});
    }
  }
  return weights;
}
}  // namespace

ElasticModel read_skin(const json::JsonCursor& cursor, std::size_t number, WorldScene& world) {
  cursor.expect_keys({"type", "bones", "weights"});
  const Body& body = world.bodies[number].body;
  const TriangleMesh surface = solid_mesh(cursor, body);
  const bool has_weights = cursor.has("weights");
  std::vector<BoneSegment> segments;
  std::vector<BodyId> bones;
  for (const JsonCursor& item : cursor.at("bones").items()) {
    if (has_weights) {
      item.expect_keys({"body"});
    } else {
      item.expect_keys({"body", "from", "to"});
      segments.push_back({item.at("from").vec3(), item.at("to").vec3()});
    }
    bones.push_back(named_body(item.at("body"), world));
  }
  ElasticModel model = json::placed(cursor, [&] {
    const SkinWeights weights = has_weights ? read_skin_weights(cursor.at("weights"), bones.size())
                                            : heat_weights(surface, segments);
    return make_skin(surface, weights, bones.size(), body.mass);
  });
  attach_bones(BodyId(number), bones, world);
  return model;
}

void attach_bones(BodyId skin, const std::vector<BodyId>& bones, WorldScene& world) {
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const auto nodes = nodes_of_bone(i);
    world.attachments.push_back({skin, bones[i], {nodes.begin(), nodes.end()}});
  }
}

}  // namespace graze::simulation
