// SPDX-License-Identifier: MIT
// Question   Which triangles does a COLLADA (.dae) file show?                                  [G3]
// Source     COLLADA 1.4.1: geometries, nodes with transforms, instances.
// Guarantee  Double precision; lengths in metres by the file's <unit>; axes as they are written
//            (<up_axis> is reported, not applied: robots' meshes are in the axes of their links).
// Changed    Skins are refused: a rigid body has none.
#include <map>

#include "graze/base/error.h"
#include "graze/math/length.h"
#include "io/collada/collada_geometry.h"
#include "io/mesh_formats.h"

namespace graze::io {
namespace {
using namespace collada;
using xml::XmlCursor;
using Transform = Eigen::Transform<double, 3, Eigen::Affine, Eigen::DontAlign>;

constexpr int kDeepest = 100;
constexpr std::size_t kMostTriangles = 20'000'000;

void collect_ids(const XmlCursor& cursor, Ids& ids) {
  if (cursor.has("id")) ids.emplace(cursor.attribute("id", ""), cursor);
  for (const XmlCursor& child : cursor.children()) collect_ids(child, ids);
}

std::vector<double> numbers_of(const XmlCursor& cursor, std::size_t count) {
  const auto numbers = xml::parse_numbers(cursor.text(), cursor.place());
  if (numbers.size() == count) return numbers;
  cursor.refuse(std::to_string(numbers.size()) + " numbers", std::to_string(count));
}

Transform matrix_of(const XmlCursor& cursor) {
  const auto m = numbers_of(cursor, 16);
  Transform transform;
  transform.matrix() = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(m.data());
  return transform;
}

Transform rotation_of(const XmlCursor& cursor) {
  const auto r = numbers_of(cursor, 4);
  const Vec3 axis(r[0], r[1], r[2]);
  if (length_of(axis) == 0.0) return Transform::Identity();
  const double radians = r[3] * (3.14159265358979323846 / 180.0);
  return Transform(Eigen::AngleAxisd(radians, axis.stableNormalized()));
}

/// The node's own transforms, in the order in which they are written.
Transform transform_of(const XmlCursor& node) {
  Transform all = Transform::Identity();
  for (const XmlCursor& child : node.children()) {
    const std::string type = child.name();
    if (type == "matrix") all = all * matrix_of(child);
    if (type == "rotate") all = all * rotation_of(child);
    if (type == "translate" || type == "scale") {
      const auto v = numbers_of(child, 3);
      const Vec3 vector(v[0], v[1], v[2]);
      if (type == "translate") {
        all.translate(vector);
      } else {
        all.scale(vector);
      }
    }
    if (type == "lookat" || type == "skew") {
      child.refuse("<" + type + ">", "matrix, rotate, translate or scale");
    }
  }
  return all;
}

class SceneWalk {
 public:
  SceneWalk(const Ids& ids, double metres) : ids_(ids), unit_(Eigen::Scaling(metres)) {}

  void visit(const XmlCursor& node, const Transform& above, int depth) {
    if (depth > kDeepest) node.refuse("nodes inside nodes inside nodes …", "fewer than 100 levels");
    const Transform here = above * transform_of(node);
    for (const XmlCursor& child : node.children()) {
      const std::string type = child.name();
      if (type == "node") visit(child, here, depth + 1);
      if (type == "instance_node") visit(referred(child, "url", ids_), here, depth + 1);
      if (type == "instance_geometry") add(referred(child, "url", ids_), here);
      if (type == "instance_controller") child.refuse("a skinned mesh", "rigid ones");
    }
  }

  void add(const XmlCursor& geometry, const Transform& scene_from_geometry) {
    const Geometry& part = geometry_of(geometry);
    if (triangles_.size() + part.triangles.size() > kMostTriangles || ++instances_ > 100'000) {
      geometry.refuse("more than 20 million triangles or 100,000 instances", "fewer");
    }
    const Transform transform(unit_ * scene_from_geometry);
    const bool mirrors = transform.linear().determinant() < 0.0;
    const auto first = static_cast<std::uint32_t>(vertices_.size());
    for (const Vec3& v : part.vertices) vertices_.push_back(transform * v);
    for (Triangle t : part.triangles) {
      if (mirrors) std::swap(t[1], t[2]);
      triangles_.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
  }

  TriangleMesh finish(const std::string& place) {
    try {
      return TriangleMesh(std::move(vertices_), std::move(triangles_));
    } catch (const InputError& error) {
      throw InputError({place + ": " + error.parts().place, error.parts().found,
                        error.parts().expected, error.parts().advice});
    }
  }

 private:
  const Geometry& geometry_of(const XmlCursor& cursor) {
    const std::string id = cursor.attribute("id", "");
    if (const auto known = geometries_.find(id); known != geometries_.end()) return known->second;
    return geometries_.insert_or_assign(id, read_geometry(cursor, ids_)).first->second;
  }

  const Ids& ids_;
  Transform unit_;
  std::map<std::string, Geometry> geometries_;
  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
  std::size_t instances_ = 0;
};

double metres_of(const XmlCursor& root) {
  const auto asset = root.find("asset");
  const auto unit = asset ? asset->find("unit") : std::nullopt;
  const double metres = unit ? unit->number("meter", 1.0) : 1.0;
  if (metres > 0.0 && metres < 1e9) return metres;
  unit->refuse("meter = " + unit->attribute("meter"), "a number > 0");
}

/// The scene that the file shows; without one, its geometries as they are.
void walk(const XmlCursor& root, const Ids& ids, SceneWalk& scene) {
  const auto shown = root.find("scene");
  const auto instance = shown ? shown->find("instance_visual_scene") : std::nullopt;
  if (instance) {
    for (const XmlCursor& node : referred(*instance, "url", ids).children("node")) {
      scene.visit(node, Transform::Identity(), 0);
    }
    return;
  }
  const auto library = root.find("library_geometries");
  if (!library) return;
  for (const XmlCursor& geometry : library->children("geometry")) {
    scene.add(geometry, Transform::Identity());
  }
}
}  // namespace

TriangleMesh read_collada(InputBytes& input, const std::string& place) {
  const xml::XmlDocument document(input.view(), place);
  const XmlCursor root = document.root("COLLADA", "a .dae file");
  Ids ids;
  collect_ids(root, ids);
  SceneWalk scene(ids, metres_of(root));
  walk(root, ids, scene);
  return scene.finish(place);
}

}  // namespace graze::io
