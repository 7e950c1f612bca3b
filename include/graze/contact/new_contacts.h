// SPDX-License-Identifier: MIT
// Features that touch in an animation but not in a reference pose: the answer.                 [G3]
#pragma once
#include <graze/base/id.h>
#include <graze/contact/contact_report.h>

#include <string>
#include <vector>

namespace graze {

/// Two features and when they first touch: a vertex and a face or two edges; two faces where they
/// touch or cross at the start of the span or right after a jump.
struct LinearTouch {
  Interval time{0.0, 0.0};  ///< seconds: no touch of the two before lo, one within tolerance at hi
  Contact contact;          ///< its features are the two
  double closing_speed = 0.0;  ///< at hi, along the contact's normal; > 0: they approach
};

/// The new contacts of one pair of bodies, or of one body with itself.
struct NewContacts {
  BodyId a, b;
  std::size_t known = 0;             ///< pairs of triangles that touch in the reference
  std::vector<LinearTouch> touches;  ///< new ones, by time; points in the world
  double sure_until = 0.0;           ///< complete before this time, seconds
  double tolerance = 0.0;
};

/// The touches of two parts of a scene. A part is a bone or a whole body.
struct CrossingGroup {
  std::string a, b;                         ///< "hero/hand.R", "sword"
  const NewContacts* pair = nullptr;        ///< the bodies
  std::vector<const LinearTouch*> touches;  ///< by time; at least one
};

}  // namespace graze
