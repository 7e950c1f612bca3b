// SPDX-License-Identifier: MIT
// A curved surface: faces that are patches, perhaps trimmed, or given by f(x, y, z) = 0.      [C10]
#pragma once
#include <graze/geometry/implicit_surface.h>
#include <graze/geometry/surface_patch.h>
#include <graze/geometry/trim_loops.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace graze {

/// A patch over a rectangle of its parameters, or the part of it that loops enclose.
struct PatchFace {
  SurfacePatch patch;
  Interval u, v;
  std::optional<TrimLoops> trim;
};

struct SurfaceFace {
  std::string name;  ///< for reports
  std::variant<PatchFace, ImplicitSurface> form;
  /// Outside of a solid is where S_v x S_u points, or where f < 0.
  bool flipped = false;
  /// If the patch is a part of a larger face: the ranges of that face's parameters that its u and v
  /// cover, linearly.
  std::optional<std::array<Interval, 2>> part_of = {};
};

/// The parameters of the face that a point of the patch is on (see part_of).
std::array<double, 2> face_parameters(const SurfaceFace& face, const std::array<double, 2>& uv);

/// Immutable, cheap to copy, safe to use from every thread.
class Surface {
 public:
  Surface();  ///< no faces

  /// Throws InputError if a patch is refused (see check) or a range is empty or not finite.
  explicit Surface(std::vector<SurfaceFace> faces);

  std::span<const SurfaceFace> faces() const { return *faces_; }
  const Aabb& bounds() const { return bounds_; }  ///< contain all faces

 private:
  std::shared_ptr<const std::vector<SurfaceFace>> faces_;
  Aabb bounds_;
};

/// All of a face.
SurfaceRegion whole_region(const SurfaceFace& face);

/// What the region contains of the face.
SurfaceCell cell_of(const SurfaceFace& face, const SurfaceRegion& region);

/// A point of the face next to the corners' mean with these weights, which sum to one: proved to be
/// on the face, trimming included. Nothing if none is found.
std::optional<SurfacePoint> point_near(const SurfaceFace& face, const SurfaceCell& cell,
                                       const std::array<double, 4>& weights);

/// The parts of a region on both sides of its middle along an axis.
std::array<SurfaceRegion, 2> halves(const SurfaceRegion& region, int axis);

}  // namespace graze
