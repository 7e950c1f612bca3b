// SPDX-License-Identifier: MIT
#include "motion/random_motions.h"

#include <graze/base/error.h>
#include <graze/math/rotation.h>

namespace graze::test {
namespace {
template <typename Value, std::size_t kCount>
Value one_of(Generator& random, const Value (&values)[kCount]) {
  return values[random() % kCount];
}

double random_size(Generator& random) { return one_of(random, {1.0, 1.0, 1.0, 1e-3, 1e3, 1e6}); }

double random_angle(Generator& random) {
  const double size =
      one_of(random, {0.0, 1e-12, 1e-5, 0.5, 1.5, 3.14159265358979, 7.0, 100.0, 1e4});
  return size * (random() % 4 ? uniform(random, -1.0, 1.0) : 1.0);
}

Interval random_domain(Generator& random) {
  if (random() % 2) return {0.0, 1.0};
  const double lo = uniform(random, -3.0, 3.0);
  return {lo, lo + uniform(random, 0.1, 5.0)};
}

/// Somewhere else, half a turn away, barely turned, barely moved, or the same.
Pose second_pose(Generator& random, const Pose& first, double size) {
  const Vec3 axis = random_vector(random, 1.0);
  const double angle = one_of(random, {1e-15, 1e-12, 1e-7, 0.3, 1.5, 3.14159265358979312});
  Pose pose = first;
  switch (random() % 4) {
    case 0:
      return random_frame(random, size);
    case 1:
      pose.rotation = times(rotation_about(axis, angle), first.rotation);
      pose.translation += random_vector(random, size);
      return pose;
    case 2:
      pose.rotation = times(rotation_about(axis, angle), first.rotation);
      pose.translation += random_vector(random, 1e-9 * size);
      return pose;
    default:
      pose.translation += random_vector(random, random() % 2 ? 0.0 : size);
      return pose;
  }
}

Motion random_screw(Generator& random) {
  const double size = random_size(random);
  Motion::ScrewParameters p{random_frame(random, size), random_vector(random, size),
                            random_vector(random, 1.0), random_angle(random),
                            uniform(random, -1.0, 1.0) * (random() % 2 ? size : 0.0)};
  if (random() % 4 == 0) p.axis = Vec3::Unit(int(random() % 3));
  return Motion::screw(p, random_domain(random));
}

Motion random_six(Generator& random) {
  const double size = random_size(random);
  const double turns = one_of(random, {1e-9, 1e-3, 1.0, 6.0, 1e4});
  const Vec3 r0 = random() % 4 ? random_vector(random, turns) : Vec3(Vec3::Zero());
  const Vec3 r1 = random() % 4 ? random_vector(random, turns) : Vec3(-0.5 * r0);
  return Motion::six_parameters({random_vector(random, size), r0},
                                {random_vector(random, size), r1}, random_domain(random));
}

Motion random_between(Generator& random) {
  const double size = random_size(random);
  const Pose begin = random_frame(random, size);
  const auto how = one_of(random, {Interpolation::kScrew, Interpolation::kScrew,
                                   Interpolation::kSlerp, Interpolation::kSixParameters});
  return Motion::between(begin, second_pose(random, begin, size), random_domain(random), how);
}

Motion random_joint(Generator& random) {
  JointFormula formula;
  formula.kind = random() % 2 ? JointFormula::Kind::kTurn : JointFormula::Kind::kSlide;
  formula.axis = random() % 4 ? random_vector(random, 1.0) : Vec3(Vec3::Unit(int(random() % 3)));
  const double size = one_of(random, {1e-6, 0.1, 1.0, 1.0, 100.0});
  for (std::size_t k = 0, n = random() % 7; k < n && k < 6; ++k)
    formula.coefficients[k] = size * uniform(random, -1.0, 1.0);
  const Interval domain = random_domain(random);
  return motion_from({domain, Outside::kHold, {{domain, Sense::kForward, formula}}});
}

Motion random_accelerated(Generator& random) {
  const double size = random_size(random), spin = one_of(random, {0.0, 1e-6, 1.0, 10.0});
  AcceleratedState state;
  state.pose = random_frame(random, size);
  state.centre = random_vector(random, random() % 2 ? 1.0 : 0.0);
  state.velocity = random_vector(random, size);
  state.angular_velocity = random_vector(random, spin);
  if (random() % 2) state.acceleration = random_vector(random, size);
  if (random() % 2) state.angular_acceleration = random_vector(random, spin);
  return accelerated_motion(state, random_domain(random));
}

Quat random_quaternion(Generator& random) {
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random), normal(random)};
}
}  // namespace

RationalFormula random_formula(Generator& random, int rotation_degree, int translation_degree) {
  const double size = random_size(random);
  RationalFormula f;
  const double spread = one_of(random, {1e-6, 0.1, 0.5, 1.0});
  f.rotation = {random_quaternion(random)};
  for (int k = 0; k < rotation_degree; ++k)
    f.rotation.emplace_back(
        Eigen::Vector4d(f.rotation[0].coeffs() + spread * random_quaternion(random).coeffs()));
  if (random() % 8 == 0)
    for (Quat& q : f.rotation) q.y() = q.z() = 0.0;  // turns about the x axis
  f.translation.clear();
  for (int k = 0; k <= translation_degree; ++k)
    f.translation.push_back(random_vector(random, size));
  if (random() % 3 == 0) {
    f.weight.clear();
    for (std::uint64_t k = 0, n = random() % 7; k <= n; ++k)
      f.weight.push_back(uniform(random, 0.2, 2.0));
  }
  return f;
}

Motion random_rational(Generator& random) {
  for (;;) {
    try {
      return rational_motion(random_formula(random, int(random() % 5), int(random() % 6)),
                             random_domain(random));
    } catch (const InputError&) {  // the quaternions came too near to zero
    }
  }
}

namespace {
Motion random_chain(Generator& random) {
  Motion chain;
  const auto parts = 2 + random() % 6;
  for (std::uint64_t k = 0; k < parts; ++k) {
    chain = Motion::composed(chain, random_segment(random));
    if (random() % 2) chain = Motion::composed(chain, Motion::still(random_frame(random, 1.0)));
  }
  return chain;
}

Motion random_path(Generator& random) {
  const double size = random_size(random);
  std::vector<TimedPose> poses{{uniform(random, -1.0, 1.0), random_frame(random, size)}};
  const auto count = 2 + random() % 5;
  while (poses.size() < count)
    poses.push_back({poses.back().time + uniform(random, 0.01, 1.0),
                     second_pose(random, poses.back().pose, size)});
  const auto how = one_of(random, {Interpolation::kScrew, Interpolation::kSlerp,
                                   Interpolation::kSixParameters, Interpolation::kStep});
  return Motion::path(poses, how);
}
}  // namespace

Pose random_frame(Generator& random, double size) {
  std::normal_distribution<double> normal;
  Pose pose{Mat3::Identity(), random_vector(random, size)};
  if (random() % 8)
    pose.rotation =
        rotation_from_quaternion({normal(random), normal(random), normal(random), normal(random)});
  return pose;
}

Interval random_span(Generator& random, const Interval& within) {
  const double width = within.hi - within.lo;
  const double a = within.lo + uniform(random, 0.0, 1.0) * width;
  const double reach = width * one_of(random, {0.0, 1e-12, 1e-6, 1e-3, 0.1, 1.0});
  const double b = std::min(within.hi, a + uniform(random, 0.0, 1.0) * reach);
  return {std::min(a, within.hi), std::max(b, std::min(a, within.hi))};
}

Motion random_segment(Generator& random) {
  const auto which = random() % 7;
  const Motion motion = which == 0   ? random_screw(random)
                        : which == 1 ? random_six(random)
                        : which == 2 ? random_rational(random)
                        : which == 3 ? random_joint(random)
                        : which == 4 ? random_accelerated(random)
                                     : random_between(random);
  return random() % 4 ? motion : Motion::reversed(motion);
}

Motion random_smooth_motion(Generator& random) {
  switch (random() % 4) {
    case 0:
      return random_chain(random);
    case 1:
      return Motion::placed(random_frame(random, random_size(random)), random_segment(random),
                            random_frame(random, random_size(random)));
    default:
      return random_segment(random);
  }
}

Motion random_motion(Generator& random) {
  const auto which = random() % 4;
  if (which == 0) return random_path(random);
  if (which == 1) return Motion::composed(random_path(random), random_motion(random));
  return random_smooth_motion(random);
}

double random_time(Generator& random, const Interval& span) {
  const auto which = random() % 4;
  if (which == 0) return span.lo;
  if (which == 1) return span.hi;
  return std::min(span.hi, span.lo + uniform(random, 0.0, 1.0) * (span.hi - span.lo));
}

double inner_time(Generator& random, const Interval& domain) {
  return domain.lo + (domain.hi - domain.lo) * uniform(random, 0.001, 0.999);
}

double difference(const Pose& a, const Pose& b) {
  return (a.rotation - b.rotation).norm() + (a.translation - b.translation).norm();
}
}  // namespace graze::test
