// SPDX-License-Identifier: MIT
// Question   Which triangles of a node go to which of its eight lanes?                     [C3, C7]
// Source     MacDonald, Booth 1990 (surface rule); Wald, Benthin, Boulos 2008 (the part with the
//            largest surface is divided next).
// Guarantee  None is needed: any division gives a correct tree. Own partition and sorts over total
//            orders: the same division with every standard library.
// Changed    Parts hold multiples of eight triangles unless that would cost much more surface: the
//            nodes at the bottom are then full. Boxes are compared in the frame of the node.
#include "spatial/wide_division.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graze/geometry/aabb.h"
#include "graze/math/interval.h"

namespace graze {
namespace {

constexpr std::size_t kParts = kWideLanes;
constexpr std::size_t kSorted = 64;    // up to here every plane is looked at
constexpr std::size_t kSampled = 192;  // above it planes are judged on so many triangles
constexpr std::size_t kWideBins = 16;
constexpr std::size_t kRounded = 4096;  // larger parts need not have round sizes
constexpr double kRoundCost = 1.25;     // what a round size may cost: times the least surface
constexpr double kRoundReach = 0.05;    // of a part's extent, from the plane to what changes sides

double surface_of_part(const Aabb& box) {
  const Vec3 s = box.size();
  return s.x() * s.y() + s.y() * s.z() + s.z() * s.x();
}

/// A triangle in the frame of the node; places are three times the centroid.
struct FramedTriangle {
  Aabb box;
  Vec3 place;
};

FramedTriangle framed(const BuildTriangle& triangle, const Mat3& axes, const Vec3& reference) {
  FramedTriangle f;
  f.place = Vec3::Zero();
  for (const Vec3& corner : triangle.corners) {
    const Vec3 y = transpose_times(axes, corner - reference);
    f.box.add(y);
    f.place += y;
  }
  return f;
}

/// A range of triangles, and what it would be worth to divide it.
struct OpenPart {
  std::size_t begin = 0, end = 0;
  double surface = 0.0;

  std::size_t size() const { return end - begin; }
};

bool is_round(std::size_t first, std::size_t all) {
  return first % kParts == 0 || (all - first) % kParts == 0;
}

/// Up to kSorted triangles, sorted along all three axes once; parts are ranges of all three orders.
class SmallDivision {
 public:
  SmallDivision(std::span<const BuildTriangle> triangles, const Mat3& axes)
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

  OpenPart whole() const { return {0, size_, surface_of_part(box_of(0, size_))}; }

  /// Puts the first part in front; both get their surfaces.
  std::pair<OpenPart, OpenPart> divide(const OpenPart& part) {
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

  std::span<const std::uint8_t> order() const { return {order_[0].data(), size_}; }

 private:
  struct Plane {
    int axis = 0;
    std::size_t first = 0;  ///< triangles in front of it
    double cost = kInfinity;
  };

  Aabb box_of(std::size_t begin, std::size_t end) const {
    Aabb box;
    for (std::size_t i = begin; i < end; ++i) box.add(framed_[order_[0][i]].box);
    return box;
  }

  void look_along(int axis, const OpenPart& part, Plane& best, Plane& best_round) {
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

  void put_first_in_front(int axis, const OpenPart& part) {
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

  std::size_t size_;
  std::array<FramedTriangle, kSorted> framed_;
  std::array<std::array<std::uint8_t, kSorted>, 3> order_;
  std::array<bool, kSorted> is_first_{};
  std::array<double, kSorted> above_{};
};

/// Triangles whose centroid, times three, is below `offset` along the axis come first.
struct PartPlane {
  Vec3 axis = Vec3::UnitX();
  double offset = 0.0;
  double extent = 0.0;  ///< of the part's centroids, times three
  double cost = kInfinity;
  double surface_below = 0.0, surface_above = 0.0;

  double height_of(const BuildTriangle& t) const {
    const Vec3 c = t.centroid_times_3();
    return (axis.x() * c.x() + axis.y() * c.y()) + axis.z() * c.z() - offset;
  }
};

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

/// Those below the plane in front; how many.
std::size_t partition_at(std::span<BuildTriangle> triangles, const PartPlane& plane) {
  std::size_t low = 0, high = triangles.size();
  while (true) {
    while (low < high && plane.height_of(triangles[low]) < 0.0) ++low;
    while (low < high && !(plane.height_of(triangles[high - 1]) < 0.0)) --high;
    if (low == high) return low;
    std::swap(triangles[low++], triangles[--high]);
  }
}

/// Moves the triangles nearest to the plane to the other side until the first part has a round
/// size, unless they are far from the plane.
std::size_t rounded(std::span<BuildTriangle> triangles, const PartPlane& plane, std::size_t first) {
  if (triangles.size() > kRounded) return first;
  const bool takes_from_front = first <= triangles.size() / 2 && first > kParts;
  const std::size_t part = takes_from_front ? first : triangles.size() - first;
  const std::size_t moved = takes_from_front ? first % kParts : (kParts - first % kParts) % kParts;
  if (moved == 0 || moved >= part) return first;
  // The nearest so far stand next to the border, the nearest of them first.
  const auto at = [&](std::size_t i) -> BuildTriangle& {
    return triangles[takes_from_front ? first - 1 - i : first + i];
  };
  std::array<double, kParts> heights;
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

/// Parts that are divided one after the other, largest surface first.
class Parts {
 public:
  explicit Parts(const OpenPart& whole) { parts_[0] = whole; }

  int count() const { return count_; }
  bool has_room() const { return count_ < kWideLanes; }
  /// The part that gains most, of those above `most` triangles; none: -1.
  int next(std::size_t most) const {
    int best = -1;
    for (int i = 0; i < count_; ++i) {
      if (parts_[i].size() <= most) continue;
      if (best < 0 || parts_[i].surface > parts_[best].surface) best = i;
    }
    return best;
  }
  /// A part whose triangles all fit into free lanes.
  int next_to_open() const {
    for (int i = 0; i < count_; ++i) {
      const std::size_t size = parts_[i].size();
      if (size > 1 && size <= kParts && size - 1 <= static_cast<std::size_t>(kWideLanes - count_)) {
        return i;
      }
    }
    return -1;
  }
  const OpenPart& operator[](int i) const { return parts_[i]; }
  void replace(int i, const OpenPart& first, const OpenPart& second) {
    for (int k = count_; k > i + 1; --k) parts_[k] = parts_[k - 1];
    parts_[i] = first;
    parts_[i + 1] = second;
    ++count_;
  }
  void open_small() {
    for (int i = next_to_open(); i >= 0; i = next_to_open()) {
      const OpenPart part = parts_[i];
      replace(i, {part.begin, part.begin + 1, 0.0}, {part.begin + 1, part.end, 0.0});
    }
  }
  WideDivision division() const {
    WideDivision division;
    division.count = count_;
    for (int i = 0; i < count_; ++i) division.ends[static_cast<std::size_t>(i)] = parts_[i].end;
    return division;
  }

 private:
  OpenPart parts_[kWideLanes];
  int count_ = 1;
};

WideDivision divide_small(std::span<BuildTriangle> triangles, const Mat3& axes) {
  SmallDivision small(triangles, axes);
  Parts parts(small.whole());
  for (int i = parts.next(kParts); i >= 0 && parts.has_room(); i = parts.next(kParts)) {
    const auto [first, second] = small.divide(parts[i]);
    parts.replace(i, first, second);
  }
  parts.open_small();
  std::array<BuildTriangle, kSorted> sorted;
  for (std::size_t i = 0; i < triangles.size(); ++i) sorted[i] = triangles[small.order()[i]];
  std::copy_n(sorted.begin(), triangles.size(), triangles.begin());
  return parts.division();
}

WideDivision divide_large(std::span<BuildTriangle> triangles, const Mat3& axes) {
  Parts parts({0, triangles.size(), kInfinity});
  for (int i = parts.next(kParts); i >= 0 && parts.has_room(); i = parts.next(kParts)) {
    const OpenPart part = parts[i];
    const auto span = triangles.subspan(part.begin, part.size());
    const PartPlane plane = cheapest_part_plane(span, axes);
    std::size_t first = partition_at(span, plane);
    if (plane.cost == kInfinity || first == 0 || first == span.size()) {
      first = span.size() / 2;
    } else {
      first = rounded(span, plane, first);
    }
    const std::size_t middle = part.begin + first;
    parts.replace(i, {part.begin, middle, plane.surface_below},
                  {middle, part.end, plane.surface_above});
  }
  parts.open_small();
  return parts.division();
}

WideDivision divide_by_number(std::size_t count) {
  WideDivision division;
  division.count = static_cast<int>(std::min(count, kParts));
  for (std::size_t i = 0; i < static_cast<std::size_t>(division.count); ++i) {
    division.ends[i] = count * (i + 1) / static_cast<std::size_t>(division.count);
  }
  return division;
}

}  // namespace

WideDivision divide(std::span<BuildTriangle> triangles, const Mat3& axes, bool by_number) {
  if (by_number || triangles.size() <= kParts) return divide_by_number(triangles.size());
  return triangles.size() <= kSorted ? divide_small(triangles, axes)
                                     : divide_large(triangles, axes);
}

}  // namespace graze
