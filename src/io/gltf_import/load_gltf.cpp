// SPDX-License-Identifier: MIT
// Question   Which bodies and motions make up an animated scene graph?                         [G3]
// Source     glTF 2.0, sections 3.5 (nodes), 3.7 (meshes, skins, morphs), 3.11 (animations).
// Guarantee  Where a node moves by translation and rotation below uniform scales, its body has that
//            very motion; vertices are baked in double precision. The rest deforms.
// Changed    Bodies hang on the nearest node that moves: what stands still in between is baked in.
#include "graze/io/load_gltf.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "io/gltf_import/bake.h"
#include "io/gltf_import/tinygltf_header.h"

namespace graze {
namespace {
using namespace gltf;
constexpr std::size_t kMostSceneTriangles = 20'000'000;
constexpr std::size_t kMostPositions = 100'000'000;  // 2.4 GB

/// How a node hangs in what has been built so far.
struct Hanging {
  std::optional<BodyId> body;  ///< the nearest one above that moves; none: the world
  Affine body_from_node = Affine::Identity();
  bool deforms = false;  ///< something above stretches it over time
};

class SceneBuilder {
 public:
  SceneBuilder(const GltfFile& file, std::shared_ptr<const NodeTree> tree, const Baking& baking)
      : file_(file), tree_(std::move(tree)), rest_(at_rest(*tree_)), baking_(baking) {}

  void visit(std::size_t node, const Hanging& above) {
    const NodeCurves& curves = tree_->nodes[node];
    Hanging here = above;
    const auto similar = as_similarity(above.body_from_node);
    here.deforms = above.deforms || curves.scales.moves() || (curves.moves() && !similar);
    if (!here.deforms && curves.moves()) {
      here.body = add_moving(node, *similar, above.body);
      here.body_from_node = Affine::Identity();
      here.body_from_node.scale(similar->scale * curves.scale);
    } else {
      here.body_from_node = above.body_from_node * tree_->parent_from_node(node, 0.0);
    }
    add_mesh(node, here);
    for (const int child : file_.model().nodes[node].children) {
      visit(static_cast<std::size_t>(child), here);
    }
  }

  GltfScene finish() {
    for (const std::string& group : groups_) result_.scene.may_touch.emplace_back(group, group);
    check(result_.scene);
    return std::move(result_);
  }

 private:
  std::string unique_name(std::size_t node) {
    const std::string& given = file_.model().nodes[node].name;
    std::string name = given.empty() ? "node " + std::to_string(node) : given;
    if (names_.contains(name)) name += " (node " + std::to_string(node) + ")";
    while (!names_.insert(name).second) name += "'";
    return name;
  }

  BodyId add(Body body, GltfBody origin = {}) {
    result_.scene.bodies.push_back(std::move(body));
    result_.origins.push_back(std::move(origin));
    return BodyId(result_.scene.bodies.size() - 1);
  }

  static std::shared_ptr<const NodeTree> at_rest(NodeTree tree) {
    for (NodeCurves& node : tree.nodes) {
      node.translations = node.rotations = node.scales = node.weights = {};
    }
    return std::make_shared<const NodeTree>(std::move(tree));
  }

  GltfBody origin_of(PosedMesh posed) const {
    posed.tree = rest_;
    GltfBody origin{world_positions(posed, 0.0), {}, {}};
    if (!posed.skin) return origin;
    for (const std::size_t joint : posed.skin->joints) {
      const std::string& name = file_.model().nodes[joint].name;
      origin.bones.push_back(name.empty() ? "node " + std::to_string(joint) : name);
    }
    origin.bone_of_vertex = main_joints(*posed.mesh);
    return origin;
  }

  /// What never moves against each other is one group: the world's, or that of a moving node.
  std::string group_of(std::optional<BodyId> body) {
    const std::string group =
        body ? "(moves with " + result_.scene.bodies[body->index()].name + ")" : "(stands still)";
    groups_.insert(group);
    return group;
  }

  BodyId add_moving(std::size_t node, const Similarity& above, std::optional<BodyId> parent) {
    Body body;
    body.name = unique_name(node);
    body.parent = parent;
    body.motion =
        Motion::composed(Motion::still(above.pose), motion_of(tree_->nodes[node], above.scale));
    const BodyId id = add(std::move(body));
    result_.scene.bodies[id.index()].groups = {group_of(id)};
    return id;
  }

  std::shared_ptr<const GltfMesh> mesh_of(std::size_t index) {
    auto& mesh = meshes_[index];
    if (!mesh) mesh = std::make_shared<const GltfMesh>(read_mesh(file_, index));
    return mesh;
  }

  void add_mesh(std::size_t node, const Hanging& here) {
    const tinygltf::Node& source = file_.model().nodes[node];
    if (source.mesh < 0) return;
    const std::string where = "nodes[" + std::to_string(node) + "]";
    PosedMesh posed{tree_,
                    mesh_of(file_.index(source.mesh, file_.model().meshes.size(), where + ".mesh")),
                    node,
                    {}};
    if (source.skin >= 0) {
      posed.skin =
          read_skin(file_, file_.index(source.skin, file_.model().skins.size(), where + ".skin"));
    }
    check_joints(file_, posed, where);
    triangles_ += posed.mesh->triangles.size();
    if (triangles_ > kMostSceneTriangles)
      file_.refuse(where, "more than 20 million triangles in all", "fewer");
    if (posed.mesh->triangles.empty()) return;
    if (deforms(posed) || (here.deforms && !posed.skin)) {
      add_deforming(posed);
    } else {
      add_rigid(posed, here);
    }
  }

  void add_deforming(const PosedMesh& posed) {
    Body body;
    body.name = unique_name(posed.node);
    const Baked baked = bake(posed, baking_);
    positions_ += baked.frames.size() * posed.mesh->vertices.size();
    if (positions_ > kMostPositions)
      file_.refuse("nodes[" + std::to_string(posed.node) + "]",
                   "more than 100 million vertices in all frames", "fewer cuts between keys");
    const std::string source = "mesh " + std::to_string(file_.model().nodes[posed.node].mesh);
    body.shape = Shape::from_mesh(
        TriangleMesh(baked.frames.front().vertices, seamless_triangles(*posed.mesh)), source);
    if (baked.frames.size() > 1) body.deformation = Deformation(baked.frames);
    result_.deviation = std::max(result_.deviation, baked.deviation);
    add(std::move(body), origin_of(posed));
  }

  /// A mesh that keeps its shape; a skin that never moves is baked into the world.
  void add_rigid(const PosedMesh& posed, const Hanging& here) {
    std::vector<Vec3> vertices;
    if (posed.skin) {
      vertices = world_positions(posed, 0.0);
    } else {
      vertices = morphed(*posed.mesh, tree_->nodes[posed.node], 0.0);
      for (Vec3& v : vertices) v = here.body_from_node * v;
    }
    std::vector<Triangle> triangles = posed.mesh->triangles;
    if (!posed.skin && here.body_from_node.linear().determinant() < 0.0) {
      for (Triangle& t : triangles) std::swap(t[1], t[2]);
    }
    const std::optional<BodyId> carrier = posed.skin ? std::nullopt : here.body;
    const std::string source = "mesh " + std::to_string(file_.model().nodes[posed.node].mesh);
    const Shape shape =
        Shape::from_mesh(TriangleMesh(std::move(vertices), std::move(triangles)), source);
    const bool is_own = carrier && tree_->nodes[posed.node].moves();
    if (is_own) {
      result_.scene.bodies[carrier->index()].shape = shape;
      result_.origins[carrier->index()] = origin_of(posed);
      return;
    }
    Body body;
    body.name = unique_name(posed.node);
    body.parent = carrier;
    body.shape = shape;
    body.groups = {group_of(carrier)};
    add(std::move(body), origin_of(posed));
  }

  const GltfFile& file_;
  std::shared_ptr<const NodeTree> tree_;
  std::shared_ptr<const NodeTree> rest_;
  const Baking& baking_;
  GltfScene result_;
  std::map<std::size_t, std::shared_ptr<const GltfMesh>> meshes_;
  std::unordered_set<std::string> names_;
  std::unordered_set<std::string> groups_;
  std::size_t triangles_ = 0;
  std::size_t positions_ = 0;  // of bodies that deform, over all frames
};

std::vector<std::size_t> root_nodes(const GltfFile& file, const NodeTree& tree) {
  const tinygltf::Model& model = file.model();
  std::vector<std::size_t> roots;
  if (model.scenes.empty()) {
    for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
      if (!tree.parents[node]) roots.push_back(node);
    }
    return roots;
  }
  const int shown = model.defaultScene < 0 ? 0 : model.defaultScene;
  const auto& scene = model.scenes[file.index(shown, model.scenes.size(), "scene")];
  for (const int node : scene.nodes) {
    const std::size_t root = file.index(node, tree.nodes.size(), "scenes.nodes");
    const bool is_twice = std::find(roots.begin(), roots.end(), root) != roots.end();
    if (tree.parents[root] || is_twice)
      file.refuse("scenes.nodes", "node " + std::to_string(node) + " a second time", "roots");
    roots.push_back(root);
  }
  return roots;
}
}  // namespace

GltfScene parse_gltf(std::string_view bytes, const std::string& place,
                     const std::filesystem::path& base_dir, const GltfLoadOptions& options) {
  const GltfFile file(bytes, place, base_dir);
  Playing playing = read_curves(file, options.animation);
  const auto tree =
      std::make_shared<const NodeTree>(build_node_tree(file, std::move(playing.nodes)));
  const Baking baking{playing.span, options.cuts};
  SceneBuilder builder(file, tree, baking);
  try {
    for (const std::size_t root : root_nodes(file, *tree)) builder.visit(root, {});
    GltfScene scene = builder.finish();
    scene.scene.name = place;
    scene.scene.span = playing.span;
    scene.played = std::move(playing.played);
    for (std::size_t a = 0; a < file.model().animations.size(); ++a) {
      const std::string& name = file.model().animations[a].name;
      scene.animations.push_back(name.empty() ? std::to_string(a) : name);
    }
    return scene;
  } catch (const InputError& error) {
    const InputError::Parts& parts = error.parts();
    if (parts.place.starts_with(place)) throw;
    throw InputError({place + ": " + parts.place, parts.found, parts.expected, parts.advice});
  }
}

bool is_gltf(const std::filesystem::path& path) {
  return path.extension() == ".glb" || path.extension() == ".gltf";
}

GltfScene load_gltf(const std::filesystem::path& path, const GltfLoadOptions& options) {
  const std::string bytes = read_file(path, std::size_t{1} << 30);
  return parse_gltf(bytes, path.string(), path.parent_path(), options);
}

std::string part_name(const GltfScene& source, BodyId id, const Feature& feature) {
  const Body& body = source.scene.bodies[id.index()];
  if (id.index() >= source.origins.size()) return body.name;
  const GltfBody& origin = source.origins[id.index()];
  if (origin.bones.empty()) return body.name;
  const std::uint32_t vertex = feature.kind == FeatureKind::kFace
                                   ? body.shape.mesh().triangles()[feature.triangle.index()][0]
                                   : feature.vertices[0];
  return body.name + "/" + origin.bones[origin.bone_of_vertex[vertex]];
}

}  // namespace graze
