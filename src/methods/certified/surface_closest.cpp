// SPDX-License-Identifier: MIT
// Question   Which points of two small convex hulls are closest?
// Source     Gilbert, Johnson, Keerthi 1988.
// Guarantee  None: the direction is proved where it is used.
// Changed    The closest point of a simplex is the best of those of all its faces that have the
//            newest point; no case distinction.
#include <algorithm>

#include "methods/certified/surface_hull.h"

namespace graze::certified {
namespace {

struct Difference {
  Vec3 w;  // a point of b less one of a
  int i = 0, j = 0;
};

struct Simplex {
  std::array<Difference, 4> points;
  std::array<double, 4> share{};
  int count = 0;
  Vec3 nearest = Vec3::Zero();
};

// The point nearest to the origin in the affine hull of chosen points, if it is between them.
bool nearest_between(const Simplex& simplex, unsigned chosen, Simplex& best, double& least) {
  Simplex face;
  for (int k = 0; k < simplex.count; ++k) {
    if (chosen >> k & 1u) {
      face.points[static_cast<std::size_t>(face.count++)] =
          simplex.points[static_cast<std::size_t>(k)];
    }
  }
  Mat3 gram = Mat3::Identity();
  Vec3 right = Vec3::Zero();
  const Vec3& w0 = face.points[0].w;
  for (int r = 1; r < face.count; ++r) {
    const Vec3 e = face.points[static_cast<std::size_t>(r)].w - w0;
    right[r - 1] = -e.dot(w0);
    for (int c = 1; c < face.count; ++c) {
      gram(r - 1, c - 1) = e.dot(face.points[static_cast<std::size_t>(c)].w - w0);
    }
  }
  const double determinant = gram.determinant();
  if (!(determinant > 0.0)) return false;
  const Vec3 solved = gram.inverse() * right;
  face.share[0] = 1.0;
  face.nearest = w0;
  for (int r = 1; r < face.count; ++r) {
    const auto k = static_cast<std::size_t>(r);
    if (!(solved[r - 1] >= 0.0)) return false;
    face.share[k] = solved[r - 1];
    face.share[0] -= solved[r - 1];
    face.nearest += solved[r - 1] * (face.points[k].w - w0);
  }
  if (!(face.share[0] >= 0.0)) return false;
  const double square = face.nearest.squaredNorm();
  if (!(square < least)) return false;
  least = square;
  best = face;
  return true;
}

Difference farthest_against(const PlacedPair& placed, const Vec3& way) {
  Difference result;
  double low = kInfinity, high = -kInfinity;
  for (int k = 0; k < placed.a.count; ++k) {
    const double along = way.dot(placed.a.at[static_cast<std::size_t>(k)]);
    if (along > high) high = along, result.i = k;
  }
  for (int k = 0; k < placed.b.count; ++k) {
    const double along = way.dot(placed.b.at[static_cast<std::size_t>(k)]);
    if (along < low) low = along, result.j = k;
  }
  result.w = placed.b.at[static_cast<std::size_t>(result.j)] -
             placed.a.at[static_cast<std::size_t>(result.i)];
  return result;
}

bool is_in(const Simplex& simplex, const Difference& point) {
  for (int k = 0; k < simplex.count; ++k) {
    const Difference& known = simplex.points[static_cast<std::size_t>(k)];
    if (known.i == point.i && known.j == point.j) return true;
  }
  return false;
}

}  // namespace

ClosestShares closest_shares(const PlacedPair& placed) {
  Simplex simplex;
  simplex.points[0] = {placed.b.at[0] - placed.a.at[0], 0, 0};
  simplex.share[0] = 1.0;
  simplex.count = 1;
  simplex.nearest = simplex.points[0].w;
  for (int round = 0; round < 32 && simplex.count < 4; ++round) {
    const Difference next = farthest_against(placed, simplex.nearest);
    const double square = simplex.nearest.squaredNorm();
    if (is_in(simplex, next) || square - simplex.nearest.dot(next.w) <= 1e-14 * square) break;
    simplex.points[static_cast<std::size_t>(simplex.count++)] = next;
    Simplex best = simplex;
    double least = square;
    bool found = false;
    const unsigned newest = 1u << (simplex.count - 1);
    for (unsigned rest = 0; rest < newest; ++rest) {
      found = nearest_between(simplex, newest | rest, best, least) || found;
    }
    if (!found) {  // no progress beyond rounding
      --simplex.count;
      break;
    }
    simplex = best;
  }
  ClosestShares result;
  result.way = simplex.nearest;
  for (int k = 0; k < simplex.count; ++k) {
    const auto i = static_cast<std::size_t>(k);
    result.a[static_cast<std::size_t>(simplex.points[i].i)] += simplex.share[i];
    result.b[static_cast<std::size_t>(simplex.points[i].j)] += simplex.share[i];
  }
  return result;
}

}  // namespace graze::certified
