// SPDX-License-Identifier: MIT
// One binary search in time over all elements at once; later ones wait on a stack.            [K4]
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "graze/base/budget.h"
#include "methods/backtracking/element.h"

namespace graze::backtracking {

struct SearchLimits {
  double width = 0.0;    ///< a bracket this narrow is an instant; seconds
  double epsilon = 0.0;  ///< contacts nearer in time than this are one event; seconds
};

/// Elements that are free at bracket.lo and behind at bracket.hi.
struct Suspended {
  std::vector<Element> elements;
  Interval bracket;
};

struct SearchResult {
  Interval bracket;               ///< of the event
  std::vector<Contact> contacts;  ///< at bracket.hi, in a's frame; empty: no element led to one
};

/// Makes contacts of elements at the placement's instant: of those that led to the event
/// (is_first), or of later ones that may join it. An element that leads to none is left out.
using ContactMaker = std::function<std::vector<Contact>(const std::vector<Element>&,
                                                        Placement& placement, bool is_first)>;

/// All elements must be free at span.lo and behind at span.hi.
SearchResult search_time(const Suspended& all, const SearchLimits& limits, Placement& placement,
                         const ContactMaker& contacts_of, const BacktrackingOptions& options,
                         BudgetWatch& watch, BacktrackingWork& work);

}  // namespace graze::backtracking
