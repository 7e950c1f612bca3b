// SPDX-License-Identifier: MIT
// A mesh near curved faces. Faces without loops are cut into equal grids, so that neighbours share
// their vertices and a closed surface has a closed mesh; others into the leaves of their tree.
#include "scene/mesh_near.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace graze {
namespace {
constexpr std::size_t kMostCells = 65'536;
constexpr double kSamePlace = 0x1p-32;  // of the diagonal

/// Vertices of cells; of those that are next to each other the first stands for all.
class MeshOfCells {
 public:
  explicit MeshOfCells(double diagonal) : near_(kSamePlace * diagonal) {}

  void add(const SurfaceCell& cell, bool flipped) {
    if (cell.count == 0) return;
    deviation_ = std::max({deviation_, deviation(cell), cell.around_axis ? cell.doubt : 0.0});
    std::array<std::uint32_t, 4> at{};
    for (std::size_t k = 0; k < 4; ++k) {
      at[k] = vertex(cell.corners[cell.count == 1 ? 0 : k]);
    }
    if (cell.count == 1) return triangles_.push_back({at[0], at[0], at[0]});
    if (flipped) std::swap(at[1], at[2]);
    add_triangle({at[0], at[1], at[2]});
    add_triangle({at[2], at[1], at[3]});
  }

  NearMesh made() && {
    const double moved = 2.0 * near_;  // of a vertex, at most sqrt(3) of it
    return {TriangleMesh(std::move(vertices_), std::move(triangles_)),
            (deviation_ + moved) * (1.0 + 0x1p-50)};
  }

 private:
  using Key = std::array<std::int64_t, 3>;
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t hash = 0;
      for (const std::int64_t k : key)
        hash = (hash ^ static_cast<std::uint64_t>(k)) * 0x9e3779b97f4a7c15u;
      return hash ^ hash >> 29;
    }
  };

  void add_triangle(const Triangle& t) {
    if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0]) triangles_.push_back(t);
  }

  std::uint32_t vertex(const Vec3& p) {
    Key key;
    for (Eigen::Index k = 0; k < 3; ++k)
      key[static_cast<std::size_t>(k)] = std::llround(p[k] / near_);
    for (int step = 0; step < 27; ++step) {
      const Key beside{key[0] + step % 3 - 1, key[1] + step / 3 % 3 - 1, key[2] + step / 9 - 1};
      const auto known = places_.find(beside);
      if (known != places_.end() && (vertices_[known->second] - p).norm() <= near_)
        return known->second;
    }
    vertices_.push_back(p);
    return places_.insert_or_assign(key, static_cast<std::uint32_t>(vertices_.size() - 1))
        .first->second;
  }

  double near_;
  double deviation_ = 0.0;
  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
  std::unordered_map<Key, std::uint32_t, KeyHash> places_;
};

bool is_leaf(const SurfaceNode& node) {
  return node.face != SurfaceNode::kNone && node.children[0] == SurfaceNode::kNone;
}

/// End k of `parts` equal parts; the last one is the range's own.
double share_of(const Interval& range, std::size_t k, std::size_t parts) {
  return k == parts
             ? range.hi
             : range.lo + range.width() * static_cast<double>(k) / static_cast<double>(parts);
}

/// Calls visit(cell) for all cells of a face that is cut into so many parts along both parameters,
/// until it returns false.
template <typename Visit>
bool for_each_of_grid(const SurfaceFace& face, std::size_t parts, const Visit& visit) {
  const auto& form = std::get<PatchFace>(face.form);
  const auto part = [&](const Interval& range, std::size_t k) {
    return Interval(share_of(range, k, parts), share_of(range, k + 1, parts));
  };
  for (std::size_t i = 0; i < parts; ++i) {
    for (std::size_t j = 0; j < parts; ++j)
      if (!visit(cell_of(form.patch, {{part(form.u, i), part(form.v, j), 0.0}}))) return false;
  }
  return true;
}

bool has_loops(const SurfaceFace& face) {
  const auto* patch = std::get_if<PatchFace>(&face.form);
  return patch == nullptr || patch->trim.has_value();
}

/// How many equal parts of each side make cells of all faces flat; 0: the faces have loops, or
/// there would be too many.
std::size_t parts_of_sides(std::span<const SurfaceFace> faces, double flat) {
  if (std::ranges::any_of(faces, has_loops)) return 0;
  const auto is_flat = [&](const SurfaceCell& cell) { return deviation(cell) <= flat; };
  for (std::size_t parts = 1; parts * parts * faces.size() <= kMostCells; parts *= 2) {
    if (std::ranges::all_of(
            faces, [&](const SurfaceFace& face) { return for_each_of_grid(face, parts, is_flat); }))
      return parts;
  }
  return 0;
}

}  // namespace

NearMesh mesh_near(const SurfaceTree& tree) {
  const auto faces = tree.surface().faces();
  MeshOfCells mesh(tree.surface().bounds().diagonal());
  const double flat = SurfaceTreeOptions{}.coarse * tree.surface().bounds().diagonal();
  if (const std::size_t parts = parts_of_sides(faces, flat); parts > 0) {
    for (const SurfaceFace& face : faces) {
      for_each_of_grid(face, parts, [&](const SurfaceCell& cell) {
        mesh.add(cell, face.flipped);
        return true;
      });
    }
  } else {
    for (const SurfaceNode& node : tree.nodes())
      if (is_leaf(node)) mesh.add(node.cell, faces[node.face].flipped);
  }
  return std::move(mesh).made();
}

}  // namespace graze
