// SPDX-License-Identifier: MIT
// The question: when, where and how do these moving things first touch?                       [G1]
#pragma once
#include <graze/base/budget.h>
#include <graze/contact/pair_report.h>
#include <graze/scene/scene.h>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace graze {

struct ContactOptions {
  std::optional<Interval> span = {};     ///< seconds; default: the scene's
  std::optional<double> tolerance = {};  ///< scene units, > 0; default: the scene's, else per pair
  double min_separation = 0.0;  ///< contact is where the distance falls to this; >= 0, scene units
  std::optional<Method> method = {};          ///< default: choose_method
  Guarantee guarantee = Guarantee::kSampled;  ///< at least this; the best that applies is used
  /// Only these; default: checked_pairs(scene). A body that deforms may be paired with itself.
  std::vector<std::pair<BodyId, BodyId>> pairs = {};
  bool self_contact = false;  ///< also check each body that deforms against itself
  bool far_pairs = true;      ///< contacts_per_pair also lists pairs whose swept boxes never meet
  bool all_contacts = false;  ///< all simultaneous contacts within tolerance
  /// For the whole question. Answers do not depend on the machine unless max_seconds or cancel
  /// ends it.
  Budget budget = {};
  int threads = 0;                                 ///< 0: all cores; answers do not depend on it
  std::function<void(double done)> progress = {};  ///< called with 0 … 1, from one thread at a time
};

/// The earliest contact of all checked pairs; pairs share one bound. Without a contact: kSeparated
/// if every pair is, else kUndecided up to the earliest doubt. `a` and `b` are those of the
/// deciding pair (meaningless for kSeparated). If several pairs touch at the same time, it is the
/// one that the broad phase lists first. Throws InputError for bad options or a bad scene.
PairReport first_contact(const Scene& scene, const ContactOptions& options = {});

/// Each checked pair's own first contact, in the order of the pairs. Throws like first_contact.
std::vector<PairReport> contacts_per_pair(const Scene& scene, const ContactOptions& options = {});

}  // namespace graze
