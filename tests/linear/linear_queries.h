// SPDX-License-Identifier: MIT
// Random linear queries: families that have been hard for methods of this kind.
#pragma once
#include <random>
#include <string>

#include "graze/methods/linear.h"

namespace graze::test {

enum class QueryFamily {
  kGeneric,    ///< coordinates in [-1, 1]
  kGrid,       ///< small integers: exact contacts, parallel edges, zero lengths, all coplanar
  kFlat,       ///< everything in the plane z = 0
  kLine,       ///< everything on one line
  kSlow,       ///< small motion about the place of a contact
  kNearMiss,   ///< a contact, moved apart by 1e-12 to 1e-4
  kSliver,     ///< features of length 1 and width 1e-12 to 1e-6
  kFarAway,    ///< offset by up to 1e6, rounded there
  kScaled,     ///< sizes 1e-6 to 1e6
  kGliding,    ///< keeps a distance of 1e-7 to 1e-5 while it turns
  kOneMoving,  ///< three points at rest
};

LinearQuery random_query(QueryFamily family, LinearKind kind, std::mt19937_64& random);

/// The same question with the edges exchanged, or the triangle's corners rotated.
LinearQuery swapped(const LinearQuery& query);
LinearQuery reversed(const LinearQuery& query);

/// Seventeen digits, for messages.
std::string describe(const LinearQuery& query);

}  // namespace graze::test
