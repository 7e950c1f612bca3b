// SPDX-License-Identifier: MIT
// A method for tests of the layer above the methods: boxes stand for balls, whose contact has a
// simple answer that needs no tree.
#pragma once
#include <atomic>
#include <span>

#include "graze/query/choose_method.h"

namespace graze::test {

/// A ball of that radius; shapes of other kinds are not known to the method.
inline Shape ball(double radius) { return Shape::from_box(Vec3::Constant(radius)); }

/// Distance of the balls' surfaces at t, in the question's frame; padding counts.
double ball_distance(const PairQuestion& question, double t);

/// One row, called `certified`; it answers with a bracket of 1e-9 s and costs 10 tests.
std::span<const MethodRow> ball_methods();
/// The row above and a weaker one behind it, called `octree`, for everything.
std::span<const MethodRow> two_methods();

/// Questions that ball_methods() answered since it was last set to 0.
extern std::atomic<int> balls_answered;

}  // namespace graze::test
