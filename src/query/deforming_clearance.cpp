// SPDX-License-Identifier: MIT
// Question   How near do two bodies come, one of which deforms?                                [C9]
// Source     Bisection over distances to keep: each is kept throughout, or there is an instant.
// Guarantee  That of the linear method: at no instant are the bodies nearer than the lower end.
// Changed    -
#include "query/deforming_clearance.h"

#include <algorithm>

namespace graze::query {
namespace {
Vec3 first_corner(const MovingShape& moving, double t) {
  const Vec3 p = shape_at(moving.shape, moving.deformation, t).mesh().corners(0)[0];
  return pose_at(moving.frame_from_shape, t) * p;
}

class DistanceSearch {
 public:
  DistanceSearch(const PairQuestion& question, double share) : question_(question), share_(share) {
    question_.tolerance = 0.25 * question.tolerance;  // two asks make the ends of the bracket
  }

  Clearance run() {
    start_far();
    narrow(0.0);
    while (!is_decided() && !is_narrow()) narrow(middle());
    if (found_.outcome == Outcome::kSeparated && found_.distance.lo <= 0.0)
      found_.outcome = Outcome::kContact;
    found_.closest.distance = found_.distance.hi;
    return found_;
  }

 private:
  /// Any two points bound the distance from above.
  void start_far() {
    const Vec3 a = first_corner(question_.a, question_.span.lo);
    const Vec3 b = first_corner(question_.b, question_.span.lo);
    found_.time = question_.span.lo;
    found_.closest.point_a = a;
    found_.closest.point_b = b;
    found_.closest.point = 0.5 * (a + b);
    if (a != b) found_.closest.normal = (b - a).normalized();
    const double slack = 4.0 * question_.tolerance;  // roundings of positions are below this
    const double grown = question_.a.growth + question_.b.growth;
    found_.distance = {0.0, std::max(0.0, (b - a).norm() - grown) + slack};
  }

  void narrow(double separation) {
    PairQuestion asked = question_;
    asked.min_separation = separation;
    asked.budget.max_tests -= std::min(asked.budget.max_tests, tests());
    const ContactReport report = graze::answer(asked, {Method::kLinear, Guarantee::kProved});
    found_.stats += report.stats;
    if (report.outcome == Outcome::kSeparated) {
      found_.distance.lo = separation;
      return;
    }
    if (report.outcome == Outcome::kUndecided ||
        (report.outcome == Outcome::kOverlapAtStart && separation == 0.0)) {
      found_.outcome = report.outcome;
    }
    if (report.outcome == Outcome::kOverlapAtStart && separation == 0.0) found_.distance = {0, 0};
    if (report.outcome == Outcome::kUndecided) return;
    const double reached = report.outcome == Outcome::kOverlapAtStart
                               ? separation
                               : round_up(separation + report.tolerance);
    found_.distance.hi = std::min(found_.distance.hi, reached);
    found_.time = report.time.hi;
    if (!report.contacts.empty()) found_.closest = report.contacts.front();
    if (separation == 0.0) is_touching_ = true;
  }

  bool is_decided() const { return is_touching_ || found_.outcome != Outcome::kSeparated; }
  bool is_narrow() const {
    const double width = std::max(4.0 * question_.tolerance, share_ * found_.distance.hi);
    return found_.distance.hi - found_.distance.lo <= width;
  }
  double middle() const { return 0.5 * (found_.distance.lo + found_.distance.hi); }
  std::uint64_t tests() const { return found_.stats.box_tests + found_.stats.triangle_tests; }

  PairQuestion question_;
  double share_;
  Clearance found_;
  bool is_touching_ = false;
};
}  // namespace

Clearance deforming_clearance(const PairQuestion& question, double share) {
  return DistanceSearch(question, share).run();
}

}  // namespace graze::query
