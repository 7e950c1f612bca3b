// SPDX-License-Identifier: MIT
// Question   Which force does a contact give at a relative velocity?
// Source     Alart, Curnier 1991; the shift that makes Coulomb's law a projection: de Saxce, Feng
//            1998; convex problems with the shift of the last solution: Acary et al. 2011.
// Guarantee  With the shift that slip_of gives at v, cone and Coulomb's law give the same force.
// Changed    Contacts are compliant: the elastic part of a slip does not count as slip.
#include "dynamics/contact_law.h"

#include <algorithm>

namespace graze::dynamics {
namespace {
struct Slip {
  Vec3 along = Vec3::Zero();  // unit
  double speed = 0.0;

  Slip(const Vec3& normal, const Vec3& v) {
    const Vec3 slip = v - normal * normal.dot(v);
    speed = slip.norm();
    if (speed > 0.0) along = slip / speed;
  }
};

Mat3 across(const Vec3& n) { return Mat3::Identity() - n * n.transpose(); }

// The force without slip: springs along and across the normal.
Vec3 sticking_force(const LawContact& c, const Slip& slip, double normal, double stiff_n,
                    double stiff_t, Stiffness* stiffness) {
  if (stiffness) {
    stiffness->matrix = stiff_n * c.normal * c.normal.transpose() + stiff_t * across(c.normal);
  }
  return normal * c.normal - stiff_t * slip.speed * slip.along;
}

// A force on the surface of the cone. `fall` is the rate at which its normal part falls with the
// velocity.
Vec3 slipping_force(const LawContact& c, const Slip& slip, double normal, const Vec3& fall,
                    Stiffness* stiffness) {
  const Vec3 direction = c.normal - c.friction * slip.along;
  if (stiffness) {
    stiffness->matrix =
        direction * fall.transpose() +
        normal * c.friction / slip.speed * (across(c.normal) - slip.along * slip.along.transpose());
  }
  return normal * direction;
}
}  // namespace

Vec3 force_of(const LawContact& c, const Vec3& v, ContactLaw law, double compliance,
              Stiffness* stiffness) {
  const double soft_n = compliance * c.give_n, soft_t = compliance * c.give_t;
  const double lack = c.bound - c.normal.dot(v);
  if (law == ContactLaw::kSmooth || c.friction == 0.0) {
    if (!(lack > 0.0)) return Vec3::Zero();
    if (stiffness) stiffness->matrix = c.normal * c.normal.transpose() / soft_n;
    return lack / soft_n * c.normal;
  }
  const Slip slip(c.normal, v);
  const bool is_cone = law != ContactLaw::kCoulomb;
  const double push = (is_cone ? lack - c.friction * c.shift : lack) / soft_n;
  if (slip.speed <= c.friction * push * soft_t) {
    if (!(push > 0.0)) return Vec3::Zero();
    return sticking_force(c, slip, push, 1.0 / soft_n, 1.0 / soft_t, stiffness);
  }
  if (stiffness) stiffness->is_symmetric = law == ContactLaw::kCone;
  if (!is_cone) {
    if (!(push > 0.0)) return Vec3::Zero();
    return slipping_force(c, slip, push, c.normal / soft_n, stiffness);
  }
  const double soft = soft_n + c.friction * c.friction * soft_t;
  const double normal = (soft_n * push + c.friction * slip.speed) / soft;
  if (!(normal > 0.0)) return Vec3::Zero();
  const double follows = law == ContactLaw::kCone ? c.friction : 0.0;
  return slipping_force(c, slip, normal, (c.normal - follows * slip.along) / soft, stiffness);
}

namespace {
// The state of a contact under kCone, with the same cases as in force_of.
enum class ConeState { kOpen, kSticks, kSlips };

ConeState cone_state(const LawContact& c, const Slip& slip, const Vec3& v, double compliance) {
  const double soft_n = compliance * c.give_n, soft_t = compliance * c.give_t;
  const double lack = c.bound - c.normal.dot(v) - c.friction * c.shift;
  if (slip.speed * soft_n <= c.friction * lack * soft_t) {
    return lack > 0.0 ? ConeState::kSticks : ConeState::kOpen;
  }
  return lack + c.friction * slip.speed > 0.0 ? ConeState::kSlips : ConeState::kOpen;
}
}  // namespace

double slip_of(const LawContact& c, const Vec3& v, double compliance) {
  const Slip slip(c.normal, v);
  if (cone_state(c, slip, v, compliance) == ConeState::kSticks) return 0.0;
  const double normal = c.normal.dot(force_of(c, v, ContactLaw::kCone, compliance, nullptr));
  return std::max(0.0, slip.speed - c.friction * normal * compliance * c.give_t);
}

Vec3 force_of_shift(const LawContact& c, const Vec3& v, double compliance) {
  const double soft_n = compliance * c.give_n, soft_t = compliance * c.give_t;
  const double change = c.friction * (slip_of(c, v, compliance) - c.shift);
  const Slip slip(c.normal, v);
  switch (cone_state(c, slip, v, compliance)) {
    case ConeState::kOpen:
      return Vec3::Zero();
    case ConeState::kSticks:
      return -change / soft_n * c.normal;
    case ConeState::kSlips:
      break;
  }
  return -change / (soft_n + c.friction * c.friction * soft_t) *
         (c.normal - c.friction * slip.along);
}

Vec3 slip_growth(const LawContact& c, const Vec3& v, double compliance) {
  const Slip slip(c.normal, v);
  const bool slips = cone_state(c, slip, v, compliance) == ConeState::kSlips;
  return slips ? slip.along : Vec3(Vec3::Zero());
}

double law_error(const LawContact& c, const Vec3& v, const Vec3& force) {
  // Springs of compliance one that carry this force have yielded to it: they see less velocity.
  const Vec3 along = c.normal * c.normal.dot(force), side = force - along;
  LawContact here = c;
  here.shift = Slip(c.normal, v).speed;
  const Vec3 seen = v - c.give_n * along - c.give_t * side;
  const Vec3 wrong = force - force_of(here, seen, ContactLaw::kCone, 1.0, nullptr);
  const double wrong_n = c.normal.dot(wrong);
  return c.give_n * wrong_n * wrong_n + c.give_t * (wrong - wrong_n * c.normal).squaredNorm();
}

}  // namespace graze::dynamics
