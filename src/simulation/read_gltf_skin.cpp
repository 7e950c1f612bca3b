// SPDX-License-Identifier: MIT
// Skins of worlds whose surface, weights and skeleton are those of a glTF file.           [V4, G3]
#include <algorithm>
#include <map>

#include "graze/elastic/skin.h"
#include "graze/io/gltf_skin.h"
#include "graze/math/rotation.h"
#include "simulation/soft_json.h"

namespace graze::simulation {
namespace {
using json::JsonCursor;

constexpr double kBoneWidth = 0.1;  // of its length
constexpr double kBoneMass = 0.1;   // of the skin's, all bones together

/// Which bone carries each joint: its own, or that of the nearest joint above that has one.
class BonesOfJoints {
 public:
  explicit BonesOfJoints(const GltfSkin& skin) : skin_(skin), bones_(skin.joints.size()) {}

  void set(std::size_t joint, std::uint32_t bone) { bones_[joint] = bone; }
  std::optional<std::uint32_t> of(std::size_t joint) const {
    for (std::optional<std::size_t> j = joint; j; j = skin_.joints[*j].parent) {
      if (bones_[*j]) return bones_[*j];
    }
    return {};
  }
  bool has(std::size_t joint) const { return bones_[joint].has_value(); }

 private:
  const GltfSkin& skin_;
  std::vector<std::optional<std::uint32_t>> bones_;
};

SkinWeights bone_weights(const JsonCursor& cursor, const GltfSkin& skin,
                         const BonesOfJoints& bones) {
  SkinWeights all;
  for (const auto& vertex : skin.weights) {
    std::map<std::uint32_t, double> sums;
    for (const JointWeight& w : vertex) {
      const auto bone = bones.of(w.joint);
      if (!bone) {
        cursor.refuse("joint '" + skin.joints[w.joint].name + "', which no bone carries",
                      "a bone for it, or for a joint above it", "");
      }
      sums[*bone] += w.weight;
    }
    auto& weights = all.emplace_back();
    for (const auto& [bone, weight] : sums) weights.push_back({bone, weight});
  }
  return all;
}

std::vector<bool> joints_that_move(const GltfSkin& skin) {
  std::vector<bool> moves(skin.joints.size(), false);
  for (const auto& vertex : skin.weights) {
    for (const JointWeight& w : vertex) moves[w.joint] = true;
  }
  return moves;
}

/// A thin box along the bone, as a rigid body in the world.
WorldBody bone_body(const std::string& name, const GltfJoint& joint, const Pose& world_from_skin,
                    double least) {
  const Vec3 along = joint.to - joint.from;
  const double length = std::max(along.norm(), least);
  WorldBody bone;
  bone.body.name = name;
  bone.body.shape =
      Shape::from_box(Vec3(0.5 * length, 0.5 * kBoneWidth * length, 0.5 * kBoneWidth * length));
  Pose pose;
  pose.translation = 0.5 * (joint.from + joint.to);
  if (along.norm() > 0.0) {
    pose.rotation = Quat::FromTwoVectors(Vec3::UnitX(), along.normalized()).toRotationMatrix();
  }
  bone.body.motion = Motion::still(world_from_skin * pose);
  bone.body.mass = length;  // divided once all are known
  return bone;
}

/// Bones touch nothing: the skin does.
void hide(const std::string& group, WorldScene& world) {
  for (const WorldBody& body : world.bodies) {
    const auto& groups = body.body.groups;
    const bool is_own = std::ranges::find(groups, group) != groups.end();
    if (!is_own) world.options.may_touch.emplace_back(group, body.body.name);
  }
  world.options.may_touch.emplace_back(group, group);
}

/// A body for each joint that moves vertices, ball joints between them; numbers of the bodies.
std::vector<BodyId> make_skeleton(const GltfSkin& skin, std::size_t number, BonesOfJoints& bones,
                                  WorldScene& world) {
  const Body owner = world.bodies[number].body;
  const Pose world_from_skin = pose_at(owner.motion, 0.0);
  const std::string group = owner.name + ".bones";
  const std::vector<bool> moves = joints_that_move(skin);
  std::vector<BodyId> ids;
  double lengths = 0.0;
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    if (!moves[j]) continue;
    WorldBody bone = bone_body(owner.name + "." + skin.joints[j].name, skin.joints[j],
                               world_from_skin, 1e-2 * skin.surface.bounds().diagonal());
    bone.body.groups = {group};
    lengths += bone.body.mass;
    bones.set(j, static_cast<std::uint32_t>(ids.size()));
    ids.emplace_back(world.bodies.size());
    world.bodies.push_back(std::move(bone));
  }
  for (const BodyId id : ids)
    world.bodies[id.index()].body.mass *= kBoneMass * owner.mass / lengths;
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    const auto above = skin.joints[j].parent ? bones.of(*skin.joints[j].parent) : std::nullopt;
    if (!moves[j] || !above) continue;
    WorldJoint joint;
    joint.name = owner.name + "." + skin.joints[j].name;
    joint.kind = LinkKind::kBall;
    joint.a = ids[*above];
    joint.b = ids[*bones.of(j)];
    joint.point = world_from_skin * skin.joints[j].from;
    world.joints.push_back(joint);
  }
  hide(group, world);
  return ids;
}

std::vector<BodyId> named_bones(const JsonCursor& list, const GltfSkin& skin, BonesOfJoints& bones,
                                const WorldScene& world) {
  std::vector<std::string_view> names;
  for (const GltfJoint& joint : skin.joints) names.push_back(joint.name);
  std::vector<BodyId> ids;
  for (const JsonCursor& item : list.items()) {
    item.expect_keys({"body", "joint"});
    const std::string name = item.at("joint").word(names);
    const auto joint = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    if (bones.has(joint)) item.at("joint").refuse("'" + name + "' twice", "a joint once", "");
    bones.set(joint, static_cast<std::uint32_t>(ids.size()));
    ids.push_back(named_body(item.at("body"), world));
  }
  return ids;
}

GltfSkin scaled(GltfSkin skin, double scale) {
  if (scale == 1.0) return skin;
  std::vector<Vec3> vertices(skin.surface.vertices().begin(), skin.surface.vertices().end());
  for (Vec3& v : vertices) v *= scale;
  const auto triangles = skin.surface.triangles();
  skin.surface = TriangleMesh(std::move(vertices), {triangles.begin(), triangles.end()});
  for (GltfJoint& joint : skin.joints) {
    joint.from *= scale;
    joint.to *= scale;
  }
  return skin;
}
}  // namespace

ElasticModel read_gltf_skin(const JsonCursor& cursor, const std::filesystem::path& base_dir,
                            std::size_t number, WorldScene& world) {
  cursor.expect_keys({"type", "path", "mesh", "scale", "bones"});
  if (!world.bodies[number].body.shape.mesh().is_empty()) {
    cursor.refuse("a shape beside a glTF file", "none: its skin is the surface", "remove 'shape'");
  }
  const JsonCursor path = cursor.at("path");
  const std::string mesh = cursor.has("mesh") ? cursor.at("mesh").text() : "";
  const double scale = cursor.has("scale") ? cursor.at("scale").number(json::kSize) : 1.0;
  const GltfSkin skin = json::placed(
      path, [&] { return scaled(load_gltf_skin(base_dir / path.text(), mesh), scale); });
  BonesOfJoints bones(skin);
  const auto list = cursor.find("bones");
  const std::vector<BodyId> ids =
      list ? named_bones(*list, skin, bones, world) : make_skeleton(skin, number, bones, world);
  const SkinWeights weights = bone_weights(cursor, skin, bones);
  ElasticModel model = json::placed(cursor, [&] {
    return make_skin(skin.surface, weights, ids.size(), world.bodies[number].body.mass);
  });
  attach_bones(BodyId(number), ids, world);
  return model;
}

}  // namespace graze::simulation
