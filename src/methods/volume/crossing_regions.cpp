// SPDX-License-Identifier: MIT
// Question   Where do two surfaces cross, so that images need to be drawn there only?     [V1, V5]
// Source     Faure et al. 2008, section 5: "more detailed bounding volumes could allow us to reduce
//            the image resolution". Both trees are searched at once.
// Guarantee  None: crossings are found in rounded arithmetic. Coplanar faces do not cross.
// Changed    One region for each closed curve of crossing, so that a thin contact far from another
//            one is seen with few pixels.
#include <algorithm>
#include <map>
#include <optional>

#include "geometry/disjoint_sets.h"
#include "graze/geometry/exact_predicates.h"
#include "graze/methods/volume_crossings.h"

namespace graze {
namespace {
/// An edge of one surface that goes through a triangle of the other: both triangles at the edge
/// see the same end of their segments.
struct Piercing {
  int side = 0;  ///< of the edge: 0: a, 1: b
  std::uint32_t from = 0, to = 0, triangle = 0;
  auto operator<=>(const Piercing&) const = default;
};
struct SegmentEnd {
  Piercing piercing;
  std::uint32_t segment = 0;
  auto operator<=>(const SegmentEnd&) const = default;
};

/// Where the segment from p to q goes through the triangle.
std::optional<Vec3> pierced(const Vec3& p, const Vec3& q, const Corners& t) {
  const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
  const double from = normal.dot(p - t[0]), to = normal.dot(q - t[0]);
  if ((from > 0.0) == (to > 0.0)) return {};
  const Vec3 at = p + (q - p) * (from / (from - to));
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 edge = t[(k + 1) % 3] - t[k];
    if (edge.cross(at - t[k]).dot(normal) < 0.0) return {};
  }
  return at;
}

struct PlacedTriangle {
  std::uint32_t id = 0;
  Corners corners;
  Aabb box;
};

class CrossingSearch {
 public:
  CrossingSearch(const DepthBody& a, const DepthBody& b, bool is_self)
      : is_self_(is_self),
        a_(a.surface),
        b_(b.surface),
        frame_from_a_(a.frame_from_surface),
        a_from_b_(inverse(a.frame_from_surface) * b.frame_from_surface),
        spread_(a_from_b_.rotation.cwiseAbs()) {}

  std::vector<Aabb> run() {
    if (a_.nodes().empty() || b_.nodes().empty()) return {};
    descend(0, 0);
    return pieces();
  }

 private:
  /// A box of b in the frame of a, a little larger for rounding.
  Aabb seen_from_a(const Aabb& box) const {
    const Vec3 centre = a_from_b_ * box.centre();
    const Vec3 half =
        spread_ * (0.5 * box.size()) + Vec3::Constant(1e-14 * (centre.norm() + box.size().norm()));
    return {centre - half, centre + half};
  }

  void descend(std::uint32_t i, std::uint32_t j) {
    const Aabb of_b = seen_from_a(b_.boxes()[j]);
    if (!a_.boxes()[i].overlaps(of_b)) return;
    const auto &x = a_.nodes()[i], &y = b_.nodes()[j];
    if (x.count > 0 && y.count > 0) return compare(x, a_.boxes()[i], y, of_b);
    const bool divide_a =
        y.count > 0 || (x.count == 0 && a_.boxes()[i].diagonal() > b_.boxes()[j].diagonal());
    if (divide_a) {
      descend(i + 1, j);
      descend(a_.nodes()[i + 1].skip, j);
    } else {
      descend(i, j + 1);
      descend(i, b_.nodes()[j + 1].skip);
    }
  }

  /// The leaf's triangles that come near a box, in the frame of a.
  std::vector<PlacedTriangle> near(const DepthSurface& surface, const DepthSurface::Node& leaf,
                                   const Pose* pose, const Aabb& box) const {
    std::vector<PlacedTriangle> found;
    for (std::uint32_t k = leaf.first; k < leaf.first + leaf.count; ++k) {
      PlacedTriangle t{surface.order()[k], {}, {}};
      for (std::size_t c = 0; c < 3; ++c) {
        const Vec3& p = surface.vertices()[surface.triangles()[t.id][c]];
        t.corners[c] = pose != nullptr ? *pose * p : p;
        t.box.add(t.corners[c]);
      }
      if (t.box.overlaps(box)) found.push_back(t);
    }
    return found;
  }

  void compare(const DepthSurface::Node& x, const Aabb& box_a, const DepthSurface::Node& y,
               const Aabb& box_b) {
    const auto of_a = near(a_, x, nullptr, box_b);
    if (of_a.empty()) return;
    const auto of_b = near(b_, y, &a_from_b_, box_a);
    for (const PlacedTriangle& s : of_a) {
      for (const PlacedTriangle& t : of_b) {
        if (s.box.overlaps(t.box) && !(is_self_ && are_no_pair(s.id, t.id))) cross(s, t);
      }
    }
  }

  /// Of one surface: seen the other way round, or neighbours.
  bool are_no_pair(std::uint32_t s, std::uint32_t t) const {
    if (s >= t) return true;
    for (const std::uint32_t v : a_.triangles()[s]) {
      if (std::ranges::find(a_.triangles()[t], v) != a_.triangles()[t].end()) return true;
    }
    return false;
  }

  void cross(const PlacedTriangle& s, const PlacedTriangle& t) {
    Aabb segment;
    const auto number = static_cast<std::uint32_t>(segments_.size());
    const auto pierce = [&](int side, const PlacedTriangle& edges, const PlacedTriangle& face,
                            const Triangle& ids) {
      for (std::size_t k = 0; k < 3; ++k) {
        std::size_t from = k, to = (k + 1) % 3;
        if (ids[from] > ids[to]) std::swap(from, to);  // equal bits from both sides of an edge
        const auto at = pierced(edges.corners[from], edges.corners[to], face.corners);
        if (!at) continue;
        segment.add(frame_from_a_ * *at);
        ends_.push_back({{side, ids[from], ids[to], face.id}, number});
      }
    };
    pierce(0, s, t, a_.triangles()[s.id]);
    pierce(1, t, s, b_.triangles()[t.id]);
    if (!segment.is_empty()) segments_.push_back(segment);
  }

  /// Boxes of what hangs together.
  std::vector<Aabb> pieces() {
    DisjointSets sets(segments_.size());
    std::ranges::sort(ends_);
    for (std::size_t k = 1; k < ends_.size(); ++k) {
      if (ends_[k].piercing == ends_[k - 1].piercing) {
        sets.join(ends_[k].segment, ends_[k - 1].segment);
      }
    }
    std::map<std::uint32_t, Aabb> boxes;
    for (std::uint32_t k = 0; k < segments_.size(); ++k) boxes[sets.root(k)].add(segments_[k]);
    std::vector<Aabb> all;
    for (const auto& [root, box] : boxes) all.push_back(box);
    return all;
  }

  bool is_self_;
  const DepthSurface &a_, &b_;
  Pose frame_from_a_, a_from_b_;
  Mat3 spread_;
  std::vector<Aabb> segments_;  // in the frame of the question
  std::vector<SegmentEnd> ends_;
};
}  // namespace

std::vector<Aabb> crossing_regions(const DepthBody& a, const DepthBody& b) {
  return CrossingSearch(a, b, false).run();
}

std::vector<Aabb> crossing_regions(const DepthBody& body) {
  return CrossingSearch(body, body, true).run();
}

std::vector<Aabb> joined_where_they_meet(std::vector<Aabb> boxes) {
  for (std::size_t i = 0; i < boxes.size();) {
    const auto other = std::find_if(boxes.begin() + static_cast<std::ptrdiff_t>(i) + 1, boxes.end(),
                                    [&](const Aabb& b) { return b.overlaps(boxes[i]); });
    if (other == boxes.end()) {
      ++i;
      continue;
    }
    boxes[i].add(*other);
    boxes.erase(other);
    i = 0;  // it may meet earlier ones now
  }
  return boxes;
}

}  // namespace graze
