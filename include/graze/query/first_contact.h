// SPDX-License-Identifier: MIT
// The question: when, where and how do these moving things first touch?                       [G1]
#pragma once
#include <graze/base/budget.h>
#include <graze/contact/contact_report.h>
#include <graze/scene/scene.h>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace graze {

struct ContactOptions {
  std::optional<Interval> span;     ///< seconds; default: the scene's
  std::optional<double> tolerance;  ///< scene units, > 0; default: the scene's, else per pair
  std::optional<Method> method;     ///< default: choose_method
  std::vector<std::pair<BodyId, BodyId>> pairs;  ///< only these; default: checked_pairs(scene)
  bool all_contacts = false;                     ///< all simultaneous contacts within tolerance
  Budget budget;                                 ///< for the whole question
  int threads = 0;                               ///< 0: all cores; answers do not depend on it
  std::function<void(double done)> progress;     ///< called with 0 … 1, from one thread at a time
};

/// A pair's own answer.
struct PairReport {
  BodyId a;
  BodyId b;
  ContactReport report;
};

/// The earliest contact of all checked pairs; pairs share one bound. Without a contact: kSeparated
/// if every pair is, else kUndecided up to the earliest doubt. `a` and `b` are those of the
/// deciding pair. Throws InputError for bad options or a bad scene.
PairReport first_contact(const Scene& scene, const ContactOptions& options = {});

/// Each checked pair's own first contact, in the order of the pairs. Throws like first_contact.
std::vector<PairReport> contacts_per_pair(const Scene& scene, const ContactOptions& options = {});

}  // namespace graze
