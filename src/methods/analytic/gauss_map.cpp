// SPDX-License-Identifier: MIT
// Question   Which features of two boxes form faces of their Minkowski sum?                   [B2]
// Source     Albocher et al., sections III-A and IV-B: point/octant and arc/arc pairs, found
//            symbolically from the signs of the second box's normals.
// Guarantee  6 + 6 + 18 pairs for the signs of any two frames in general position (Lemma 1).
#include <graze/methods/analytic_printed.h>

#include <array>
#include <optional>

namespace graze {
namespace {
using Octant = std::array<int, 3>;  // a sign along each axis

/// A point of a Gauss map: a face's normal.
struct Point {
  int axis, sign;
};

struct Octants {
  std::array<std::optional<Point>, 8> point;  // of b, in each octant of a

  static std::size_t index(const Octant& o) {
    return std::size_t((o[0] > 0) + 2 * (o[1] > 0) + 4 * (o[2] > 0));
  }
  const std::optional<Point>& at(const Octant& o) const { return point[index(o)]; }
};

Octant octant_of(const int signs[3][3], const Point& p) {
  return {p.sign * signs[0][p.axis], p.sign * signs[1][p.axis], p.sign * signs[2][p.axis]};
}

BoxFeature feature_of(const Octant& o) {
  return {{std::int8_t(o[0]), std::int8_t(o[1]), std::int8_t(o[2])}};
}
BoxFeature feature_of(const Point& p) {
  BoxFeature f;
  f.side[p.axis] = std::int8_t(p.sign);
  return f;
}
BoxFeature arc_between(const Point& p, const Point& q) {
  BoxFeature f = feature_of(p);
  f.side[q.axis] = std::int8_t(q.sign);
  return f;
}

BoxFeature opposite(BoxFeature f) {
  for (std::int8_t& s : f.side) s = std::int8_t(-s);
  return f;
}

/// The Gauss map of -b is compared with a's: what touches is the opposite feature of b.
void add(std::vector<CompatiblePair>& pairs, PairKind kind, const BoxFeature& a,
         const BoxFeature& b) {
  pairs.push_back({kind, {a, opposite(b)}});
}

/// o2p: the point that the octants of b's three points share, if they share one.
std::optional<Point> shared_point(const Octant& p, const Octant& q, const Octant& r) {
  for (int i = 0; i < 3; ++i)
    if (p[std::size_t(i)] == q[std::size_t(i)] && q[std::size_t(i)] == r[std::size_t(i)])
      return Point{i, p[std::size_t(i)]};
  return std::nullopt;
}

void add_face_vertex(const int signs[3][3], std::vector<CompatiblePair>& pairs) {
  for (int k = 0; k < 8; ++k) {
    const Octant o{k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1};  // of b, by its three points
    const auto p = shared_point(octant_of(signs, {0, o[0]}), octant_of(signs, {1, o[1]}),
                                octant_of(signs, {2, o[2]}));
    if (p) add(pairs, PairKind::kFaceVertex, feature_of(*p), feature_of(o));
  }
}

/// The octants on both sides of the arc between a's points on the two other axes than `across`.
std::array<Octant, 2> beside(Octant arc, int across) {
  arc[std::size_t(across)] = 1;
  Octant other = arc;
  other[std::size_t(across)] = -1;
  return {arc, other};
}

void add_simple_arcs(const Octants& octants, std::vector<CompatiblePair>& pairs) {
  for (int across = 0; across < 3; ++across)
    for (int k = 0; k < 4; ++k) {
      Octant arc{};
      arc[std::size_t((across + 1) % 3)] = k & 1 ? 1 : -1;
      arc[std::size_t((across + 2) % 3)] = k & 2 ? 1 : -1;
      const auto sides = beside(arc, across);
      const auto &p = octants.at(sides[0]), &q = octants.at(sides[1]);
      if (p && q) add(pairs, PairKind::kEdgeEdge, feature_of(arc), arc_between(*p, *q));
    }
}

void add_arcs_of_free_octant(const Octants& octants, const Octant& free,
                             std::vector<CompatiblePair>& pairs) {
  std::array<Point, 3> p{};
  for (std::size_t i = 0; i < 3; ++i) {
    Octant neighbour = free;
    neighbour[i] = -neighbour[i];
    if (!octants.at(neighbour)) return;  // signs of no two frames
    p[i] = *octants.at(neighbour);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    Octant arc = free;
    arc[i] = 0;
    for (std::size_t j = 0; j < 3; ++j)
      if (j != i) add(pairs, PairKind::kEdgeEdge, feature_of(arc), arc_between(p[i], p[j]));
  }
}
}  // namespace

std::vector<CompatiblePair> compatible_pairs(const int signs[3][3]) {
  std::vector<CompatiblePair> pairs;
  Octants octants;
  for (int axis = 0; axis < 3; ++axis)
    for (const int sign : {1, -1}) {
      const Point p{axis, sign};
      const Octant o = octant_of(signs, p);
      octants.point[Octants::index(o)] = p;
      add(pairs, PairKind::kVertexFace, feature_of(o), feature_of(p));
    }
  add_face_vertex(signs, pairs);
  add_simple_arcs(octants, pairs);
  for (int k = 0; k < 8; ++k) {
    const Octant o{k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1};
    if (!octants.at(o)) add_arcs_of_free_octant(octants, o, pairs);
  }
  return pairs;
}

}  // namespace graze
