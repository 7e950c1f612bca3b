// SPDX-License-Identifier: MIT
// The division of few triangles: every plane along three axes is looked at.                  [C3]
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "graze/math/interval.h"
#include "spatial/framed_triangle.h"

namespace graze {

constexpr std::size_t kSorted = 64;  // up to here every plane is looked at

/// Up to kSorted triangles, sorted along all three axes once; parts are ranges of all three orders.
class SmallDivision {
 public:
  SmallDivision(std::span<const BuildTriangle> triangles, const Mat3& axes);

  OpenPart whole() const { return {0, size_, surface_of_part(box_of(0, size_))}; }
  /// Puts the first part in front; both get their surfaces.
  std::pair<OpenPart, OpenPart> divide(const OpenPart& part);
  std::span<const std::uint8_t> order() const { return {order_[0].data(), size_}; }

 private:
  struct Plane {
    int axis = 0;
    std::size_t first = 0;  ///< triangles in front of it
    double cost = kInfinity;
  };

  Aabb box_of(std::size_t begin, std::size_t end) const;
  void look_along(int axis, const OpenPart& part, Plane& best, Plane& best_round);
  void put_first_in_front(int axis, const OpenPart& part);

  std::size_t size_;
  std::array<FramedTriangle, kSorted> framed_;
  std::array<std::array<std::uint8_t, kSorted>, 3> order_;
  std::array<bool, kSorted> is_first_{};
  std::array<double, kSorted> above_{};
};

}  // namespace graze
