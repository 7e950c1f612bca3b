// SPDX-License-Identifier: MIT
// Random pairs of boxes under rational motion, and where they are at an instant: by definition,
// from corners, with nothing of the method.
#pragma once
#include <graze/methods/analytic.h>

#include <array>
#include <random>

#include "support/random_doubles.h"

namespace graze::test {

using Generator = std::mt19937_64;

/// Degree of the functions is 2 rotation + translation. Boxes of sizes 0.1 to 1, some of them thin;
/// about half of the pairs meet, some overlap at the start.
RelativeBoxPair random_pair(Generator& random, int rotation_degree, int translation_degree);
/// One of all with a degree from 1 to 12.
RelativeBoxPair random_pair(Generator& random);
/// The same with one half size changed so that the least gap or the least overlap (as sampled and
/// refined) is zero up to rounding.
RelativeBoxPair tangential_pair(Generator& random);

using Corners = std::array<Vec3, 8>;
Corners corners_of(const Box& box, const Pose& pose);

/// The largest gap between the corners' shadows on 15 unit axes; negative if they overlap on all.
/// Axes of nearly parallel edges are left out.
double gap_of(const Corners& a, const Corners& b);
double gap_at(const RelativeBoxPair& pair, double t);
/// A local minimum of the gap near t, by golden sections between the two ends.
double least_gap(const RelativeBoxPair& pair, double lo, double hi);

Pose pose_of(const RationalFormula& formula, double t);

/// What a list of contacts says about an instant.
enum class Said { kApart, kOverlap, kUnsure };
Said said_at(const BoxContacts& contacts, double t);

}  // namespace graze::test
