// SPDX-License-Identifier: MIT
// Question   How far do bodies that touch reach into each other?                           [C9, G1]
// Source     A point that is d deep in a solid stays inside when it is moved by less than d. So a
//            triangle that can be moved out of the solid as a whole has no deep point; one that
//            cannot is halved.
// Guarantee  See deep_inside.h. Positions may be off by an eighth of the depth, parts of triangles
//            are a quarter of it large at the end: no more than 1.25 of it goes unseen.
// Changed    -
#include "scene/deep_inside.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "scene/located.h"
#include "scene/moved_out.h"

namespace graze {
namespace {
constexpr std::uint64_t kMostTests = 1'000'000;  // of boxes and triangles, for a pair of bodies
constexpr double kBelow = 2.5;                   // of the depth: points below faces
constexpr double kSmall = 0.25;                  // of the depth: parts that are not halved

/// Which points of the inner body are looked at.
enum class Looked {
  kSurface,
  kBelow,  ///< below the faces: they count only where they are deep in both
};

/// A part of a triangle of the inner body, in its frame.
struct TrianglePart {
  Corners corners;

  Vec3 centre() const { return (corners[0] + corners[1] + corners[2]) / 3.0; }
  double radius() const {
    const Vec3 c = centre();
    const auto far = [&](int k) { return (corners[std::size_t(k)] - c).norm(); };
    return std::max({far(0), far(1), far(2)}) * (1.0 + 0x1p-40);
  }
  std::array<TrianglePart, 2> halves() const {
    std::size_t longest = 0;
    const auto length = [&](std::size_t k) { return (corners[(k + 1) % 3] - corners[k]).norm(); };
    for (std::size_t k = 1; k < 3; ++k)
      if (length(k) > length(longest)) longest = k;
    const Vec3 &p = corners[longest], &q = corners[(longest + 1) % 3],
               &r = corners[(longest + 2) % 3], middle = 0.5 * (p + q);
    return {{{{p, middle, r}}, {{middle, q, r}}}};
  }
};

class DepthSearch {
 public:
  DepthSearch(const PlacedShape& inner, const PlacedShape& outer, Looked looked, double depth,
              BudgetWatch& watch)
      : inner_(inner), outer_(outer), looked_(looked), depth_(depth), watch_(watch) {}

  InsideAnswer run() {
    if (!can_hold(outer_) || inner_.shape.mesh().is_empty()) return InsideAnswer::kNo;
    if (looked_ == Looked::kBelow && !can_hold(inner_)) return InsideAnswer::kNo;
    core_ = outer_.shape.mesh().bounds();  // of what is deep
    core_.lo.array() += depth_;
    core_.hi.array() -= depth_;
    if (!(core_.lo.array() <= core_.hi.array()).all()) return InsideAnswer::kNo;
    error_ = largest_error();
    if (!(8.0 * error_ <= depth_)) return InsideAnswer::kUnsure;
    solid_.emplace(outer_.shape, depth_, watch_);
    own_.emplace(inner_.shape, depth_, watch_);
    walk();
    return answer_;
  }

 private:
  static bool can_hold(const PlacedShape& placed) {
    return !placed.is_said_hollow && placed.shape.closure().closure == Closure::kClosed;
  }

  /// It grows with the distances from both origins, each of which is largest at a corner.
  double largest_error() const {
    const Aabb& box = inner_.shape.mesh().bounds();
    double most = 0.0;
    for (int k = 0; k < 8; ++k) {
      const Vec3 corner((k & 1 ? box.hi : box.lo).x(), (k & 2 ? box.hi : box.lo).y(),
                        (k & 4 ? box.hi : box.lo).z());
      most = std::max(most, located(corner, inner_.at, outer_.at).error);
    }
    return 2.0 * most + 64.0 * kUnitRoundoff * (box.diagonal() + box.centre().norm());
  }

  Vec3 in_outer(const Vec3& p) const { return located(p, inner_.at, outer_.at).point; }

  bool is_beyond_core(const Vec3& centre, double radius) const {
    return (centre.array() < core_.lo.array() - radius).any() ||
           (centre.array() > core_.hi.array() + radius).any();
  }

  PointPlace place_in_outer(const Vec3& p, double radius) const {
    return outer_.shape.locator().place_of(p, radius);
  }

  void walk() {
    const ObbTree& tree = inner_.shape.tree();
    std::vector<std::uint32_t> nodes{0};
    while (!nodes.empty() && goes_on()) {
      const ObbNode& node = tree.nodes()[nodes.back()];
      nodes.pop_back();
      const Vec3 centre = in_outer(node.box.centre);
      const double reach = 1.0001 * node.box.radius() + error_ + kBelow * depth_;
      if (is_beyond_core(centre, reach)) continue;
      const PointPlace place = place_in_outer(centre, reach);
      if (place == PointPlace::kInside) answer_ = InsideAnswer::kYes;
      if (place != PointPlace::kOnSurface) continue;
      if (!node.is_leaf()) nodes.insert(nodes.end(), {node.first, node.first + 1});
      for (std::uint32_t k = 0; k < node.count; ++k) look_at(tree.order()[node.first + k]);
    }
  }

  void look_at(std::uint32_t triangle) {
    const Corners c = inner_.shape.mesh().corners(triangle);
    const Vec3 normal = (c[1] - c[0]).cross(c[2] - c[0]);
    Vec3 down = Vec3::Zero();
    if (looked_ == Looked::kBelow) {
      if (!(normal.norm() > 0.0)) return;
      down = -kBelow * depth_ * normal.normalized();
    }
    parts_.push_back({{c[0] + down, c[1] + down, c[2] + down}});
    while (!parts_.empty() && goes_on()) {
      const TrianglePart part = parts_.back();
      parts_.pop_back();
      look_at(part);
    }
  }

  void look_at(const TrianglePart& part) {
    const Vec3 centre = part.centre(), seen = in_outer(centre);
    const double radius = part.radius();
    if (is_beyond_core(seen, radius) || place_in_outer(seen, radius) == PointPlace::kOutside)
      return;
    if (is_deep(centre, seen)) {
      answer_ = InsideAnswer::kYes;
      return;
    }
    if (radius <= kSmall * depth_) return;
    const Corners& c = part.corners;
    if (solid_->can_be_left_by({in_outer(c[0]), in_outer(c[1]), in_outer(c[2])})) return;
    if (looked_ == Looked::kBelow && own_->can_be_left_by(c)) return;
    for (const TrianglePart& half : part.halves()) parts_.push_back(half);
  }

  bool is_deep(const Vec3& centre, const Vec3& seen) const {
    const bool is_below = looked_ == Looked::kBelow;
    if (is_below && inner_.shape.locator().place_of(centre, depth_) != PointPlace::kInside)
      return false;
    return place_in_outer(seen, depth_ + error_) == PointPlace::kInside;
  }

  bool goes_on() {
    if (answer_ == InsideAnswer::kNo && watch_.spend()) answer_ = InsideAnswer::kUnsure;
    return answer_ == InsideAnswer::kNo;
  }

  const PlacedShape& inner_;
  const PlacedShape& outer_;
  Looked looked_;
  double depth_;
  BudgetWatch& watch_;
  Aabb core_;
  double error_ = 0.0;
  std::optional<MovedOut> solid_, own_;
  std::vector<TrianglePart> parts_;
  InsideAnswer answer_ = InsideAnswer::kNo;
};
}  // namespace

Inside find_deep_inside(const PlacedShape& a, const PlacedShape& b, double depth,
                        const Budget& budget) {
  Budget own = budget;
  own.max_tests = std::min(own.max_tests, kMostTests);
  BudgetWatch watch(own);
  InsideAnswer all = InsideAnswer::kNo;
  for (const Looked looked : {Looked::kSurface, Looked::kBelow}) {
    for (const bool is_a_inner : {true, false}) {
      const InsideAnswer one =
          DepthSearch(is_a_inner ? a : b, is_a_inner ? b : a, looked, depth, watch).run();
      if (one == InsideAnswer::kYes) return {one, is_a_inner};
      if (one == InsideAnswer::kUnsure) all = one;
    }
  }
  return {all, false};
}

}  // namespace graze
