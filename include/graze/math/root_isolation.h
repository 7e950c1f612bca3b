// SPDX-License-Identifier: MIT
// Certified roots of a polynomial on [0, 1].                                              [C2, C5]
#pragma once
#include <graze/math/bernstein.h>

#include <vector>

namespace graze {

/// What is proved about a RootInterval.
enum class RootKind {
  kSimple,    ///< exactly one root; the polynomial changes its sign there with a nonzero slope
  kMultiple,  ///< exactly one root, at the point `where`, of known multiplicity > 1
  kTangent,   ///< two roots counted with multiplicity, or none: one extremum, at zero or next to it
  kCluster,   ///< not distinguished: between `least` and `most` roots
};

/// Where roots are. `least` and `most` bound their number in `where`, counted with multiplicity.
struct RootInterval {
  Interval where;  ///< within [0, 1]; a point if the root is known exactly
  RootKind kind = RootKind::kCluster;
  int least = 0;
  int most = 0;
};

struct RootOptions {
  /// Roots are narrowed to this width where rounding allows, and not distinguished below it.
  /// In [2^-48, 1].
  double width = 0x1p-40;
};

/// All roots in [0, 1], ascending: outside the returned intervals there are none, and they share at
/// most end points. With interval coefficients each statement holds for each polynomial inside `p`.
/// Halves until the signs of the Bernstein coefficients decide (Descartes' rule of signs); a part
/// all of whose coefficients contain zero is a cluster at once.
std::vector<RootInterval> isolate_roots(const IntervalBernstein& p,
                                        const RootOptions& options = {});

}  // namespace graze
