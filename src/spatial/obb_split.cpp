// SPDX-License-Identifier: MIT
// Question   Which plane across an axis of the node's box divides its triangles best?          [C3]
// Source     Gottschalk 1999, chapter on splitting (mean, median, min-max); MacDonald and Booth
//            1990 for the surface rule.
// Guarantee  None is needed: any division gives a correct tree.
// Changed    Planes across all three axes compete, on a grid of bins; large nodes are judged on a
//            sample of their triangles.
#include "spatial/obb_split.h"

#include <algorithm>
#include <array>

#include "graze/geometry/aabb.h"
#include "graze/math/interval.h"
#include "spatial/partition_in_place.h"

namespace graze {
namespace {
constexpr std::size_t kSample = 256;
constexpr std::size_t kMaxBins = 16;

/// Triangles with 3 * centroid . axis < 3 * offset go to the first child.
struct SplitPlane {
  Vec3 axis = Vec3::UnitX();
  double offset_times_3 = 0.0;
  double cost = kInfinity;
};

double half_surface(const Aabb& box) {
  if (box.is_empty()) return 0.0;
  const Vec3 s = box.size();
  return s.x() * s.y() + s.y() * s.z() + s.z() * s.x();
}

struct Part {
  Aabb box;  // in the frame of the node's box
  double count = 0.0;

  void add(const Part& other) {
    box.add(other.box);
    count += other.count;
  }
};

double cost_of(ObbSplit rule, const Part& a, const Part& b) {
  if (a.count == 0.0 || b.count == 0.0) return kInfinity;
  const double surface_a = half_surface(a.box);
  const double surface_b = half_surface(b.box);
  if (rule == ObbSplit::kSurface) return surface_a * a.count + surface_b * b.count;
  // The larger child decides; the sum breaks ties (flat or degenerate nodes have many).
  return std::max(surface_a, surface_b) + 1e-3 * (surface_a + surface_b);
}

/// The sample's triangles in the frame of the node's box.
struct Projected {
  Aabb box;
  Vec3 centroid_times_3;
};

std::vector<Projected> project(std::span<const BuildTriangle> triangles, const Box& box) {
  const std::size_t stride = (triangles.size() + kSample - 1) / kSample;
  std::vector<Projected> projected;
  projected.reserve(triangles.size() / stride + 1);
  const Mat3 rows = box.axes.transpose();
  for (std::size_t i = 0; i < triangles.size(); i += stride) {
    Projected p;
    p.centroid_times_3 = Vec3::Zero();
    for (const Vec3& corner : triangles[i].corners) {
      const Vec3 y = rows * (corner - box.centre);
      p.box.add(y);
      p.centroid_times_3 += y;
    }
    projected.push_back(p);
  }
  return projected;
}

using Bins = std::array<Part, kMaxBins>;

struct BinGrid {
  double lo = 0.0;
  double scale = 0.0;
  std::size_t count = kMaxBins;

  std::size_t bin_of(double value) const {
    const double position = (value - lo) * scale;
    return static_cast<std::size_t>(std::clamp(position, 0.0, static_cast<double>(count - 1)));
  }
};

/// The cheapest of the planes between bins; `offset_times_3` is relative to the box's centre.
void consider_planes(SplitPlane& best, const Bins& bins, const BinGrid& grid,
                     const SplitPlane& candidate, ObbSplit rule) {
  Bins above;
  above[grid.count - 1] = bins[grid.count - 1];
  for (std::size_t i = grid.count - 1; i-- > 0;) {
    above[i] = above[i + 1];
    above[i].add(bins[i]);
  }
  Part below;
  for (std::size_t i = 0; i + 1 < grid.count; ++i) {
    below.add(bins[i]);
    const double cost = cost_of(rule, below, above[i + 1]);
    if (!(cost < best.cost)) continue;
    best = candidate;
    best.cost = cost;
    best.offset_times_3 += grid.lo + static_cast<double>(i + 1) / grid.scale;
  }
}

SplitPlane cheapest_plane(std::span<const BuildTriangle> triangles, const Box& box, ObbSplit rule) {
  const std::vector<Projected> projected = project(triangles, box);
  Aabb centroids;
  for (const Projected& p : projected) centroids.add(p.centroid_times_3);
  SplitPlane best;
  const std::size_t count = std::clamp(projected.size(), std::size_t{4}, kMaxBins);
  for (int k = 0; k < 3; ++k) {
    const double width = centroids.hi[k] - centroids.lo[k];
    if (!(width > 1e-280)) continue;
    const BinGrid grid{centroids.lo[k], static_cast<double>(count) / width, count};
    Bins bins;
    for (const Projected& p : projected) {
      Part& bin = bins[grid.bin_of(p.centroid_times_3[k])];
      bin.box.add(p.box);
      bin.count += 1.0;
    }
    const Vec3 axis = box.axes.col(k);
    consider_planes(best, bins, grid, {axis, 3.0 * axis.dot(box.centre), kInfinity}, rule);
  }
  return best;
}

Vec3 longest_axis(const Box& box) {
  int k = 0;
  box.half_size.maxCoeff(&k);
  return box.axes.col(k);
}

SplitPlane mean_plane(std::span<const BuildTriangle> triangles, const Box& box) {
  const Vec3 axis = longest_axis(box);
  double sum = 0.0;
  for (const BuildTriangle& t : triangles) sum += axis.dot(t.centroid_times_3() - 3.0 * box.centre);
  const double mean = sum / static_cast<double>(triangles.size());
  return {axis, 3.0 * axis.dot(box.centre) + mean, 0.0};
}

// Sorted, not selected: every standard library then leaves the same order.
std::size_t split_at_median(std::span<BuildTriangle> triangles, const Vec3& axis) {
  std::sort(triangles.begin(), triangles.end(),
            [&axis](const BuildTriangle& a, const BuildTriangle& b) {
              const double ya = axis.dot(a.centroid_times_3());
              const double yb = axis.dot(b.centroid_times_3());
              return ya < yb || (ya == yb && a.id < b.id);
            });
  return triangles.size() / 2;
}
}  // namespace

std::size_t split_triangles(std::span<BuildTriangle> triangles, const Box& box, ObbSplit rule) {
  if (rule == ObbSplit::kMedian) return split_at_median(triangles, longest_axis(box));
  const SplitPlane plane =
      rule == ObbSplit::kMean ? mean_plane(triangles, box) : cheapest_plane(triangles, box, rule);
  if (plane.cost == kInfinity) return split_at_median(triangles, longest_axis(box));
  const std::size_t first = partition_in_place(triangles, [&plane](const BuildTriangle& t) {
    return plane.axis.dot(t.centroid_times_3()) < plane.offset_times_3;
  });
  if (first == 0 || first == triangles.size()) return split_at_median(triangles, longest_axis(box));
  return first;
}

}  // namespace graze
