// SPDX-License-Identifier: MIT
// Question   Does one axis keep two moving boxes apart during a whole time interval?           [C4]
// Source     Redon, Kheddar, Coquillart 2002, section 4.1, inequality (7), axes (8), both sides
//            enclosed over the interval.
// Guarantee  True is a proof, rounding included. False proves nothing.
// Changed    Enclosures are in a's box frame, in middle-and-radius form. With an interval of no
//            length this is the discrete test.
#include "methods/bisection/box_separation.h"

#include <cmath>

namespace graze::bisection {
namespace {
/// b's box in a's box frame during the interval: every quantity as middle and radius.
struct Relative {
  Vec3 centre;  // of b's box
  Vec3 centre_radius;
  Mat3 axes;  // column j is b's axis j
  Mat3 axes_radius;
  Mat3 axes_reach;    // |axes| + axes_radius, at least |entry| at every instant
  double need = 0.0;  // separation that a proof needs: clearance and rounding
};

// Rounding. S is the sum below, entries of a matrix are at most 1 and sums of absolute values at
// most sqrt(3) times those of the vector it turns. A centre is a number of at most 2S after 10
// roundings, an entry of `axes` one of at most 1 after 10, their products for 9 axes at most 4S
// after 25: below 200 units of S for each of the five sums of a test. Axes are orthonormal up to 36
// units (spatial/frame.h), which changes shadows by less than 50 units of S and the clearance along
// an axis by less than 10 units of it. 1024 units of both cover all of that.
Relative relate(const BoxPair& boxes, const RelativeEnclosure& motion, double clearance) {
  const Mat3& ea = boxes.a->axes;
  const Mat3& fb = boxes.b->axes;
  const Vec3 offset = motion.rotation * boxes.centre_b + motion.position - boxes.centre_a;
  const Vec3 lever = boxes.centre_b.cwiseAbs();
  const Vec3 offset_radius = motion.rotation_radius * lever + motion.position_radius;
  const Mat3 ea_size = ea.cwiseAbs();
  Relative r;
  r.centre = ea.transpose() * offset;
  r.centre_radius = ea_size.transpose() * offset_radius;
  r.axes = ea.transpose() * (motion.rotation * fb);
  r.axes_radius = (ea_size.transpose() * (motion.rotation_radius * fb.cwiseAbs()))
                      .cwiseMin(motion.turn * (1.0 + 1e-14));
  r.axes_reach = r.axes.cwiseAbs() + r.axes_radius;
  const double sum = lever.sum() + boxes.centre_a.cwiseAbs().sum() +
                     motion.position.cwiseAbs().sum() + boxes.a->half_size.sum() +
                     boxes.b->half_size.sum() + offset_radius.sum();
  r.need = clearance + 1024.0 * kUnitRoundoff * (sum + clearance);
  return r;
}

bool face_of_a_separates(const Relative& r, const Vec3& a, const Vec3& b) {
  const Vec3 gap = r.centre.cwiseAbs() - r.centre_radius - a - r.axes_reach * b;
  return gap.maxCoeff() > r.need;
}

bool face_of_b_separates(const Relative& r, const Vec3& a, const Vec3& b) {
  const Vec3 along = (r.axes.transpose() * r.centre).cwiseAbs();
  const Vec3 radius =
      r.axes_radius.transpose() * r.centre.cwiseAbs() + r.axes_reach.transpose() * r.centre_radius;
  const Vec3 gap = along - radius - b - r.axes_reach.transpose() * a;
  return gap.maxCoeff() > r.need;
}

/// The axis a_i x b_j: not longer than one, so that its gap is not larger than the distance.
bool cross_separates(const Relative& r, const Vec3& a, const Vec3& b, int i, int j) {
  const int i1 = (i + 1) % 3;
  const int i2 = (i + 2) % 3;
  const int j1 = (j + 1) % 3;
  const int j2 = (j + 2) % 3;
  const double along = std::fabs(r.centre[i2] * r.axes(i1, j) - r.centre[i1] * r.axes(i2, j));
  const double radius = std::fabs(r.centre[i2]) * r.axes_radius(i1, j) +
                        std::fabs(r.centre[i1]) * r.axes_radius(i2, j) +
                        r.centre_radius[i2] * r.axes_reach(i1, j) +
                        r.centre_radius[i1] * r.axes_reach(i2, j);
  const double shadow_a = a[i1] * r.axes_reach(i2, j) + a[i2] * r.axes_reach(i1, j);
  const double shadow_b = b[j1] * r.axes_reach(i, j2) + b[j2] * r.axes_reach(i, j1);
  return along - radius - shadow_a - shadow_b > r.need;
}
}  // namespace

bool are_separated(const BoxPair& boxes, const RelativeEnclosure& motion,
                   const AxisChoice& choice) {
  const Relative r = relate(boxes, motion, choice.clearance);
  const Vec3& a = boxes.a->half_size;
  const Vec3& b = boxes.b->half_size;
  if (face_of_a_separates(r, a, b) || face_of_b_separates(r, a, b)) return true;
  if (choice.partial_axes) return false;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (cross_separates(r, a, b, i, j)) return true;
    }
  }
  return false;
}

}  // namespace graze::bisection
