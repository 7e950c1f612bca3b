// SPDX-License-Identifier: MIT
// One event per colliding pair: many points of touch reduced to what a response needs.         [K7]
#pragma once
#include <graze/contact/contact_report.h>

#include <span>
#include <string_view>
#include <vector>

namespace graze {

/// What the region of touch is. A region is flat: its points share a plane and a normal.
enum class ContactKind {
  kVertexFace,  ///< one point
  kEdgeEdge,    ///< one point, two edges that cross
  kEdgeFace,    ///< a segment
  kFaceFace,    ///< a polygon
  kSeveral,     ///< more than one region: other planes, other normals
};
std::string_view name(ContactKind kind);

/// A point that carries a share of the event's load along its own normal.
struct LoadedPoint {
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< unit, from a towards b
  double share = 0.0;          ///< >= 0; the shares of an event sum to 1
};

/// A pair's collision, in the frame of its contacts.
struct CollisionEvent {
  double time = 0.0;  ///< the last instant at which the two are apart; seconds
  ContactKind kind = ContactKind::kVertexFace;
  Vec3 point = Vec3::Zero();          ///< by the rules of Zachwieja 1992, section 3.8
  Vec3 centroid = Vec3::Zero();       ///< of the convex hull of the region (mean over the regions)
  Vec3 normal = Vec3::Zero();         ///< of the contact plane; unit, from a towards b
  double offset = 0.0;                ///< the plane is normal . x = offset; through the centroid
  std::vector<Contact> contacts;      ///< all of them, as found
  std::vector<LoadedPoint> manifold;  ///< at most four points per region; they carry the same
                                      ///< wrench as a uniform load on the regions
};

/// Reduces contacts of one pair at one instant. Points nearer to each other than `tolerance` count
/// once; heights within four tolerances are one plane. One region: a point stays; of points on a
/// line the two ends are averaged; of others `point` is the mean of all and `centroid` that of the
/// area of their hull. Several regions: means over all. Without contacts all is zero. O(k^2) in the
/// worst case.
CollisionEvent reduce_contacts(std::span<const Contact> contacts, double tolerance);

}  // namespace graze
