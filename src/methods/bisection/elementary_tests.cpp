// SPDX-License-Identifier: MIT
// Question   Which vertex/face, face/vertex and edge/edge contacts can begin in a time interval?
//                                                                                              [C5]
// Source     Redon, Kheddar, Coquillart 2002, section 4.2, equations (9) and (10).
// Guarantee  A test that is left out has no root in the interval, rounding included. Touching
//            triangles that were disjoint before have a vertex in a face or crossing edges, and
//            then that test's function vanishes and its features' boxes meet.
// Changed    "The contact point belongs to the edges" is checked on enclosing boxes. Functions that
//            vanish identically (sliding in a plane, parallel edges, triangles without area)
//            exclude nothing; `separates` then does, with a direction instead of a root.
#include "methods/bisection/elementary_tests.h"

#include <cmath>

#include "graze/geometry/aabb.h"

namespace graze::bisection {
namespace {
/// A vector that moves, in middle-and-radius form.
struct Ball {
  Vec3 middle;
  Vec3 radius;
};

/// n . v cannot vanish. `error` covers the rounding of n, v and the product.
bool cannot_vanish(const Vec3& n, const Ball& v, double error) {
  return std::fabs(n.dot(v.middle)) > n.cwiseAbs().dot(v.radius) + error;
}

/// |x . y| > 0 for both moving.
bool cannot_vanish(const Ball& x, const Ball& y, double error) {
  const Vec3 reach = y.middle.cwiseAbs() + y.radius;
  return std::fabs(x.middle.dot(y.middle)) >
         x.middle.cwiseAbs().dot(y.radius) + x.radius.dot(reach) + error;
}

Vec3 cross_radius(const Vec3& fixed, const Vec3& radius) {
  const Vec3 size = fixed.cwiseAbs();
  return {size.y() * radius.z() + size.z() * radius.y(),
          size.z() * radius.x() + size.x() * radius.z(),
          size.x() * radius.y() + size.y() * radius.x()};
}

/// Boxes of the features of a triangle: corners, edges (k, k + 1) and the whole.
struct FeatureBoxes {
  std::array<Aabb, 3> corner, edge;
  Aabb face;

  void finish() {
    for (std::size_t k = 0; k < 3; ++k) {
      edge[k] = corner[k];
      edge[k].add(corner[(k + 1) % 3]);
      face.add(corner[k]);
    }
  }
};

FeatureBoxes boxes_of(const Corners& corners) {
  FeatureBoxes boxes;
  for (std::size_t k = 0; k < 3; ++k) boxes.corner[k].add(corners[k]);
  boxes.finish();
  return boxes;
}

FeatureBoxes boxes_of(const MovingCorners& corners) {
  FeatureBoxes boxes;
  const Vec3 slack = Vec3::Constant(16.0 * kUnitRoundoff * corners.size);
  for (std::size_t k = 0; k < 3; ++k) {
    boxes.corner[k].add(corners.middle[k] - corners.radius[k] - slack);
    boxes.corner[k].add(corners.middle[k] + corners.radius[k] + slack);
  }
  boxes.finish();
  return boxes;
}

/// One pair over one interval. Error terms: sums of absolute values of an edge are at most 2 size,
/// of an edge or offset that a matrix turned at most 4.5 size, of a cross product of edges at most
/// 7 size^2; so each function is at most 20 size^3, after at most 16 roundings: below 512 units.
class Roots {
 public:
  Roots(const TrianglePair& pair, const MovingCorners& corners, const RelativeEnclosure& motion)
      : pair_(pair),
        corners_(corners),
        motion_(motion),
        a_(boxes_of(pair.a)),
        b_(boxes_of(corners)) {}

  /// (10) with a vertex of b: its height over a's plane.
  bool vertex_face(std::size_t k) const {
    if (!b_.corner[k].overlaps(a_.face)) return false;
    const Ball height{corners_.middle[k] - pair_.a[0], corners_.radius[k]};
    return !cannot_vanish(pair_.normal_a, height, error());
  }

  /// (10) with a vertex of a, in b's frame, where b's plane stands still.
  bool face_vertex(std::size_t k) const {
    if (!a_.corner[k].overlaps(b_.face)) return false;
    const Vec3 offset = pair_.a[k] - motion_.position;
    const Mat3 reach = motion_.rotation.cwiseAbs() + motion_.rotation_radius;
    const Ball height{motion_.rotation.transpose() * offset - pair_.b[0],
                      motion_.rotation_radius.transpose() * offset.cwiseAbs() +
                          reach.transpose() * motion_.position_radius};
    return !cannot_vanish(pair_.normal_b, height, error());
  }

  /// (9): the volume spanned by edges i of a and j of b.
  bool edge_edge(std::size_t i, std::size_t j) const {
    if (!a_.edge[i].overlaps(b_.edge[j])) return false;
    const Vec3 edge_a = pair_.a[(i + 1) % 3] - pair_.a[i];
    const Vec3 edge_b = pair_.b[(j + 1) % 3] - pair_.b[j];
    const Ball between{corners_.middle[j] - pair_.a[i], corners_.radius[j]};
    const Ball across{edge_a.cross(motion_.rotation * edge_b),
                      cross_radius(edge_a, motion_.rotation_radius * edge_b.cwiseAbs())};
    return !cannot_vanish(between, across, error());
  }

 private:
  double error() const {
    return 512.0 * kUnitRoundoff * corners_.size * corners_.size * corners_.size;
  }

  const TrianglePair& pair_;
  const MovingCorners& corners_;
  const RelativeEnclosure& motion_;
  FeatureBoxes a_, b_;
};
}  // namespace

TrianglePair::TrianglePair(const Corners& corners_a, const Corners& corners_b)
    : a(corners_a),
      b(corners_b),
      normal_a((a[1] - a[0]).cross(a[2] - a[0])),
      normal_b((b[1] - b[0]).cross(b[2] - b[0])) {}

MovingCorners::MovingCorners(const TrianglePair& pair, const RelativeEnclosure& motion) {
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 lever = pair.b[k].cwiseAbs();
    middle[k] = motion.rotation * pair.b[k] + motion.position;
    radius[k] = motion.rotation_radius * lever + motion.position_radius;
    size = std::max(size, lever.sum() + radius[k].sum() + pair.a[k].cwiseAbs().sum());
  }
  size += motion.position.cwiseAbs().sum();
}

double MovingCorners::largest_radius() const {
  return std::max({radius[0].norm(), radius[1].norm(), radius[2].norm()}) * (1.0 + 1e-14) +
         32.0 * kUnitRoundoff * size;
}

ElementaryTests with_possible_roots(ElementaryTests tests, const TrianglePair& pair,
                                    const MovingCorners& corners, const RelativeEnclosure& motion) {
  const Roots roots(pair, corners, motion);
  ElementaryTests left = 0;
  for (unsigned bit = 0; bit < 15; ++bit) {
    const ElementaryTests test = 1u << bit;
    if ((tests & test) == 0) continue;
    const bool possible = bit < 3   ? roots.vertex_face(bit)
                          : bit < 6 ? roots.face_vertex(bit - 3)
                                    : roots.edge_edge((bit - 6) / 3, (bit - 6) % 3);
    if (possible) left |= test;
  }
  return left;
}

bool separates(const Vec3& n, const TrianglePair& pair, const MovingCorners& corners,
               double clearance) {
  const Vec3 reach = n.cwiseAbs();
  double lowest_b = std::numeric_limits<double>::infinity();
  double highest_a = -lowest_b;
  for (std::size_t k = 0; k < 3; ++k) {
    lowest_b = std::min(lowest_b, n.dot(corners.middle[k]) - reach.dot(corners.radius[k]));
    highest_a = std::max(highest_a, n.dot(pair.a[k]));
  }
  const double length = n.norm();
  return lowest_b - highest_a >
         length * (clearance * (1.0 + 1e-14) + 64.0 * kUnitRoundoff * corners.size);
}

}  // namespace graze::bisection
