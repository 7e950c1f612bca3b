// SPDX-License-Identifier: MIT
// Question   Which plane across an axis of the node's box divides its triangles best?          [C3]
// Source     Gottschalk 1999, chapter on splitting (mean, median, min-max); MacDonald and Booth
//            1990 for the surface rule.
// Guarantee  None is needed: any division gives a correct tree.
// Changed    Planes across all three axes compete. Large nodes are judged on a sample, on a grid of
//            bins; small ones exactly.
#include "spatial/obb_split.h"

#include <algorithm>
#include <array>
#include <vector>

#include "graze/math/interval.h"

namespace graze {
namespace {
constexpr std::size_t kExact = SampleTriangles::kFew;  // so many are divided at every place

float cost_of(ObbSplit rule, float surface_a, std::size_t count_a, float surface_b,
              std::size_t count_b) {
  if (rule == ObbSplit::kSurface)
    return surface_a * static_cast<float>(count_a) + surface_b * static_cast<float>(count_b);
  // The larger child decides; the sum breaks ties (flat or degenerate nodes have many).
  return std::max(surface_a, surface_b) + 1e-3f * (surface_a + surface_b);
}

/// Triangles whose place along the axis is less than `offset` go to the first child.
struct SplitPlane {
  int axis = 0;
  float offset = 0.0f;
  float cost = static_cast<float>(kInfinity);
};

/// The planes between bins along one axis.
void consider_planes(SplitPlane& best, const PlacedSample& placed, std::size_t count, int axis,
                     ObbSplit rule) {
  SampleBins bins;
  sample_kernels().fill_bins(placed, count, axis, bins);
  if (!(bins.width > 1e-20f)) return;
  Sweep sweep;
  sample_kernels().sweep(bins.rows, nullptr, SampleBins::kCount, sweep);
  std::size_t below = 0;
  for (std::size_t i = 1; i < SampleBins::kCount; ++i) {
    below += bins.counts[i - 1];
    if (below == 0 || below == count) continue;
    const float cost = cost_of(rule, sweep.before[i], below, sweep.after[i], count - below);
    if (!(cost < best.cost)) continue;
    const float part = static_cast<float>(i) / static_cast<float>(SampleBins::kCount);
    best = {axis, bins.lo + bins.width * part, cost};
  }
}

/// Which triangles go to the first child, of the division at any place along any axis that is
/// cheapest.
class ExactSplit {
 public:
  ExactSplit(const PlacedSample& placed, std::size_t count, ObbSplit rule) {
    float best = static_cast<float>(kInfinity);
    for (int axis = 0; axis < 3; ++axis) {
      Sweep sweep;
      const float* places = placed.centroid[axis];
      sample_kernels().sweep(placed.reach, places, count, sweep);
      if (places[sweep.order[0]] == places[sweep.order[count - 1]]) continue;
      std::size_t found = 0;
      for (std::size_t i = 1; i < count; ++i) {
        const float cost = cost_of(rule, sweep.before[i], i, sweep.after[i], count - i);
        if (cost < best) best = cost, found = i;
      }
      if (found == 0) continue;
      is_first_ = {};
      for (std::size_t i = 0; i < found; ++i) is_first_[sweep.order[i]] = true;
    }
  }
  bool is_first(std::size_t triangle) const { return is_first_[triangle]; }

 private:
  std::array<bool, kExact> is_first_ = {};
};

/// Puts those for which `is_first` holds before the others; returns their number. Each is asked
/// before it moves. Our own, because the order that std::partition leaves differs between
/// libraries, and with it the tree.
template <typename IsFirst>
std::size_t divide(std::span<BuildTriangle> triangles, const IsFirst& is_first) {
  std::size_t begin = 0, end = triangles.size();
  while (true) {
    while (begin < end && is_first(begin)) ++begin;
    while (begin < end && !is_first(end - 1)) --end;
    if (begin == end) return begin;
    std::swap(triangles[begin++], triangles[--end]);
  }
}

Vec3 longest_axis(const Box& box) {
  int k = 0;
  box.half_size.maxCoeff(&k);
  return box.axes.col(k);
}

std::size_t split_at_mean(std::span<BuildTriangle> triangles, const Box& box) {
  const Vec3 axis = longest_axis(box);
  double sum = 0.0;
  for (const BuildTriangle& t : triangles) sum += axis.dot(t.centroid_times_3() - 3.0 * box.centre);
  const double mean = 3.0 * axis.dot(box.centre) + sum / static_cast<double>(triangles.size());
  return divide(triangles,
                [&](std::size_t i) { return axis.dot(triangles[i].centroid_times_3()) < mean; });
}

/// Places differ by ids, so the middle one is the same whatever a library's selection does.
std::size_t split_at_median(std::span<BuildTriangle> triangles, const Vec3& axis) {
  using Place = std::pair<double, double>;
  const auto place = [&](std::size_t i) {
    return Place(axis.dot(triangles[i].centroid_times_3()), triangles[i].id);
  };
  std::vector<Place> places(triangles.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = place(i);
  const auto middle = places.begin() + static_cast<std::ptrdiff_t>(places.size() / 2);
  std::nth_element(places.begin(), middle, places.end());
  return divide(triangles, [&, least = *middle](std::size_t i) { return place(i) < least; });
}

std::size_t split_exactly(std::span<BuildTriangle> triangles, const PlacedSample& placed,
                          ObbSplit rule) {
  const ExactSplit split(placed, triangles.size(), rule);
  return divide(triangles, [&](std::size_t i) { return split.is_first(i); });
}

std::size_t split_by_bins(std::span<BuildTriangle> triangles, const NodeSample& sample,
                          const PlacedSample& placed, const Box& box, ObbSplit rule) {
  SplitPlane plane;
  for (int k = 0; k < 3; ++k) consider_planes(plane, placed, sample.count, k, rule);
  const Vec3 axis = box.axes.col(plane.axis);
  const double offset = static_cast<double>(plane.offset) / sample.scale +
                        3.0 * axis.dot(triangles.front().corners[0]);
  return divide(triangles,
                [&](std::size_t i) { return axis.dot(triangles[i].centroid_times_3()) < offset; });
}

std::size_t split_by_surface(std::span<BuildTriangle> triangles, const NodeSample& sample,
                             const Box& box, ObbSplit rule) {
  PlacedSample placed;
  const Eigen::Matrix3f axes = box.axes.cast<float>();
  sample_kernels().place(sample, axes.data(), placed);
  return triangles.size() <= kExact ? split_exactly(triangles, placed, rule)
                                    : split_by_bins(triangles, sample, placed, box, rule);
}
}  // namespace

std::size_t split_triangles(std::span<BuildTriangle> triangles, const NodeSample& sample,
                            const Box& box, ObbSplit rule) {
  if (triangles.size() == 2) return 1;
  const std::size_t first = rule == ObbSplit::kMedian ? 0
                            : rule == ObbSplit::kMean
                                ? split_at_mean(triangles, box)
                                : split_by_surface(triangles, sample, box, rule);
  if (first > 0 && first < triangles.size()) return first;
  return split_at_median(triangles, longest_axis(box));
}

}  // namespace graze
