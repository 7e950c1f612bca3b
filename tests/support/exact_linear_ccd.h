// SPDX-License-Identifier: MIT
// The exact answer to a linear CCD query, in rational arithmetic: shares no idea with the method
// under test. Slow.
#pragma once
#include <gmpxx.h>

#include <optional>

#include "graze/methods/linear.h"

namespace graze::test {

/// An exact time: the only root of some polynomial in [lo, hi]; lo = hi if it is rational.
struct ExactTime {
  mpq_class lo;
  mpq_class hi;  ///< at most 2^-70 above lo
};

/// The first t in [0, 1] at which the stored points touch; nothing if they never do.
///
/// The set of contact times is closed, and membership of the origin in the difference polygon can
/// only change at a root of one of a few polynomials: the coplanarity cubic, the coordinates of
/// c_k x c_(k+1), and c_k . c_(k+1). Their roots are isolated with Sturm sequences, and membership
/// is decided there by exact signs.
std::optional<ExactTime> exact_first_contact(const LinearQuery& query);

/// Squared distance of the two at a rational time.
mpq_class exact_distance_sq(const LinearQuery& query, const mpq_class& t);

}  // namespace graze::test
