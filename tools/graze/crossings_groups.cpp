// SPDX-License-Identifier: MIT
#include "crossings_groups.h"

#include <algorithm>
#include <map>

namespace graze::tool {
namespace {
std::string part_name(const Scene& scene, const std::vector<GltfBody>& origins, BodyId id,
                      const Feature& feature) {
  const Body& body = scene.bodies[id.index()];
  if (id.index() >= origins.size() || origins[id.index()].bones.empty()) return body.name;
  const GltfBody& origin = origins[id.index()];
  const std::uint32_t vertex = feature.kind == FeatureKind::kFace
                                   ? body.shape.mesh().triangles()[feature.triangle.index()][0]
                                   : feature.vertices[0];
  return body.name + "/" + origin.bones[origin.bone_of_vertex[vertex]];
}
}  // namespace

std::vector<CrossingGroup> grouped(const Scene& scene, const std::vector<GltfBody>& origins,
                                   const std::vector<NewContacts>& contacts) {
  std::vector<CrossingGroup> groups;
  for (const NewContacts& pair : contacts) {
    std::map<std::pair<std::string, std::string>, CrossingGroup> by_parts;
    for (const LinearTouch& touch : pair.touches) {
      std::string a = part_name(scene, origins, pair.a, touch.contact.feature_a);
      std::string b = part_name(scene, origins, pair.b, touch.contact.feature_b);
      const auto key = pair.a == pair.b ? std::minmax(a, b)
                                        : std::pair<const std::string&, const std::string&>(a, b);
      CrossingGroup& group = by_parts[{key.first, key.second}];
      if (group.touches.empty()) group = {a, b, &pair, {}};
      group.touches.push_back(&touch);
    }
    for (auto& [parts, group] : by_parts) groups.push_back(std::move(group));
  }
  std::stable_sort(groups.begin(), groups.end(), [](const auto& p, const auto& q) {
    return p.touches.front()->time.hi < q.touches.front()->time.hi;
  });
  return groups;
}

}  // namespace graze::tool
