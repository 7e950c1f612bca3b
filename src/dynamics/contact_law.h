// SPDX-License-Identifier: MIT
// The impulse that a contact gives at a velocity: as springs of velocity, with Coulomb's law. [C11]
#pragma once
#include "graze/math/vec.h"

namespace graze::dynamics {

enum class ContactLaw {
  kSmooth,    ///< no friction
  kCone,      ///< the nearest force in the cone; the shift is given: a convex potential's slope
  kFollowed,  ///< force of the cone, with the derivative that it has if the shift follows the slip
  kCoulomb,   ///< the law itself: the cone's with the shift that belongs to the velocity
};

/// A contact gives way by `give_n` and `give_t` (velocity per impulse) times the compliance.
struct LawContact {
  Vec3 arm;  ///< from the pair's origin
  Vec3 normal;
  double bound, friction;
  double give_n, give_t;      ///< what an impulse does to the bodies' velocity
  double shift = 0.0;         ///< kCone: speed of slip that is expected
  Vec3 prior = Vec3::Zero();  ///< impulse that it gives without giving way
  Vec3 yield = Vec3::Zero();  ///< what the prior impulse does to springs of compliance one

  void expect(const Vec3& impulse) {
    const Vec3 along = normal * normal.dot(impulse);
    prior = impulse;
    yield = give_n * along + give_t * (impulse - along);
  }
  Vec3 velocity(const Eigen::Matrix<double, 6, 1>& twist) const {
    return twist.head<3>() + twist.tail<3>().cross(arm);
  }
  /// Velocity as the springs see it, that have yielded to the prior impulse.
  Vec3 seen(const Vec3& v, double compliance) const { return v - compliance * yield; }
  /// It gives no force at the velocity v (as seen), whatever it slips.
  bool is_open(const Vec3& v, ContactLaw law) const {
    const bool is_cone = law == ContactLaw::kCone || law == ContactLaw::kFollowed;
    return !is_cone && !(bound - normal.dot(v) > 0.0);
  }
};

/// Derivative of a force against the velocity, taken negative.
struct Stiffness {
  Mat3 matrix = Mat3::Zero();
  bool is_symmetric = true;
};

/// Force on b at relative velocity v. Fills in its stiffness, a fresh one, if asked for.
Vec3 force_of(const LawContact& c, const Vec3& v, ContactLaw law, double compliance,
              Stiffness* stiffness);

/// Speed of slip beyond what the contact's own compliance lets happen.
double slip_of(const LawContact& c, const Vec3& v, double compliance);

/// What a change of the shift to the slip at v does to the force of the cone.
Vec3 force_of_shift(const LawContact& c, const Vec3& v, double compliance);
/// How the slip at v grows with the velocity; zero where the contact sticks.
Vec3 slip_growth(const LawContact& c, const Vec3& v, double compliance);

/// How far a force is from what Coulomb's law says at this velocity, for a contact that gives way
/// like the bodies themselves; squared, as an energy.
double law_error(const LawContact& c, const Vec3& v, const Vec3& force);

}  // namespace graze::dynamics
