// SPDX-License-Identifier: MIT
// The plane functions of two boxes as the paper prints them, during one piece of their motions.
#pragma once
#include <graze/motion/common_pieces.h>

#include "graze/methods/analytic_printed.h"
#include "methods/analytic/pair_set_up.h"

namespace graze::analytic {

using PrintedPoly = IntervalBernstein;

/// The functions with enclosed coefficients, and their degree.
struct Planes {
  PairFunctions p;
  PrintedPoly v[3][3], weight, centre[20];
};

/// The functions during a piece in which both motions are polynomials.
Planes planes_of(const Box& a, const Box& b, const CommonPiece& piece);

/// Signs of the normals' components, as if b were turned by a billionth: frames that are aligned,
/// at an instant or all the time, then are in general position too.
void signs_at(const Planes& planes, double s, int signs[3][3]);

PrintedPoly times(double factor, const PrintedPoly& p);

/// D of one pair: positive where its plane keeps the boxes apart. The axis is the pair's normal,
/// and half the shadows are written with the signs of the homogeneous interval.
PrintedPoly plane_function(const Planes& planes, const CompatiblePair& pair, const int signs[3][3]);

}  // namespace graze::analytic
