// SPDX-License-Identifier: MIT
// Question   What one event stands for all points at which a pair touches at once?             [K7]
// Source     Zachwieja 1992, section 3.8.
// Guarantee  The manifold carries the wrench of a uniform load on the regions, up to rounding.
// Changed    Besides the paper's point: the hull's centroid, and points with shares of the load.
#include "graze/contact/collision_event.h"

#include "contact/contact_region.h"

namespace graze {
namespace {
using contact::Extent;
using contact::Region;
using contact::RegionSummary;

ContactKind kind_of(const Region& region, Extent extent) {
  if (extent == Extent::kPolygon) return ContactKind::kFaceFace;
  if (extent == Extent::kSegment) return ContactKind::kEdgeFace;
  return region.has_vertex ? ContactKind::kVertexFace : ContactKind::kEdgeEdge;
}

/// Several regions: every point counts once in the paper's mean, every region once in ours.
void merge_regions(const std::vector<Region>& regions, double tolerance, CollisionEvent& event) {
  const double part = 1.0 / static_cast<double>(regions.size());
  double points = 0.0;
  for (const Region& region : regions) {
    const RegionSummary summary = summarise(region, tolerance);
    for (const Vec3& p : region.points) event.point += p;
    points += static_cast<double>(region.points.size());
    event.centroid += part * summary.centroid;
    event.normal += part * region.normal;
    for (LoadedPoint loaded : summary.manifold) {
      loaded.share *= part;
      event.manifold.push_back(loaded);
    }
  }
  event.point /= points;
  const double length = event.normal.norm();
  event.normal = length > 1e-9 ? Vec3(event.normal / length) : regions.front().normal;
}
}  // namespace

std::string_view name(ContactKind kind) {
  switch (kind) {
    case ContactKind::kVertexFace:
      return "vertex_face";
    case ContactKind::kEdgeEdge:
      return "edge_edge";
    case ContactKind::kEdgeFace:
      return "edge_face";
    case ContactKind::kFaceFace:
      return "face_face";
    case ContactKind::kSeveral:
      return "several";
  }
  return "";
}

CollisionEvent reduce_contacts(std::span<const Contact> contacts, double tolerance) {
  CollisionEvent event;
  event.contacts.assign(contacts.begin(), contacts.end());
  const std::vector<Region> regions = contact::regions_of(contacts, tolerance);
  if (regions.empty()) return event;
  if (regions.size() == 1) {
    const RegionSummary summary = summarise(regions[0], tolerance);
    event.kind = kind_of(regions[0], summary.extent);
    event.point = summary.point;
    event.centroid = summary.centroid;
    event.normal = regions[0].normal;
    event.manifold = summary.manifold;
  } else {
    event.kind = ContactKind::kSeveral;
    merge_regions(regions, tolerance, event);
  }
  event.offset = event.normal.dot(event.centroid);
  return event;
}

}  // namespace graze
