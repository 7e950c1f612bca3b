// SPDX-License-Identifier: MIT
// Surfaces f(x, y, z) = 0 of a formula.                                                       [C10]
#pragma once
#include <graze/geometry/aabb.h>
#include <graze/geometry/expression.h>
#include <graze/geometry/surface_cell.h>

#include <memory>
#include <optional>

namespace graze {

/// All points of the box with f = 0, f a continuous formula in x, y and z. f < 0 is inside.
struct ImplicitSurface {
  std::shared_ptr<const Expression> f;
  Aabb bounds;  ///< only what is inside is meant
};

/// Throws InputError unless the text is a formula in x, y, z and the box has a volume.
ImplicitSurface implicit_surface(const std::string& f, const Aabb& bounds,
                                 const std::map<std::string, double>& constants = {});

/// What is in the box, enclosed: nothing where f is not zero, a thin slab about a plane where a
/// slope of f is not zero (mean value theorem), a ball elsewhere. The box is made smaller first.
SurfaceCell cell_of(const ImplicitSurface& surface, const SurfaceRegion& region);

/// A point of the surface next to p, on a line along the axis on which f changes fastest: f has
/// different signs at two points of it which are not farther apart than twice the error. Nothing if
/// none is found within `reach`.
std::optional<SurfacePoint> point_near(const ImplicitSurface& surface, const Vec3& p, double reach);

}  // namespace graze
