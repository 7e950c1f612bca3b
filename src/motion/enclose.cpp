// SPDX-License-Identifier: MIT
// Question   Where can a point, a box, a frame be during a span?                               [C2]
// Source     Redon, Kheddar, Coquillart 2002, section 3.2, for the interval form; the second form
//            is the chord between the ends, grown by sup |x''| D^2 / 8.
// Guarantee  Both contain the truth, rounding included; so does what they have in common.
// Changed    The second form, whose excess is of second order in the span.
#include <cmath>

#include "motion/node.h"
#include "motion/pieces.h"
#include "motion/rounding.h"

namespace graze {
namespace {
/// What is needed at both ends of a smooth piece to bound all between.
struct Chord {
  MotionState ends[2];
  MotionBounds bounds;
  double eighth = 0.0;  // >= D^2 / 8
};

Chord chord_of(const Motion& motion, const Interval& span) {
  const double width = span.width();
  return {{state_at(motion, span.lo), state_at(motion, span.hi)},
          bounds_over(motion, span),
          rounded_up(0.125 * width * width)};
}

double length_of(double x, double y) { return std::sqrt(x * x + y * y); }

/// The chord alone is tighter than intervals below this angle (its excess is angle^2 / 8 of the
/// arm, theirs a share of the angle), and much cheaper.
bool is_short(const Chord& chord, const Interval& span) {
  return chord.bounds.angular_speed * span.width() < 0.25;
}

/// >= |x''| D^2 / 8 along each world axis, for all body points within `radius` of p.
Vec3 bend(const Chord& chord, const Vec3& p, double radius) {
  const MotionBounds& b = chord.bounds;
  const Vec3 arm = p - b.reference;
  const double slack = 1e-14 * (size_of(p) + size_of(b.reference));
  if (!b.axis) {
    const double size = b.acceleration + b.curvature * (arm.norm() + radius + slack);
    return Vec3::Constant(rounded_up(size * chord.eighth));
  }
  const Vec3 axis_body = transpose_times(chord.ends[0].pose.rotation, *b.axis);
  const double off = b.axis_error + chord.ends[0].rotation_error;
  const double distance = axis_body.cross(arm).norm() + radius + slack + 2.0 * off * size_of(arm);
  Vec3 sizes;
  for (int k = 0; k < 3; ++k) {
    const double across = length_of((*b.axis)[(k + 1) % 3], (*b.axis)[(k + 2) % 3]);
    const double size = b.acceleration + (across + b.axis_error) * b.curvature * distance;
    sizes[k] = rounded_up(size * chord.eighth);
  }
  return sizes;
}

Interval in_both(const Interval& a, const Interval& b) {
  return intersection(a, b).value_or(a);  // never apart unless a custom motion is wrong
}
IntervalVec3 in_both(const IntervalVec3& a, const IntervalVec3& b) {
  return {in_both(a.x, b.x), in_both(a.y, b.y), in_both(a.z, b.z)};
}
IntervalMat3 in_both(const IntervalMat3& a, const IntervalMat3& b) {
  return {in_both(a.rows[0], b.rows[0]), in_both(a.rows[1], b.rows[1]),
          in_both(a.rows[2], b.rows[2])};
}

IntervalPose in_both(const IntervalPose& a, const IntervalPose& b) {
  return {in_both(a.rotation, b.rotation), in_both(a.translation, b.translation)};
}

/// Contains the real place of p and all points within `half` of it along the world axes.
IntervalVec3 around(const MotionState& state, const Vec3& p, const Vec3& half) {
  const Vec3 x = state.pose * p;
  const double error = rounded_up(state.rotation_error * size_of(p) + state.translation_error +
                                  4.1 * kU * (size_of(p) + size_of(state.pose.translation)));
  IntervalVec3 place;
  for (int k = 0; k < 3; ++k) place[k] = inflated(x[k], rounded_up(error + half[k]));
  return place;
}

IntervalVec3 grown_by(const IntervalVec3& v, const Vec3& by) {
  return {inflated(v.x, by.x()), inflated(v.y, by.y()), inflated(v.z, by.z())};
}

/// Half the extent of a box along the world axes at an end.
Vec3 extent(const MotionState& state, const Box& box) {
  const Mat3 axes = times(state.pose.rotation, box.axes);
  const double error = (1.01 * state.rotation_error + 10.0 * kU) * size_of(box.half_size);
  Vec3 half;
  for (int k = 0; k < 3; ++k)
    half[k] = rounded_up(size_of(axes.row(k).transpose().cwiseProduct(box.half_size)) + error);
  return half;
}

double radius_of(const Box& box) { return rounded_up(1.000001 * box.radius()); }

IntervalPose by_chord(const Chord& chord) {
  IntervalPose pose;
  const double turn_bend = rounded_up(chord.bounds.curvature * chord.eighth);
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      const auto entry = [&](const MotionState& end) {
        return inflated(end.pose.rotation(row, column), rounded_up(end.rotation_error + turn_bend));
      };
      pose.rotation(row, column) = hull(entry(chord.ends[0]), entry(chord.ends[1]));
    }
  }
  const Vec3 none = Vec3::Zero();
  pose.translation =
      grown_by(hull(around(chord.ends[0], none, none), around(chord.ends[1], none, none)),
               bend(chord, none, 0.0));
  return pose;
}

IntervalPose plain_pose(const Motion& motion, const Interval& span) {
  return std::visit([&](const auto& form) { return pose_over(form, span); }, motion.node().form);
}

IntervalVec3 plain_point(const Motion& motion, const Interval& span, const Vec3& p) {
  return std::visit([&](const auto& form) { return point_over(form, span, p); },
                    motion.node().form);
}

IntervalVec3 plain_box(const Motion& motion, const Interval& span, const Box& box) {
  const IntervalMat3 rotation = plain_pose(motion, span).rotation;
  IntervalVec3 place = plain_point(motion, span, box.centre);
  for (int k = 0; k < 3; ++k) {
    const IntervalVec3 axis = box.half_size[k] * (rotation * Vec3(box.axes.col(k)));
    place = grown_by(place, {axis.x.magnitude(), axis.y.magnitude(), axis.z.magnitude()});
  }
  return place;
}

/// By the chord, and by intervals where they may add something.
template <typename Plain, typename ByChord>
auto smooth(const Motion& motion, const Interval& span, const Plain& plain, const ByChord& second) {
  if (!motion.has_bounds()) return plain();
  const Chord chord = chord_of(motion, span);
  return is_short(chord, span) ? second(chord) : in_both(plain(), second(chord));
}

IntervalPose smooth_pose(const Motion& motion, const Interval& span) {
  return smooth(
      motion, span, [&] { return plain_pose(motion, span); }, by_chord);
}

IntervalVec3 smooth_point(const Motion& motion, const Interval& span, const Vec3& p) {
  const auto second = [&](const Chord& chord) {
    const Vec3 none = Vec3::Zero();
    const IntervalVec3 ends = hull(around(chord.ends[0], p, none), around(chord.ends[1], p, none));
    return grown_by(ends, bend(chord, p, 0.0));
  };
  return smooth(
      motion, span, [&] { return plain_point(motion, span, p); }, second);
}

IntervalVec3 smooth_box(const Motion& motion, const Interval& span, const Box& box) {
  const auto second = [&](const Chord& chord) {
    const auto end = [&](const MotionState& s) { return around(s, box.centre, extent(s, box)); };
    return grown_by(hull(end(chord.ends[0]), end(chord.ends[1])),
                    bend(chord, box.centre, radius_of(box)));
  };
  return smooth(
      motion, span, [&] { return plain_box(motion, span, box); }, second);
}

IntervalVec3 hull_of(const IntervalVec3& a, const IntervalVec3& b) { return hull(a, b); }

/// A loop that turns more than twice during the span is everywhere on its way: one turn is enough.
Interval shortened(const Motion& motion, const Interval& span) {
  const Interval domain = motion.domain();
  const auto* track = std::get_if<Track>(&motion.node().form);
  if (!track || track->outside != Outside::kLoop) return span;
  return span.hi - span.lo > 3.0 * (domain.hi - domain.lo) ? Interval(domain.lo, domain.hi) : span;
}

/// Each smooth piece on its own, then their hull.
template <typename Enclose>
auto enclosed(const Motion& motion, const Interval& asked, const Enclose& enclose) {
  if (is_smooth_on(motion, asked)) return enclose(motion, asked);
  const Interval span = shortened(motion, asked);
  const std::vector<SmoothPiece> pieces = smooth_pieces(motion, span);
  auto all = enclose(pieces[0].motion, pieces[0].span);
  for (std::size_t k = 1; k < pieces.size(); ++k)
    all = hull_of(all, enclose(pieces[k].motion, pieces[k].span));
  return all;
}
}  // namespace

IntervalPose hull_of(const IntervalPose& a, const IntervalPose& b) {
  return {
      {hull(a.rotation.rows[0], b.rotation.rows[0]), hull(a.rotation.rows[1], b.rotation.rows[1]),
       hull(a.rotation.rows[2], b.rotation.rows[2])},
      hull(a.translation, b.translation)};
}
IntervalPose enclose_pose(const Motion& motion, const Interval& span) {
  return enclosed(motion, span, smooth_pose);
}

IntervalVec3 enclose_point(const Motion& motion, const Interval& span, const Vec3& p_body) {
  return enclosed(motion, span, [&](const Motion& piece, const Interval& part) {
    return smooth_point(piece, part, p_body);
  });
}

IntervalVec3 enclose_box(const Motion& motion, const Interval& span, const Box& box_body) {
  return enclosed(motion, span, [&](const Motion& piece, const Interval& part) {
    return smooth_box(piece, part, box_body);
  });
}

}  // namespace graze
