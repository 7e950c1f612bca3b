// SPDX-License-Identifier: MIT
// Points on a face by OpenCASCADE and by us.
#pragma once
#include <TopoDS_Face.hxx>
#include <random>
#include <string>

#include "graze/math/interval.h"

namespace graze::test {

double random_in(std::mt19937_64& random, const Interval& range);

struct Agreement {
  std::size_t faces = 0, refused = 0;
  std::string reasons;  ///< of what was refused
  std::size_t points = 0, inside = 0, near_edge = 0;
  double farthest = 0.0;  ///< of points at the same parameters
  std::size_t wrong_side = 0;
  std::size_t disputed = 0;  ///< between the two classifiers of OpenCASCADE; one agrees with us
};

/// Points of the box of parameters: both say whether they are on the face, and where.
void compare(const TopoDS_Face& face, std::size_t count, std::mt19937_64& random,
             Agreement& result);

}  // namespace graze::test
