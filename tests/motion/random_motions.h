// SPDX-License-Identifier: MIT
// Motions of every kind, ordinary and adversarial, from a generator.
#pragma once
#include <graze/motion/rational_motion.h>

#include <random>

#include "support/random_doubles.h"
#include "support/soups.h"

namespace graze::test {

using Generator = std::mt19937_64;

/// In one of eight cases not turned.
Pose random_frame(Generator& random, double size);
Interval random_span(Generator& random, const Interval& within);
/// Any instant of the span; each end in a quarter of the cases.
double random_time(Generator& random, const Interval& span);
/// Not at the ends.
double inner_time(Generator& random, const Interval& domain);
/// Of all elements together.
double difference(const Pose& a, const Pose& b);

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
