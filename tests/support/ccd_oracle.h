// SPDX-License-Identifier: MIT
// Oracle for first contact: all pairs of triangles at many instants, without trees or enclosures.
#pragma once
#include <vector>

#include "graze/geometry/triangle_mesh.h"
#include "graze/motion/motion.h"

namespace graze::test {

struct OracleBody {
  TriangleMesh mesh;
  Motion motion;
};

/// Smallest distance of all pairs of triangles at t, 0 where they intersect.
double distance_at(const OracleBody& a, const OracleBody& b, double t);

/// The earliest of `samples` + 1 evenly spaced instants at which the bodies intersect or are as
/// near as `limit`; infinity if there is none.
double first_sample_within(const OracleBody& a, const OracleBody& b, const Interval& span,
                           int samples, double limit);

}  // namespace graze::test
