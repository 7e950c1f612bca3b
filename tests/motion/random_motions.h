// SPDX-License-Identifier: MIT
// Motions of every kind, ordinary and adversarial, from a generator.
#pragma once
#include <graze/motion/rational_motion.h>

#include <random>

namespace graze::test {

using Generator = std::mt19937_64;

double uniform(Generator& random, double lo, double hi);
Vec3 random_vector(Generator& random, double size);
Pose random_pose(Generator& random, double size);
Interval random_span(Generator& random, const Interval& within);

/// Quaternions near each other or far apart, positions of any size, a weight or none.
RationalFormula random_formula(Generator& random, int rotation_degree, int translation_degree);
Motion random_rational(Generator& random);

/// One smooth segment: screw (from poses or parameters), slerp, six parameters, rational, joint,
/// accelerated; any of:
/// half turns, no rotation, 1e-12 rad, 10,000 rad, offsets of 1e6, near-identical poses, other
/// domains, reversed.
Motion random_segment(Generator& random);
/// A segment, or a composition of two to seven with still parts between, placed or not.
Motion random_smooth_motion(Generator& random);
/// Also paths and steps.
Motion random_motion(Generator& random);

}  // namespace graze::test
