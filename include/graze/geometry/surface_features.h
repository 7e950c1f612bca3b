// SPDX-License-Identifier: MIT
// Which edges and vertices of a surface stick out, and where normals at them may point.      [C9]
#pragma once
#include <graze/geometry/triangle_mesh.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace graze {

/// Which sides of a surface can be touched.
enum class SurfaceSides {
  kOutside,  ///< a closed surface, outward where its normals point
  kInside,   ///< a closed surface that is inside out: outward is against its normals
  kBoth,     ///< an open surface, a sheet, or one without a volume
};

/// An edge; vertices at equal coordinates count as one.
struct SurfaceEdge {
  static constexpr std::uint32_t kNone = 0xffffffffu;
  std::uint32_t vertices[2] = {};              ///< the first vertex at each place
  std::uint32_t opposite[2] = {kNone, kNone};  ///< third corners of its triangles
  bool sticks_out = true;  ///< convex seen from a side that can be touched; a border; irregular
};

/// Immutable, cheap to copy, safe to read from every thread; built once for a mesh.
class SurfaceFeatures {
 public:
  SurfaceFeatures();
  /// O(n log n).
  explicit SurfaceFeatures(const TriangleMesh& mesh);

  const TriangleMesh& mesh() const { return data_->mesh; }
  SurfaceSides sides() const { return data_->sides; }
  std::span<const SurfaceEdge> edges() const { return data_->edges; }
  /// Edge k of a triangle, from corner k to corner k + 1; kNone if both are at the same place.
  std::uint32_t edge_of(std::uint32_t triangle, int k) const {
    return data_->edge_of[triangle][static_cast<std::size_t>(k)];
  }
  /// The first vertex at the same place.
  std::uint32_t place_of(std::uint32_t vertex) const { return data_->place_of[vertex]; }
  /// Places that edges lead to from a place.
  std::span<const std::uint32_t> neighbours(std::uint32_t place) const {
    return std::span(data_->neighbours)
        .subspan(data_->first_neighbour[place],
                 data_->first_neighbour[place + 1] - data_->first_neighbour[place]);
  }
  /// At least two edges that stick out end there, or it is a point or the end of a line.
  bool sticks_out(std::uint32_t place) const { return data_->sticks_out[place] != 0; }
  /// Unit; zero for a triangle without area.
  const Vec3& normal(std::uint32_t triangle) const { return data_->normals[triangle]; }
  /// Every place and every edge is owned by one of its triangles, so that pairs of features are
  /// seen once if they are looked at by their owners only. Bit k: corner k; bit 3 + k: edge k.
  unsigned owned_by(std::uint32_t triangle) const { return data_->owned[triangle]; }

  struct Data {
    TriangleMesh mesh;
    SurfaceSides sides = SurfaceSides::kBoth;
    std::vector<SurfaceEdge> edges;
    std::vector<std::array<std::uint32_t, 3>> edge_of;
    std::vector<std::uint32_t> place_of, neighbours, first_neighbour;
    std::vector<char> sticks_out;
    std::vector<Vec3> normals;
    std::vector<std::uint8_t> owned;
  };

 private:
  std::shared_ptr<const Data> data_;
};

/// True if n, a unit vector from a point of the surface towards something outside of it, is within
/// `slack` (the sine of an angle) of the directions in which that point is nearest: moving along an
/// edge or face of the feature never gets nearer. That is the cone of normals where the feature
/// sticks out. Body frame.
bool is_normal_of_place(const SurfaceFeatures& features, std::uint32_t place, const Vec3& n,
                        double slack);
bool is_normal_of_edge(const SurfaceFeatures& features, std::uint32_t edge, const Vec3& n,
                       double slack);
bool is_normal_of_face(const SurfaceFeatures& features, std::uint32_t triangle, const Vec3& n);

}  // namespace graze
