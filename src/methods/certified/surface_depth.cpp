// SPDX-License-Identifier: MIT
// Question   How far does a curved body that touches another reach into it?
// Source     scene/deep_inside: what a short way takes out of a solid was not deep in it. Here of
//            hulls of cells, which are opened until a way is found.
// Guarantee  Shallow: every cell, with the skin below it, is moved by at most the depth to where no
//            cell of the other meets it, and from there a segment that meets none leads to a point
//            that is outside. Deep: no cell meets the ball about a proved point of the surface, and
//            such a segment leads inside.
// Changed    -
#include "methods/certified/surface_depth.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include "methods/certified/ring_depth.h"
#include "methods/certified/surface_cells.h"

namespace graze::certified {
namespace {
constexpr double kSkin = 2.5;     // of the depth: how far below its surface a solid is looked at
constexpr double kWay = 0.9;      // of the depth: as far as cells are moved
constexpr double kFine = 0.0625;  // of the depth: cells of this size are not opened
constexpr double kThin = 0.125;   // of the depth: looser cells are opened before they are moved
constexpr int kMostObstacles = 6;
constexpr std::size_t kMostTests = 2'000'000;

/// A part of the inner body's surface: a cell, or a part of a triangle.
struct Part {
  Hull hull;
  std::uint32_t cell = 0;
  bool is_cut = false;  ///< the hull is a part of the cell's
};

std::array<Hull, 2> halves_of_triangle(const Hull& triangle) {
  std::size_t longest = 0;
  const auto side = [&](std::size_t k) {
    return (triangle.points[(k + 1) % 3] - triangle.points[k]).norm();
  };
  for (std::size_t k = 1; k < 3; ++k)
    if (side(k) > side(longest)) longest = k;
  const Vec3 middle = 0.5 * (triangle.points[longest] + triangle.points[(longest + 1) % 3]);
  std::array<Hull, 2> halves{triangle, triangle};
  halves[0].points[(longest + 1) % 3] = halves[1].points[longest] = middle;
  for (Hull& half : halves) half.extent *= 0.75;
  return halves;
}

class SkinSearch {
 public:
  SkinSearch(const DepthQuestion& question, BudgetWatch& watch)
      : question_(question), watch_(watch), inner_(question.inner), outer_(question.outer) {
    moment_.a = still_moment(question.inner_at, inner_.radius());
    moment_.b = still_moment(question.outer_at, outer_.radius());
    rounding_ = 0x1p-46 * (inner_.radius() + outer_.radius());
  }

  Depth run() {
    if (inner_.is_empty() || outer_.is_empty()) return Depth::kShallow;
    parts_.push_back({inner_.hull(inner_.root()), inner_.root()});
    while (!parts_.empty()) {
      const Part part =
          parts_.front();  // large ones first: then few are needed to find something deep
      parts_.pop_front();
      if (is_known(part)) continue;
      if (is_far_out(part.hull) || can_leave(part.hull)) continue;
      if (is_deep(part)) return Depth::kDeep;
      if (!open(part)) return Depth::kUnknown;
    }
    return Depth::kShallow;
  }

  std::vector<bool> faces_shallow_about_lines() {
    const auto leads_out = [this](const Vec3& p, const Vec3& way) {
      return leads(p, way, PointPlace::kOutside);
    };
    return shallow_about_lines({question_.inner, question_.outer, outer_, moment_, depth(),
                                kSkin * depth(), kWay * depth(), leads_out},
                               watch_);
  }

 private:
  double depth() const { return question_.depth; }

  bool is_known(const Part& part) const {
    if (question_.shallow_faces.empty() || inner_.face(part.cell) == nullptr) return false;
    return question_.shallow_faces[inner_.face_number(part.cell)];
  }

  bool is_far_out(const Hull& hull) const {
    Vec3 centre = Vec3::Zero();
    for (std::size_t k = 0; k < static_cast<std::size_t>(hull.count); ++k)
      centre += hull.points[k] / hull.count;
    double radius = 0.0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(hull.count); ++k)
      radius = std::max(radius, (hull.points[k] - centre).norm());
    const double reach = 1.0001 * (radius + hull.slack + kSkin * depth());
    return question_.place_of(centre, reach) == PointPlace::kOutside;
  }

  /// By a point of the cell, about the middle.
  bool is_deep(const Part& part) {
    const Hull& hull = part.hull;
    if (!has_normal(hull)) return false;
    std::array<double, 8> shares{};
    for (std::size_t k = 0; k < static_cast<std::size_t>(hull.count); ++k)
      shares[k] = 1.0 / hull.count;
    const auto p = part.is_cut ? std::nullopt : inner_.point(part.cell, shares);
    if (!p) return false;
    Hull ball;
    ball.count = 1;
    ball.points[0] = p->point;
    ball.slack = depth() + p->error + rounding_;
    if (obstacle_of(ball)) return false;
    const Vec3 out = outward(hull);
    return leads(p->point, out, PointPlace::kInside) || leads(p->point, -out, PointPlace::kInside);
  }

  /// Opened, or too small and still not out.
  bool open(const Part& part) {
    if (watch_.exhausted() || tests_ > kMostTests) return false;
    const Hull& hull = part.hull;
    const bool is_small = hull.extent + hull.slack <= kFine * depth();
    if (is_small) return false;
    if (part.is_cut || !hull.can_open) {
      if (hull.count != 3) return false;
      for (const Hull& half : halves_of_triangle(hull)) parts_.push_back({half, part.cell, true});
      return true;
    }
    for (const std::uint32_t cell : inner_.parts(part.cell, is_thin(hull)))
      parts_.push_back({inner_.hull(cell), cell});
    return true;
  }

  /// A hull about an axis is flat, and yet its points can be far from the face.
  bool is_thin(const Hull& hull) const {
    return std::max(hull.slack, hull.doubt) <= kThin * depth();
  }

  bool can_leave(const Hull& hull) {
    if (!has_normal(hull)) return false;
    const Vec3 out = outward(hull), below = -kSkin * depth() * out;
    const bool has_skin = question_.inner.is_solid && !out.isZero(0.0);
    Hull skin = has_skin ? swept_along(below, hull) : hull;
    skin.slack += rounding_;
    if (hull.slack > kThin * depth()) return is_out(skin, below);
    const Vec3 inward = -kWay * depth() * out;  // away from what touches it, most likely
    for (const Vec3& way : {last_, inward})
      if (!way.isZero(0.0) && has_left(skin, way)) return true;
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k <= kMostObstacles && tests_ <= kMostTests; ++k) {
      const Vec3 way = sum.isZero(0.0) ? Vec3::Zero() : Vec3(kWay * depth() * sum.normalized());
      const auto obstacle = obstacle_of(moved_by(way, skin));
      if (!obstacle) {
        if (!leads(skin.points[0] + way, sum.isZero(0.0) ? below : sum, PointPlace::kOutside))
          return false;
        last_ = way;
        return true;
      }
      if (obstacle->isZero(0.0)) return false;
      sum += *obstacle;
      if (!(sum.norm() > 1e-9)) return false;
    }
    return false;
  }

  /// As it is: nothing has to be moved where no cell meets it.
  bool is_out(const Hull& skin, const Vec3& below) {
    return !obstacle_of(skin) && leads(skin.points[0], below, PointPlace::kOutside);
  }

  bool has_left(const Hull& skin, const Vec3& way) {
    if (obstacle_of(moved_by(way, skin))) return false;
    if (!leads(skin.points[0] + way, way, PointPlace::kOutside)) return false;
    last_ = way;
    return true;
  }

  /// A segment from the point to where the place is known, past no cell.
  bool leads(const Vec3& p, const Vec3& way, PointPlace to) {
    if (question_.place_of(p, rounding_) == to) return true;
    if (way.isZero(0.0)) return false;
    Hull segment;
    segment.count = 2;
    segment.points[0] = p;
    for (const double length : {1.5, 3.0}) {
      segment.points[1] = p + length * (question_.doubt + depth()) * way.normalized();
      if (question_.place_of(segment.points[1], rounding_) != to) continue;
      return !obstacle_of(segment);
    }
    return false;
  }

  /// Where a cell of the outer body meets the hull, or may: its way out, inner frame; zero if that
  /// is not known.
  std::optional<Vec3> obstacle_of(const Hull& hull) {
    std::vector<std::uint32_t> cells{outer_.root()};
    while (!cells.empty()) {
      const std::uint32_t cell = cells.back();
      cells.pop_back();
      if (watch_.spend() || ++tests_ > kMostTests) return Vec3::Zero();
      const Hull other = outer_.hull(cell);
      const PlacedPair placed = place(hull, other, moment_);
      const Vec3 way = closest_shares(placed).way;
      if (is_apart(placed, way) || is_apart(placed, turned_out(other))) continue;
      const bool meets = way.norm() <= hull.slack + other.slack + rounding_ && is_thin(other);
      const bool is_small = other.extent + other.slack <= kFine * depth();
      if (!other.can_open || is_small || (meets && has_normal(other)))
        return Vec3(moment_.a.rotation.transpose() * turned_out(other));
      const auto parts = outer_.parts(cell, is_thin(other));
      cells.insert(cells.end(), parts.begin(), parts.end());
    }
    return std::nullopt;
  }

  Vec3 turned_out(const Hull& of_outer) const { return moment_.b.rotation * outward(of_outer); }

  /// Along the direction, either way round.
  bool is_apart(const PlacedPair& placed, const Vec3& way) const {
    const double length = way.norm();
    if (!(length > 0.0)) return false;
    const Vec3 n = way * ((1.0 - 0x1p-50) / length);
    return separated_for(placed, moment_, n, 0.0, 0.0).gap > 0.0 ||
           separated_for(placed, moment_, -n, 0.0, 0.0).gap > 0.0;
  }

  const DepthQuestion& question_;
  BudgetWatch& watch_;
  SurfaceCells inner_, outer_;
  Moment moment_;
  double rounding_ = 0.0;
  std::size_t tests_ = 0;
  std::deque<Part> parts_;
  Vec3 last_ = Vec3::Zero();  ///< the way that took out the last part: its neighbours go the same
};
}  // namespace

std::vector<bool> faces_shallow_about_lines(const DepthQuestion& question, BudgetWatch& watch) {
  return SkinSearch(question, watch).faces_shallow_about_lines();
}

Depth depth_of(const DepthQuestion& question, BudgetWatch& watch) {
  return SkinSearch(question, watch).run();
}

}  // namespace graze::certified
