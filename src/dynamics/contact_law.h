// SPDX-License-Identifier: MIT
// The impulse of a contact as a function of velocity: slightly soft, with Coulomb's law.      [C11]
#pragma once
#include "graze/math/vec.h"

namespace graze::dynamics {

enum class ContactLaw {
  kSmooth,    ///< no friction
  kCone,      ///< the nearest force in the cone for a given shift: the slope of a convex potential
  kFollowed,  ///< the force of kCone, but with the derivative for a shift that follows the slip
  kCoulomb,   ///< the law itself: the cone with the shift that belongs to the velocity
};

/// An impulse makes a contact yield by `give_n` and `give_t` (velocity per impulse), times the
/// compliance.
struct LawContact {
  Vec3 arm;  ///< from the pair's origin
  Vec3 normal;
  double bound, friction;
  double give_n, give_t;      ///< how an impulse changes the bodies' velocity there
  double shift = 0.0;         ///< kCone: the expected slip speed
  Vec3 prior = Vec3::Zero();  ///< the impulse that it gives without yielding
  Vec3 yield = Vec3::Zero();  ///< how far the prior impulse would move springs of compliance one

  void expect(const Vec3& impulse) {
    const Vec3 along = normal * normal.dot(impulse);
    prior = impulse;
    yield = give_n * along + give_t * (impulse - along);
  }
  Vec3 velocity(const Eigen::Matrix<double, 6, 1>& twist) const {
    return twist.head<3>() + twist.tail<3>().cross(arm);
  }
  /// The velocity as seen by springs that have already yielded to the prior impulse.
  Vec3 seen(const Vec3& v, double compliance) const { return v - compliance * yield; }
  /// True if the contact gives no force at the (seen) velocity v, however it slips.
  bool is_open(const Vec3& v, ContactLaw law) const {
    const bool is_cone = law == ContactLaw::kCone || law == ContactLaw::kFollowed;
    return !is_cone && !(bound - normal.dot(v) > 0.0);
  }
};

/// The negative derivative of a force with respect to the velocity.
struct Stiffness {
  Mat3 matrix = Mat3::Zero();
  bool is_symmetric = true;
};

/// The force on b at the relative velocity v. Fills in `stiffness`, which must be new, unless it is
/// null.
Vec3 force_of(const LawContact& c, const Vec3& v, ContactLaw law, double compliance,
              Stiffness* stiffness);

/// The slip speed beyond what the contact's own compliance explains.
double slip_of(const LawContact& c, const Vec3& v, double compliance);

/// How the cone's force changes when the shift becomes the slip at v.
Vec3 force_of_shift(const LawContact& c, const Vec3& v, double compliance);
/// How the slip at v grows with the velocity; zero where the contact sticks.
Vec3 slip_growth(const LawContact& c, const Vec3& v, double compliance);

/// How far a force is from Coulomb's law at this velocity, as an energy, for a contact as soft as
/// the bodies themselves.
double law_error(const LawContact& c, const Vec3& v, const Vec3& force);

}  // namespace graze::dynamics
