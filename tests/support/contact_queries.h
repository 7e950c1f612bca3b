// SPDX-License-Identifier: MIT
// Random questions of rigid first contact, by seed: everything a user's scene may contain.     [C4]
#pragma once
#include <random>
#include <string>

#include "support/ccd_oracle.h"

namespace graze::test {

/// Two moving meshes, in seconds [0, 1].
struct ContactQuery {
  OracleBody a, b;
  double tolerance = 0.0;      ///< scene units
  double size = 1.0;           ///< of the bodies, about
  bool above_rounding = true;  ///< the tolerance is well above the rounding of the coordinates
  std::string kind;            ///< of shapes and motion, for messages
};

/// Nine in ten have up to 100 triangles a body, others up to 5,000. Soups, built-in shapes, plates,
/// slivers, segments and points; scales 1e-6 to 1e6, offsets to 1e6 of the world and of the body
/// frames (at most 1e7 sizes); passes, screws, slerps, six parameters, up to 600 rad, paths, steps,
/// chains, both moving; grazing and missing by a chosen gap.
ContactQuery random_contact_query(std::mt19937_64& random);

}  // namespace graze::test
