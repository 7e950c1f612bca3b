// SPDX-License-Identifier: MIT
// Question   How are few triangles divided best?                                             [C3]
// Source     MacDonald, Booth 1990 (surface rule).
// Guarantee  None is needed: any division gives a correct tree. Sorts over total orders: the same
//            division with every standard library.
// Changed    Parts hold multiples of eight triangles unless that would cost much more surface.
#include "spatial/small_division.h"

#include <algorithm>
#include <numeric>

#include "graze/spatial/wide_obb_tree.h"

namespace graze {
namespace {
constexpr double kRoundCost = 1.25;  // what a round size may cost: times the least surface

bool is_round(std::size_t first, std::size_t all) {
  return first % kWideLanes == 0 || (all - first) % kWideLanes == 0;
}
}  // namespace

SmallDivision::SmallDivision(std::span<const BuildTriangle> triangles, const Mat3& axes)
    : size_(triangles.size()) {
  for (std::size_t i = 0; i < size_; ++i) {
    framed_[i] = framed(triangles[i], axes, triangles[0].corners[0]);
  }
  for (int k = 0; k < 3; ++k) {
    const auto begin = order_[k].begin(), end = begin + static_cast<std::ptrdiff_t>(size_);
    std::iota(begin, end, std::uint8_t{0});
    std::sort(begin, end, [&](std::uint8_t x, std::uint8_t y) {
      const double place_x = framed_[x].place[k], place_y = framed_[y].place[k];
      return place_x < place_y || (place_x == place_y && triangles[x].id < triangles[y].id);
    });
  }
}

std::pair<OpenPart, OpenPart> SmallDivision::divide(const OpenPart& part) {
  Plane best, best_round;
  for (int k = 0; k < 3; ++k) look_along(k, part, best, best_round);
  const Plane& plane = best_round.cost <= kRoundCost * best.cost ? best_round : best;
  const std::size_t middle = part.begin + plane.first;
  for (std::size_t i = part.begin; i < part.end; ++i) {
    is_first_[order_[plane.axis][i]] = i < middle;
  }
  for (int k = 0; k < 3; ++k) {
    if (k != plane.axis) put_first_in_front(k, part);
  }
  return {{part.begin, middle, surface_of_part(box_of(part.begin, middle))},
          {middle, part.end, surface_of_part(box_of(middle, part.end))}};
}

Aabb SmallDivision::box_of(std::size_t begin, std::size_t end) const {
  Aabb box;
  for (std::size_t i = begin; i < end; ++i) box.add(framed_[order_[0][i]].box);
  return box;
}

void SmallDivision::look_along(int axis, const OpenPart& part, Plane& best, Plane& best_round) {
  const std::size_t count = part.size();
  const auto& order = order_[axis];
  Aabb above;
  for (std::size_t i = count; i-- > 1;) {
    above.add(framed_[order[part.begin + i]].box);
    above_[i] = surface_of_part(above) * static_cast<double>(count - i);
  }
  Aabb below;
  for (std::size_t i = 1; i < count; ++i) {
    below.add(framed_[order[part.begin + i - 1]].box);
    const double cost = surface_of_part(below) * static_cast<double>(i) + above_[i];
    if (cost < best.cost) best = {axis, i, cost};
    if (cost < best_round.cost && is_round(i, count)) best_round = {axis, i, cost};
  }
}

void SmallDivision::put_first_in_front(int axis, const OpenPart& part) {
  auto& order = order_[axis];
  std::array<std::uint8_t, kSorted> others;
  std::size_t next = part.begin, rest = 0;
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const std::uint8_t id = order[i];
    if (is_first_[id]) {
      order[next++] = id;
    } else {
      others[rest++] = id;
    }
  }
  std::copy_n(others.begin(), rest, order.begin() + static_cast<std::ptrdiff_t>(next));
}

}  // namespace graze
