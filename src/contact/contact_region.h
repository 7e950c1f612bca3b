// SPDX-License-Identifier: MIT
// A flat set of contact points: its hull, its centroid and a few points that carry its load.   [K7]
#pragma once
#include <span>
#include <vector>

#include "graze/contact/collision_event.h"

namespace graze::contact {

/// What the points of a region span.
enum class Extent { kPoint, kSegment, kPolygon };

/// Points of one plane with one normal.
struct Region {
  Vec3 normal = Vec3::Zero();  ///< unit
  std::vector<Vec3> points;    ///< no two nearer than the tolerance
  bool has_vertex = false;     ///< a vertex or face took part, not only edges
};

struct RegionSummary {
  Extent extent = Extent::kPoint;
  Vec3 point = Vec3::Zero();     ///< the paper's reduction
  Vec3 centroid = Vec3::Zero();  ///< of the hull
  std::vector<LoadedPoint> manifold;
};

/// Groups contacts by normal and plane.
std::vector<Region> regions_of(std::span<const Contact> contacts, double tolerance);

RegionSummary summarise(const Region& region, double tolerance);

}  // namespace graze::contact
