// SPDX-License-Identifier: MIT
// Question   How far is a box at least from each of eight, at an instant?
// Source     Any direction n bounds it: the gap of the shadows along n, over |n|. Six are the
//            faces' normals; the seventh joins the points that alternating projections between the
//            boxes arrive at, which is the best direction where corners or edges are nearest.
// Guarantee  Never too far. The error of a gap along a unit vector is at most 45 u of the terms S
//            (docs/methods/certified.md, section 7); 96 u are taken off.
// Changed    -
//
// Included by one translation unit per instruction set; see placed_boxes_kernel.h.
#include "methods/certified/box_distance.h"
#include "methods/certified/placed_boxes_kernel.h"

namespace graze::certified {
namespace GRAZE_WIDE_NAMESPACE {
namespace {

constexpr float kUnderflow = 1e-30f;  // more than all products that are not normal numbers

// How far the shadows are apart along n.
inline Lanes gap_along(const NodePlace& q, const PlacedBoxes& b, const Vec& n) {
  const Lanes own = q.half[0] * abs(n.x) + q.half[1] * abs(n.y) + q.half[2] * abs(n.z);
  Lanes other = all(0.0f);
  for (int j = 0; j < 3; ++j) {
    other += b.half[j] * abs(dot(n, face_of(b, j)));
  }
  return abs(dot(n, centre_of(b))) - (own + other);
}

inline Lanes face_gaps(const NodePlace& q, const PlacedBoxes& b) {
  Lanes widest = all(-BoxDistances::kNoBox);
  for (int k = 0; k < 3; ++k) {
    const Lanes shadow = b.half[0] * abs(b.face[k][0]) + b.half[1] * abs(b.face[k][1]) +
                         b.half[2] * abs(b.face[k][2]);
    widest = max(widest, abs(b.centre[k]) - (q.half[k] + shadow));
  }
  for (int l = 0; l < 3; ++l) {
    const Vec n = face_of(b, l);
    const Lanes own = q.half[0] * abs(n.x) + q.half[1] * abs(n.y) + q.half[2] * abs(n.z);
    const Lanes middle = abs(dot(n, centre_of(b)));
    widest = max(widest, middle - (own + b.half[l]));
  }
  return widest;
}

void box_distances(const LaneBox& x, const WideObbNode& node, const View& view,
                   const DistanceSetting& setting, BoxDistances& distances) {
  NodePlace q;
  write_place(x, view, arm_of(view, node), setting.scale, q);
  PlacedBoxes b;
  place_faces(q, node, b);
  const Vec local = {load(node.centre[0]) * q.scale, load(node.centre[1]) * q.scale,
                     load(node.centre[2]) * q.scale};
  for (int i = 0; i < 3; ++i) b.centre[i] = turned(q, i, local) + q.origin[i];
  const Lanes terms = abs(local.x) + abs(local.y) + abs(local.z) + b.half[0] + b.half[1] +
                      b.half[2] + (sum_abs(q.origin) + sum_abs(q.half));
  const Vec way = nearest_way(q, b);
  const Lanes length = sqrt(dot(way, way));
  const Lanes along_way = gap_along(q, b, way) / max(length, all(kShortest));
  const Lanes error = terms * kSlack + (up(2.0 * setting.scale * setting.error) + kUnderflow);
  // Not a number, from sizes beyond what floats hold, proves nothing.
  const Lanes gap = max(along_way, face_gaps(q, b)) - error;
  const Lanes lower = gap > -BoxDistances::kNoBox ? gap : all(-BoxDistances::kNoBox);
  *reinterpret_cast<Lanes*>(distances.lower) =
      load(node.radius) < 0.0f ? all(BoxDistances::kNoBox) : lower;
}

}  // namespace
}  // namespace GRAZE_WIDE_NAMESPACE
}  // namespace graze::certified
