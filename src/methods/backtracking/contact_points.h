// SPDX-License-Identifier: MIT
// From elements that met at an instant to contacts.                                       [K5, K6]
#pragma once
#include <vector>

#include "graze/contact/contact_report.h"
#include "methods/backtracking/element.h"

namespace graze::backtracking {

struct ContactLimits {
  double distance = 0.0;   ///< of the two points, scene units
  double violation = 0.0;  ///< how far features may reach over the contact's plane, a sine
  /// What violates more is left out; else it is left out only if there is something better.
  bool is_strict = false;
};

/// In a's frame at the placement's instant; vertices off their face, edges that do not meet, faces
/// met from the rear and repetitions are left out.
std::vector<Contact> contacts_of(const std::vector<Element>& elements, Placement& placement,
                                 const ContactLimits& limits);

}  // namespace graze::backtracking
