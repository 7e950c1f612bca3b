// SPDX-License-Identifier: MIT
// Question   How fast and how bent is the path of a body at the end of a chain?                [C8]
// Source     The product rule for x = M1(M2(…Mn(p))), summed with running sums of the angular
//            speeds; derivation in docs/methods/motions.md, section 6.
// Guarantee  Upper bounds in real numbers for every time of the span.
// Changed    Distances to the joints are taken over the span: at its middle plus what the inner
//            joints can add, or the stretched length of the chain if that is less.
#include <algorithm>
#include <cmath>

#include "motion/node.h"
#include "motion/rounding.h"

namespace graze {
namespace {
struct Link {
  MotionBounds bounds;
  MotionState middle;  // of this part alone, in the middle of the span
  bool moves = false;
  double arm = 0.0;    // sup distance of the chain's reference to this part's axis or reference
  double speed = 0.0;  // sup speed of the chain's reference due to this part alone
};

/// How far a computed point may be from the real one after this part.
double point_error(const MotionState& m, const Vec3& p, double error) {
  return rounded_up(error + m.rotation_error * size_of(p) + m.translation_error +
                    4.1 * kU * (1.74 * size_of(p) + size_of(m.pose.translation)));
}

std::vector<Link> links_of(const Chain& chain, const Interval& span) {
  std::vector<Link> links;
  links.reserve(chain.parts.size());
  for (const Motion& part : chain.parts) {
    Link link{bounds_over(part, span), state_at(part, span.middle())};
    link.moves = link.bounds.speed > 0.0 || link.bounds.angular_speed > 0.0;
    links.push_back(link);
  }
  return links;
}

/// A body point at the last moving part's reference: what follows it stands still.
Vec3 reference_of(const std::vector<Link>& links) {
  std::size_t last = links.size() - 1;
  while (last > 0 && !links[last].moves) --last;
  Vec3 p = links[last].bounds.reference;
  for (std::size_t k = last + 1; k < links.size(); ++k) p = inverse(links[k].middle.pose) * p;
  return p;
}

/// Distance of q to the part's fixed axis, to its reference if it has none; rounding included.
double distance_to_part(const Link& link, const Vec3& q, double q_error) {
  const MotionBounds& b = link.bounds;
  const Vec3 arm = q - b.reference;
  const double length = size_of(arm) + kU * (size_of(q) + size_of(b.reference));
  if (!b.axis) return rounded_up(arm.norm() + q_error + 4.0 * kU * length);
  const Vec3 axis_body = transpose_times(link.middle.pose.rotation, *b.axis);
  const double off = 2.0 * b.axis_error + 2.0 * link.middle.rotation_error + 20.0 * kU;
  return rounded_up(axis_body.cross(arm).norm() + q_error + off * length);
}

/// Fills arm and speed of every link, innermost first.
void measure(std::vector<Link>& links, const Vec3& reference, double half_span) {
  Vec3 q = reference;    // the chain's reference in the frame inside part k, in the middle
  double q_error = 0.0;  // of that
  double drift = 0.0;    // how far the real one is from there during the span
  double reach = 0.0;    // sup distance of it from part k's reference, whatever the parts inside do
  double inner_speed = 0.0;
  for (std::size_t k = links.size(); k-- > 0;) {
    Link& link = links[k];
    const MotionBounds& b = link.bounds;
    if (k + 1 == links.size())
      reach = rounded_up((q - b.reference).norm() + 4.0 * kU * (size_of(q) + size_of(b.reference)));
    link.arm = rounded_up(std::fmin(distance_to_part(link, q, q_error) + drift, reach));
    link.speed = rounded_up(b.speed + b.angular_speed * link.arm);
    inner_speed = rounded_up(inner_speed + link.speed);
    drift = rounded_up(half_span * inner_speed);
    const Vec3 outer_reference = k > 0 ? links[k - 1].bounds.reference : Vec3(Vec3::Zero());
    const Vec3 own = link.middle.pose * b.reference;
    reach = rounded_up(reach + half_span * b.speed + (own - outer_reference).norm() +
                       point_error(link.middle, b.reference, 0.0) +
                       4.0 * kU * (size_of(own) + size_of(outer_reference)));
    q_error = point_error(link.middle, q, q_error);
    q = link.middle.pose * q;
  }
}

MotionBounds summed(const std::vector<Link>& links) {
  MotionBounds sum;
  sum.curvature = 0.0;
  for (const Link& link : links) {
    const MotionBounds& b = link.bounds;
    const double outer = sum.angular_speed;  // of all parts outside this one
    sum.acceleration += b.acceleration + b.curvature * link.arm + 2.0 * outer * link.speed;
    sum.curvature += b.curvature + 2.0 * outer * b.angular_speed;
    sum.angular_acceleration += b.angular_acceleration + outer * b.angular_speed;
    sum.angular_speed += b.angular_speed;
    sum.speed += link.speed;
  }
  sum.acceleration = rounded_up(sum.acceleration);
  sum.curvature = rounded_up(sum.curvature);
  sum.angular_acceleration = rounded_up(sum.angular_acceleration);
  sum.angular_speed = rounded_up(sum.angular_speed);
  sum.speed = rounded_up(sum.speed);
  return sum;
}

/// With one moving part its axis is the chain's, seen through the parts outside, which stand still.
void inherit_axis(const std::vector<Link>& links, MotionBounds& bounds) {
  const auto moves = [](const Link& link) { return link.moves; };
  if (std::count_if(links.begin(), links.end(), moves) != 1) return;
  const auto mover = std::find_if(links.begin(), links.end(), moves);
  if (!mover->bounds.axis) return;
  Vec3 axis = *mover->bounds.axis;
  double error = mover->bounds.axis_error;
  for (auto link = mover; link != links.begin();) {
    --link;
    axis = times(link->middle.pose.rotation, axis);
    error = rounded_up(error + 1.001 * link->middle.rotation_error + 6.0 * kU);
  }
  bounds.axis = axis;
  bounds.axis_error = error;
}
}  // namespace

MotionBounds bounds_of(const Chain& chain, const Interval& span) {
  std::vector<Link> links = links_of(chain, span);
  const Vec3 reference = reference_of(links);
  const double middle = span.middle();
  measure(links, reference, rounded_up(std::fmax(span.hi - middle, middle - span.lo)));
  MotionBounds bounds = summed(links);
  bounds.reference = reference;
  inherit_axis(links, bounds);
  return bounds;
}

}  // namespace graze
