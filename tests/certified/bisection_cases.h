// SPDX-License-Identifier: MIT
// Pairs of moving soups for the tests of `bisection`.
#pragma once
#include "graze/methods/bisection.h"
#include "support/ccd_oracle.h"
#include "support/soups.h"

namespace graze::test {

struct BisectionCase {
  OracleBody a, b;

  ContactReport run(const BisectionOptions& options = {}) const {
    return first_contact_bisection({build_obb_tree(a.mesh), a.motion},
                                   {build_obb_tree(b.mesh), b.motion}, options);
  }
};

/// Soups of up to `most` triangles, about two units wide, that pass by or through each other. Every
/// third time both move.
BisectionCase random_case(std::mt19937_64& random, std::size_t most = 12);

/// A motion that gives no more than poses and enclosures.
Motion only_enclosing(const Motion& motion);

TriangleMesh cube(double half = 0.5);
TriangleMesh one_triangle(const Vec3& p, const Vec3& q, const Vec3& r);
Motion translation(const Vec3& from, const Vec3& to);

}  // namespace graze::test
