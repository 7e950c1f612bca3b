// SPDX-License-Identifier: MIT
// Question   Which few points stand for a flat region of touch?                                [K7]
// Source     Zachwieja 1992, section 3.8, and the better rule it names: the centre of the hull.
// Guarantee  The reduced points with their shares have the region's centroid: the same force and
//            the same moment as a uniform load on its hull, up to rounding.
// Changed    Coplanar sets are split by normal and height instead of being averaged together.
#include "contact/contact_region.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace graze::contact {
namespace {
constexpr double kSameDirection = 1.0 - 1e-6;  // within about a thousandth of a radian

double extent_of(const std::vector<Vec3>& points) {
  double extent = 0.0;
  for (const Vec3& p : points) extent = std::max(extent, (p - points.front()).norm());
  return extent;
}

bool belongs(const Contact& contact, const Region& region, double tolerance) {
  if (contact.normal.dot(region.normal) < kSameDirection) return false;
  const double height = region.normal.dot(contact.point - region.points.front());
  return std::abs(height) <= 4.0 * tolerance + 1e-9 * extent_of(region.points);
}

bool is_new(const Vec3& point, const Region& region, double tolerance) {
  return std::none_of(region.points.begin(), region.points.end(),
                      [&](const Vec3& p) { return (p - point).norm() <= tolerance; });
}

struct Frame {
  Vec3 x, y;
};

Frame frame_of(const Vec3& normal) {
  int least = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(normal[k]) < std::abs(normal[least])) least = k;
  const Vec3 x = normal.cross(Vec3::Unit(least)).normalized();
  return {x, normal.cross(x)};
}

double turn_of(const Vec3& normal, const Vec3& a, const Vec3& b, const Vec3& c) {
  return normal.dot((b - a).cross(c - a));
}

/// Counter-clockwise about the normal, without points inside or on its sides (monotone chain).
std::vector<Vec3> hull_of(const Vec3& normal, std::vector<Vec3> points) {
  const Frame frame = frame_of(normal);
  std::sort(points.begin(), points.end(), [&](const Vec3& p, const Vec3& q) {
    const std::pair p_key(frame.x.dot(p), frame.y.dot(p));
    return p_key < std::pair(frame.x.dot(q), frame.y.dot(q));
  });
  std::vector<Vec3> hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t start = hull.size();
    for (const Vec3& p : points) {
      while (hull.size() >= start + 2 &&
             turn_of(normal, hull[hull.size() - 2], hull.back(), p) <= 0.0) {
        hull.pop_back();
      }
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

struct Ends {
  Vec3 a, b;
};

/// The two points that are farthest apart along their own spread.
Ends ends_of(const std::vector<Vec3>& points) {
  const auto farthest_from = [&](const Vec3& from) {
    return *std::max_element(points.begin(), points.end(), [&](const Vec3& p, const Vec3& q) {
      return (p - from).squaredNorm() < (q - from).squaredNorm();
    });
  };
  const Vec3 a = farthest_from(points.front());
  return {a, farthest_from(a)};
}

bool are_on_a_line(const std::vector<Vec3>& points, const Ends& ends, double tolerance) {
  const Vec3 along = (ends.b - ends.a).normalized();
  return std::all_of(points.begin(), points.end(),
                     [&](const Vec3& p) { return (p - ends.a).cross(along).norm() <= tolerance; });
}

Vec3 mean_of(const std::vector<Vec3>& points) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& p : points) sum += p;
  return sum / static_cast<double>(points.size());
}

Vec3 area_centroid(const Vec3& normal, const std::vector<Vec3>& hull) {
  Vec3 sum = Vec3::Zero();
  double area = 0.0;
  for (std::size_t i = 2; i < hull.size(); ++i) {
    const double part = turn_of(normal, hull[0], hull[i - 1], hull[i]);
    sum += part * ((hull[i - 1] - hull[0]) + (hull[i] - hull[0])) / 3.0;
    area += part;
  }
  return area > 0.0 ? Vec3(hull[0] + sum / area) : mean_of(hull);
}

using Corners3 = std::array<Vec3, 3>;

/// Shares of a triangle's corners that have their centre at c; negative if c is outside.
Vec3 shares_in(const Vec3& normal, const Corners3& p, const Vec3& c) {
  const double whole = turn_of(normal, p[0], p[1], p[2]);
  return Vec3(turn_of(normal, c, p[1], p[2]), turn_of(normal, c, p[2], p[0]),
              turn_of(normal, c, p[0], p[1])) /
         whole;
}

std::vector<LoadedPoint> loaded_triangle(const Vec3& normal, const Corners3& p, const Vec3& c) {
  const Vec3 shares = shares_in(normal, p, c).cwiseMax(0.0);
  std::vector<LoadedPoint> loaded;
  for (std::size_t k = 0; k < 3; ++k) {
    loaded.push_back({p[k], normal, shares[static_cast<int>(k)] / shares.sum()});
  }
  return loaded;
}

/// Four points, each as far out as possible: an end, the other end, and the farthest on each side.
std::array<std::size_t, 4> spread_corners(const Vec3& normal, const std::vector<Vec3>& hull) {
  const auto best = [&](auto&& value) {
    std::size_t found = 0;
    for (std::size_t i = 1; i < hull.size(); ++i)
      if (value(hull[i]) > value(hull[found])) found = i;
    return found;
  };
  const std::size_t a = best([&](const Vec3& p) { return (p - hull[0]).squaredNorm(); });
  const std::size_t b = best([&](const Vec3& p) { return (p - hull[a]).squaredNorm(); });
  const std::size_t c = best([&](const Vec3& p) { return turn_of(normal, hull[a], hull[b], p); });
  const std::size_t d = best([&](const Vec3& p) { return turn_of(normal, hull[b], hull[a], p); });
  return {a, d, b, c};
}

/// Shares 1/4 + g . (p - mean): of all shares with the right centre those that differ least.
std::vector<LoadedPoint> loaded_quad(const Vec3& normal, const std::array<Vec3, 4>& p,
                                     const Vec3& centre) {
  const Frame frame = frame_of(normal);
  const Vec3 mean = 0.25 * (p[0] + p[1] + p[2] + p[3]);
  double xx = 0.0, xy = 0.0, yy = 0.0;
  for (const Vec3& q : p) {
    const double x = frame.x.dot(q - mean), y = frame.y.dot(q - mean);
    xx += x * x, xy += x * y, yy += y * y;
  }
  const double cx = frame.x.dot(centre - mean), cy = frame.y.dot(centre - mean);
  const double det = xx * yy - xy * xy;
  const double gx = (yy * cx - xy * cy) / det, gy = (xx * cy - xy * cx) / det;
  std::vector<LoadedPoint> loaded;
  for (const Vec3& q : p) {
    const double share = 0.25 + gx * frame.x.dot(q - mean) + gy * frame.y.dot(q - mean);
    loaded.push_back({q, normal, share});
  }
  return loaded;
}

bool all_push(const std::vector<LoadedPoint>& loaded) {
  return std::all_of(loaded.begin(), loaded.end(),
                     [](const LoadedPoint& p) { return p.share >= 0.0; });
}

/// The triangle of the hull's fan that the centre lies in.
std::vector<LoadedPoint> loaded_fan(const Vec3& normal, const std::vector<Vec3>& hull,
                                    const Vec3& centre) {
  std::size_t best = 2;
  double inside = -kInfinity;
  for (std::size_t i = 2; i < hull.size(); ++i) {
    const double least = shares_in(normal, {hull[0], hull[i - 1], hull[i]}, centre).minCoeff();
    if (least > inside) inside = least, best = i;
  }
  return loaded_triangle(normal, {hull[0], hull[best - 1], hull[best]}, centre);
}

std::vector<LoadedPoint> loaded_polygon(const Vec3& normal, const std::vector<Vec3>& hull,
                                        const Vec3& centre) {
  if (hull.size() > 3) {
    const auto [a, b, c, d] = spread_corners(normal, hull);
    if (b != a && b != c && d != a && d != c) {
      const auto quad = loaded_quad(normal, {hull[a], hull[b], hull[c], hull[d]}, centre);
      if (all_push(quad)) return quad;
    }
  }
  return loaded_fan(normal, hull, centre);
}
}  // namespace

std::vector<Region> regions_of(std::span<const Contact> contacts, double tolerance) {
  std::vector<Region> regions;
  for (const Contact& contact : contacts) {
    auto region = std::find_if(regions.begin(), regions.end(),
                               [&](const Region& r) { return belongs(contact, r, tolerance); });
    if (region == regions.end()) {
      regions.push_back({contact.normal, {}, false});
      region = regions.end() - 1;
    }
    if (is_new(contact.point, *region, tolerance)) region->points.push_back(contact.point);
    region->has_vertex = region->has_vertex || contact.feature_a.kind != FeatureKind::kEdge ||
                         contact.feature_b.kind != FeatureKind::kEdge;
  }
  return regions;
}

RegionSummary summarise(const Region& region, double tolerance) {
  const std::vector<Vec3>& points = region.points;
  if (points.size() == 1) {
    return {Extent::kPoint, points[0], points[0], {{points[0], region.normal, 1.0}}};
  }
  const Ends ends = ends_of(points);
  const Vec3 middle = 0.5 * (ends.a + ends.b);
  const std::vector<LoadedPoint> both{{ends.a, region.normal, 0.5}, {ends.b, region.normal, 0.5}};
  if (are_on_a_line(points, ends, tolerance)) return {Extent::kSegment, middle, middle, both};
  const std::vector<Vec3> hull = hull_of(region.normal, points);
  if (hull.size() < 3) return {Extent::kSegment, middle, middle, both};
  const Vec3 centroid = area_centroid(region.normal, hull);
  return {Extent::kPolygon, mean_of(points), centroid,
          loaded_polygon(region.normal, hull, centroid)};
}

}  // namespace graze::contact
