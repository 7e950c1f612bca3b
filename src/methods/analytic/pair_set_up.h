// SPDX-License-Identifier: MIT
// The functions of two boxes from enclosures of their motions' polynomials.
#pragma once
#include <graze/geometry/box.h>
#include <graze/motion/polynomial_pose.h>

#include <array>
#include <optional>

#include "methods/analytic/pair_functions.h"

namespace graze::analytic {

/// Both boxes move. Nothing if the degree exceeds kMaxDegree. Of a's and b's motions only the
/// relative one matters, but none is inverted: the axes are written in the world.
bool set_up_rigid(const Box& a, const PolynomialPose& world_from_a, const Box& b,
                  const PolynomialPose& world_from_b, PairFunctions& p);

/// A lower bound of W over [0, 1]; not positive only if W is as small as rounding somewhere.
double least_weight(const PairFunctions& p);

/// A box whose centre and half edges are quotients of polynomials with one denominator.
struct AffineBox {
  std::array<IntervalBernstein, 3> edge[3];  ///< edge[i][k]: component k of half edge i
  std::array<IntervalBernstein, 3> centre;
  IntervalBernstein weight;
};

/// True if edge 0 was turned round to make the volume positive: sides 0 change their sign.
struct Mirrored {
  bool a = false, b = false;
};
std::optional<Mirrored> set_up_affine(const AffineBox& a, const AffineBox& b, PairFunctions& p);

}  // namespace graze::analytic
