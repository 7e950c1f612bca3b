// SPDX-License-Identifier: MIT
// A random question of two bodies, and what quadruple precision says about answers to it.
#pragma once
#include <string>

#include "attack/recipe.h"
#include "graze/contact/certificate.h"
#include "graze/contact/clearance.h"
#include "graze/contact/contact_report.h"
#include "graze/geometry/triangle_mesh.h"

namespace graze::attack {

struct AttackQuestion {
  TriangleMesh mesh_a, mesh_b;
  Recipe motion_a, motion_b;
  Interval span;
  double tolerance = 1e-6;
  double min_separation = 0.0;
  double growth_a = 0.0, growth_b = 0.0;  ///< a ball of this radius at every point of the mesh
  bool is_chain = false;  ///< ask with the outer part of b's motion as a parent body
  double slack = 0.0;     ///< of lengths: motions are stored in doubles

  /// The meshes nearer than this is a contact.
  double least() const { return min_separation + growth_a + growth_b; }
};

/// Bodies that graze, miss or meet by little at some instant: any, a knot, or an end of the span;
/// one inside the other; or resting on each other at the start, to slide, lift, land, tip or press.
AttackQuestion random_question(std::mt19937_64& random);

/// The same question of a scene that differs in one thing: a place, a corner, a growth, a motion.
AttackQuestion changed(AttackQuestion question, std::mt19937_64& random);

/// Looks at instants of the span, most of them where the bodies are near each other.
class Truth {
 public:
  explicit Truth(const AttackQuestion& question);

  /// What contradicts the report; empty if nothing was found.
  std::string contradiction(const ContactReport& report) const;
  std::string contradiction(const Clearance& clearance) const;
  /// Of a claim that a checker accepted.
  std::string contradiction(const PairProof& claim) const;
  /// An instant at which the bodies certainly meet, of those outside of all stretches.
  std::string meeting_outside(const std::vector<Interval>& stretches) const;

  bool meets() const;  ///< at some instant that was looked at

 private:
  struct Instant {
    double t = 0.0;
    double distance = 0.0;    ///< of the meshes, nearly; 0 where one is inside the other, a solid
    bool is_meeting = false;  ///< certainly: nearer than least(), crossing, or inside
  };

  void look_at(double t);
  void refine(double lo, double hi);
  std::string meeting_before(double t) const;
  std::string landing_after_a_flight() const;
  std::string pressing() const;

  const AttackQuestion& question_;
  std::vector<Instant> instants_;  // ascending
};

}  // namespace graze::attack
