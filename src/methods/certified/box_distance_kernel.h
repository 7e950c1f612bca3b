// SPDX-License-Identifier: MIT
// Question   How far is a box at least from each of eight, at an instant?
// Source     Any direction n bounds it: the gap of the shadows along n, over |n|. Six are the
// faces'
//            normals; the seventh joins the points that alternating projections between the boxes
//            arrive at, which is the best direction where corners or edges are nearest.
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

constexpr int kProjections = 2;       // from one box to the other and back
constexpr float kShortest = 1e-16f;   // a direction shorter than this proves nothing
constexpr float kUnderflow = 1e-30f;  // more than all products that are not normal numbers

// In X's frame: X is the product of [-half_k, half_k].
struct DistanceBoxes {
  Lanes centre[3];
  Lanes face[3][3];  // [i][j]: component i of axis j
  Lanes half[3];
};

inline Lanes clamped(Lanes x, Lanes most) { return max(min(x, most), -most); }

// How far the shadows are apart along n.
inline Lanes gap_along(const NodePlace& q, const DistanceBoxes& b, const Vec& n) {
  const Lanes own = q.half[0] * abs(n.x) + q.half[1] * abs(n.y) + q.half[2] * abs(n.z);
  Lanes other = all(0.0f);
  for (int j = 0; j < 3; ++j) {
    other += b.half[j] * abs(dot(n, {b.face[0][j], b.face[1][j], b.face[2][j]}));
  }
  return abs(dot(n, {b.centre[0], b.centre[1], b.centre[2]})) - (own + other);
}

// From a point of X to one of each box; they get nearer with every projection.
inline Vec nearest_way(const NodePlace& q, const DistanceBoxes& b) {
  Lanes own[3], way[3];
  for (int i = 0; i < 3; ++i) own[i] = clamped(b.centre[i], all(q.half[i]));
  for (int round = 0; round < kProjections; ++round) {
    Lanes other[3] = {b.centre[0], b.centre[1], b.centre[2]};
    for (int j = 0; j < 3; ++j) {
      Lanes along = all(0.0f);
      for (int i = 0; i < 3; ++i) along += b.face[i][j] * (own[i] - b.centre[i]);
      along = clamped(along, b.half[j]);
      for (int i = 0; i < 3; ++i) other[i] += along * b.face[i][j];
    }
    for (int i = 0; i < 3; ++i) {
      own[i] = clamped(other[i], all(q.half[i]));
      way[i] = other[i] - own[i];
    }
  }
  return {way[0], way[1], way[2]};
}

inline Lanes face_gaps(const NodePlace& q, const DistanceBoxes& b) {
  Lanes widest = all(-BoxDistances::kNoBox);
  for (int k = 0; k < 3; ++k) {
    const Lanes shadow = b.half[0] * abs(b.face[k][0]) + b.half[1] * abs(b.face[k][1]) +
                         b.half[2] * abs(b.face[k][2]);
    widest = max(widest, abs(b.centre[k]) - (q.half[k] + shadow));
  }
  for (int l = 0; l < 3; ++l) {
    const Vec n = {b.face[0][l], b.face[1][l], b.face[2][l]};
    const Lanes own = q.half[0] * abs(n.x) + q.half[1] * abs(n.y) + q.half[2] * abs(n.z);
    const Lanes middle = abs(dot(n, {b.centre[0], b.centre[1], b.centre[2]}));
    widest = max(widest, middle - (own + b.half[l]));
  }
  return widest;
}

void box_distances(const LaneBox& x, const WideObbNode& node, const View& view,
                   const DistanceSetting& setting, BoxDistances& distances) {
  NodePlace q;
  write_place(x, view, arm_of(view, node), setting.scale, q);
  DistanceBoxes b;
  place_faces(q, node, b.face, b.half);
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
