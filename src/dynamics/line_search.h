// SPDX-License-Identifier: MIT
// How far to go along a step.                                                               [C11]
#pragma once
#include <algorithm>
#include <vector>

#include "dynamics/contact_law.h"
#include "dynamics/least_constraint.h"

namespace graze::dynamics {

/// A slope below this fraction of the first one counts as zero.
inline constexpr double kNearZero = 0.3;

/// The slope of the potential along a step, from the contacts and rows.
class Slope {
 public:
  Slope(double at_start, double growth, ContactLaw law, double compliance)
      : at_start_(at_start), growth_(growth), law_(law), compliance_(compliance) {}
  void add(const LawContact& c, const Vec3& v, const Vec3& change) {
    contacts_.push_back({&c, v, change});
  }
  void add(const SolverRow& row, double stiffness, double v, double change) {
    rows_.push_back({&row, stiffness, v, change});
  }
  double operator()(double t) const {
    double slope = at_start_ + t * growth_;
    for (const AtContact& c : contacts_) {
      slope -= force_of(*c.contact, c.v + t * c.change, law_, compliance_, nullptr).dot(c.change);
    }
    for (const AtRow& r : rows_) {
      const double free = r.stiffness * (r.row->bound - r.v - t * r.change);
      slope -= std::clamp(free, r.row->least, r.row->most) * r.change;
    }
    return slope;
  }

 private:
  struct AtContact {
    const LawContact* contact;
    Vec3 v, change;
  };
  struct AtRow {
    const SolverRow* row;
    double stiffness, v, change;
  };
  double at_start_, growth_;
  ContactLaw law_;
  double compliance_;
  std::vector<AtContact> contacts_;
  std::vector<AtRow> rows_;
};

/// The part of the step at which a rising slope is about zero: it is negative at 0 and positive at
/// 1. Alternates Illinois steps with geometric means, since the zero may be very close to 0.
double zero_of(const Slope& slope, double at_0, double at_1);

}  // namespace graze::dynamics
