// SPDX-License-Identifier: MIT
// Question   Does one plane keep two moving bodies apart during a whole step?                  [K8]
// Source     docs/methods/backtracking.md, section 5; search by Gilbert 1966 (Frank-Wolfe) on the
//            difference of the bodies at both ends of the step.
// Guarantee  A direction that is returned is a proof. None proves nothing.
// Changed    The paper has no swept test; its coherence (section 4.4) is the remembered direction.
#include "methods/backtracking/separating_plane.h"

#include <array>
#include <cmath>

#include "graze/motion/common_pieces.h"
#include "methods/backtracking/support.h"

namespace graze::backtracking {
namespace {
constexpr int kMostIterations = 12;
constexpr int kMostOverlaps = 3;  // iterations with overlapping shadows before giving up

/// One body at both ends of the step, and how far its points may be from the straight way between.
class SweptBody {
 public:
  SweptBody(const BacktrackingBody& body, const Motion& piece, const Interval& span)
      : tree_(body.tree), states_{state_at(piece, span.lo), state_at(piece, span.hi)} {
    const Box& root = tree_.nodes()[0].box;
    const MotionBounds bounds = bounds_over(piece, span);
    const double reach = (root.centre - bounds.reference).norm() + root.radius();
    const double width = span.width();
    // n . p(t) is within M width^2 / 8 of the chord between its end values, M >= |n . p''|. The
    // factor covers the length of n (1 up to rounding) and the few roundings of this line.
    bend_ = (1.0 + 1e-9) * (bounds.acceleration + bounds.curvature * reach) * width * width / 8.0;
    radius_ = (1.0 + 1e-9) * (root.centre.norm() + root.radius());
  }

  double bend() const { return bend_; }

  /// No less than the true largest n . p at that end; 16 roundings of the terms' size cover the two
  /// products.
  double error(std::size_t end) const {
    const MotionState& s = states_[end];
    const double size = radius_ + s.pose.translation.lpNorm<1>();
    return 1.01 * (s.rotation_error * radius_ + s.translation_error) + 32.0 * 0x1p-53 * size;
  }

  Vec3 local(std::size_t end, const Vec3& n) const {
    return transpose_times(states_[end].pose.rotation, n);
  }
  Vec3 farthest(std::size_t end, const Vec3& n) const {
    return states_[end].pose * support(tree_, local(end, n)).point;
  }
  double box_highest(std::size_t end, const Vec3& n) const {
    return box_support(tree_, local(end, n)) + n.dot(states_[end].pose.translation) + error(end);
  }
  Vec3 centre(std::size_t end) const { return states_[end].pose * tree_.nodes()[0].box.centre; }
  Vec3 axis(std::size_t end, int k) const {
    return times(states_[end].pose.rotation, Vec3(tree_.nodes()[0].box.axes.col(k)));
  }

 private:
  const ObbTree& tree_;
  std::array<MotionState, 2> states_;
  double bend_ = 0.0;
  double radius_ = 0.0;
};

/// The vertices that decide a direction: their difference b - a at the end of the step where it is
/// least, and the gap that is proved by it for the whole step.
struct Gap {
  double proved = 0.0;
  Vec3 difference = Vec3::Zero();
};

class PlaneSearch {
 public:
  PlaneSearch(const SweptBody& a, const SweptBody& b, Stats& stats, BacktrackingWork& work)
      : a_(a), b_(b), bend_(a.bend() + b.bend()), stats_(stats), work_(work) {}

  std::optional<Vec3> run(const std::optional<Vec3>& likely) {
    if (likely && (box_gap(*likely) > 0.0 || gap_along(*likely).proved > 0.0)) return likely;
    if (const auto axis = box_axis()) return axis;
    return search();
  }

 private:
  /// The roots' boxes alone: constant cost, whatever the number of triangles.
  std::optional<Vec3> box_axis() const {
    for (int k = 0; k < 7; ++k) {
      Vec3 n = k == 6 ? between() : (k < 3 ? a_.axis(1, k) : b_.axis(1, k - 3));
      if (n.dot(between()) < 0.0) n = -n;
      ++stats_.box_tests;
      if (n.squaredNorm() > 0.25 && box_gap(n) > 0.0) return n;
    }
    return std::nullopt;
  }

  Vec3 between() const {
    const Vec3 way = b_.centre(1) - a_.centre(1);
    const double length = way.norm();
    return length > 0.0 ? Vec3(way / length) : Vec3(Vec3::Zero());
  }

  double box_gap(const Vec3& n) const {
    const auto at = [&](std::size_t end) {
      return -b_.box_highest(end, -n) - a_.box_highest(end, n);
    };
    return std::min(at(0), at(1)) - bend_;
  }

  Gap gap_along(const Vec3& n) {
    Gap gap{kInfinity, Vec3::Zero()};
    for (std::size_t end = 0; end < 2; ++end) {
      const Vec3 difference = b_.farthest(end, -n) - a_.farthest(end, n);
      const double value = n.dot(difference) - a_.error(end) - b_.error(end) - bend_;
      work_.support_queries += 2;
      if (value < gap.proved) gap = {value, difference};
    }
    return gap;
  }

  /// y walks to the point of the difference that is nearest to zero; its direction is the best
  /// there is.
  std::optional<Vec3> search() {
    Vec3 y = b_.centre(1) - a_.centre(1);
    int overlaps = 0;
    for (int i = 0; i < kMostIterations; ++i) {
      const double length = y.norm();
      if (!(length > 0.0)) return std::nullopt;
      const Vec3 n = y / length;
      const Gap gap = gap_along(n);
      if (gap.proved > 0.0) return n;
      if (gap.difference.dot(n) <= 0.0 && ++overlaps > kMostOverlaps) return std::nullopt;
      const Vec3 way = gap.difference - y;
      if (-y.dot(way) <= 1e-2 * y.squaredNorm()) return std::nullopt;  // no better direction
      y += std::min(1.0, -y.dot(way) / way.squaredNorm()) * way;
    }
    return std::nullopt;
  }

  const SweptBody& a_;
  const SweptBody& b_;
  double bend_;
  Stats& stats_;
  BacktrackingWork& work_;
};
}  // namespace

std::optional<Vec3> separating_direction(const BacktrackingBody& a, const BacktrackingBody& b,
                                         const Interval& span, const std::optional<Vec3>& likely,
                                         Stats& stats, BacktrackingWork& work) {
  if (!a.motion.has_bounds() || !b.motion.has_bounds()) return std::nullopt;
  const auto pieces = common_pieces(a.motion, b.motion, span);
  if (pieces.size() != 1) return std::nullopt;
  stats.poses += 4;
  const SweptBody swept_a(a, pieces[0].motion_a, span), swept_b(b, pieces[0].motion_b, span);
  return PlaneSearch(swept_a, swept_b, stats, work).run(likely);
}

}  // namespace graze::backtracking
