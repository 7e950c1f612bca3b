// SPDX-License-Identifier: MIT
// The answer to "is every motion within a tube about the trajectory free?".                   [G6]
#pragma once
#include <graze/contact/pair_report.h>

#include <optional>
#include <utility>
#include <vector>

namespace graze {

struct TubePair {
  /// Asked with a separation that is `reach` larger than the options'. kSeparated: no motion of the
  /// tube touches. kContact: at time.hi some motion of the tube may; none does before time.lo.
  PairReport report;
  double reach = 0.0;  ///< how far the tube may bring the two together; scene units

  bool is_free() const;
};

struct TubeReport {
  std::vector<TubePair> pairs;  ///< all checked pairs
  /// The tube stays free if all its errors are multiplied by this or by less; < 1 if it is not free
  /// as asked. A lower bound, rounded down. None: the tube moves no pair, or it was not asked for.
  std::optional<double> largest_scale;
  std::optional<std::pair<BodyId, BodyId>> limiting;  ///< the pair that sets it

  bool is_free() const;
  /// Of the pairs that are not free, the one that may touch first; null if all are free.
  const TubePair* first_doubt() const;
};

}  // namespace graze
