// SPDX-License-Identifier: MIT
// Question   Which plane divides many triangles best?                                        [C3]
// Source     MacDonald, Booth 1990 (surface rule); Wald 2007 (bins).
// Guarantee  None is needed: any division gives a correct tree. Own partition: the same division
//            with every standard library.
// Changed    Parts hold multiples of eight triangles where that moves only triangles near the
//            plane. Boxes are compared in the frame of the node.
#include "spatial/part_plane.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "graze/spatial/wide_obb_tree.h"
#include "spatial/framed_triangle.h"
#include "spatial/partition_in_place.h"

namespace graze {
namespace {
constexpr std::size_t kFullNode = kWideLanes;
constexpr std::size_t kSampled = 192;  // planes are judged on so many triangles
constexpr std::size_t kWideBins = 16;
constexpr std::size_t kRounded = 4096;  // larger parts need not have round sizes
constexpr double kRoundReach = 0.05;    // of a part's extent, from the plane to what changes sides

struct WideBin {
  Aabb box;
  double count = 0.0;

  void add(const Aabb& other, double more) {
    box.add(other);
    count += more;
  }
  double cost() const { return count * surface_of_part(box); }
};

/// The cheapest of the planes between bins along one axis of the frame.
void look_between_bins(const std::array<WideBin, kWideBins>& bins, double lo, double width,
                       PartPlane candidate, PartPlane& best) {
  std::array<WideBin, kWideBins> above;
  above[kWideBins - 1] = bins[kWideBins - 1];
  for (std::size_t i = kWideBins - 1; i-- > 1;) {
    above[i] = above[i + 1];
    above[i].add(bins[i].box, bins[i].count);
  }
  WideBin below;
  for (std::size_t i = 1; i < kWideBins; ++i) {
    below.add(bins[i - 1].box, bins[i - 1].count);
    if (below.count == 0.0 || above[i].count == 0.0) continue;
    const double cost = below.cost() + above[i].cost();
    if (!(cost < best.cost)) continue;
    const double offset = candidate.offset + lo + width * static_cast<double>(i) / kWideBins;
    best = candidate;
    best.offset = offset;
    best.cost = cost;
    best.surface_below = surface_of_part(below.box);
    best.surface_above = surface_of_part(above[i].box);
  }
}

/// Moves the triangles nearest to the plane to the other side until the first part has a round
/// size, unless they are far from the plane.
std::size_t rounded(std::span<BuildTriangle> triangles, const PartPlane& plane, std::size_t first) {
  if (triangles.size() > kRounded) return first;
  const bool takes_from_front = first <= triangles.size() / 2 && first > kFullNode;
  const std::size_t part = takes_from_front ? first : triangles.size() - first;
  const std::size_t moved =
      takes_from_front ? first % kFullNode : (kFullNode - first % kFullNode) % kFullNode;
  if (moved == 0 || moved >= part) return first;
  // The nearest so far stand next to the border, the nearest of them first.
  const auto at = [&](std::size_t i) -> BuildTriangle& {
    return triangles[takes_from_front ? first - 1 - i : first + i];
  };
  std::array<double, kFullNode> heights;
  std::size_t known = 0;
  for (std::size_t i = 0; i < part; ++i) {
    const double height = std::abs(plane.height_of(at(i)));
    if (known == moved && !(height < heights[known - 1])) continue;
    std::size_t place = known < moved ? known++ : known - 1;
    std::swap(at(place), at(i));
    for (; place > 0 && height < heights[place - 1]; --place) {
      heights[place] = heights[place - 1];
      std::swap(at(place), at(place - 1));
    }
    heights[place] = height;
  }
  if (heights[moved - 1] > kRoundReach * plane.extent) return first;
  return takes_from_front ? first - moved : first + moved;
}
}  // namespace

PartPlane cheapest_part_plane(std::span<const BuildTriangle> triangles, const Mat3& axes) {
  const Vec3 reference = triangles[0].corners[0];
  std::array<FramedTriangle, kSampled> sample;
  const std::size_t stride = (triangles.size() + kSampled - 1) / kSampled;
  std::size_t count = 0;
  Aabb places;
  for (std::size_t i = 0; i < triangles.size(); i += stride, ++count) {
    sample[count] = framed(triangles[i], axes, reference);
    places.add(sample[count].place);
  }
  PartPlane best;
  for (int k = 0; k < 3; ++k) {
    const double lo = places.lo[k], width = places.hi[k] - lo;
    if (!(width > 1e-280)) continue;
    std::array<WideBin, kWideBins> bins;
    for (std::size_t i = 0; i < count; ++i) {
      const double bin = (sample[i].place[k] - lo) / width * kWideBins;
      bins[std::min(static_cast<std::size_t>(bin), kWideBins - 1)].add(sample[i].box, 1.0);
    }
    PartPlane candidate;
    candidate.axis = axes.col(k);
    candidate.offset = 3.0 * candidate.axis.dot(reference);
    candidate.extent = width;
    look_between_bins(bins, lo, width, candidate, best);
  }
  return best;
}

std::size_t divide_at(std::span<BuildTriangle> triangles, const PartPlane& plane) {
  const std::size_t first = partition_in_place(
      triangles, [&plane](const BuildTriangle& t) { return plane.height_of(t) < 0.0; });
  if (first == 0 || first == triangles.size()) return first;
  return rounded(triangles, plane, first);
}

}  // namespace graze
