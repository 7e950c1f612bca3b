// SPDX-License-Identifier: MIT
#include "methods/certified/contact_search.h"

#include "methods/certified/screw_profile.h"
#include "methods/certified/start_contact.h"

namespace graze::certified {

ContactSearch::ContactSearch(const WindowInput& input, WideTest test, StartContact& start,
                             ProfileShortcut& shortcut, SearchMemory& memory, BudgetWatch& watch,
                             Stats& stats)
    : WindowSearch(input, test, memory, watch, stats), start_(start), shortcut_(shortcut) {
  pause_after_ = shortcut.due_after(input.tree_a->mesh(), input.tree_b->mesh());
}

// What is near may have been so from the start.
double ContactSearch::next_look(const Look& look) {
  const Moment& now = look.now;
  const double limit = gap_ + input_.pair.tolerance;
  if (!(look.near.distance() + look.placed.distance_error <= limit)) return apart_until(look);
  const double allowed = start_.allowed_for(look.triangles, look.placed, now, hi_ - now.t);
  const double next = later(now, allowed);
  if (next > now.t) return next;
  if (watch_.exhausted()) return stop(why_undecided(watch_.limit()));
  contact_ = look.candidate;
  return hi_ = now.t;
}

// Whatever waits is apart up to `sure_until_`.
bool ContactSearch::ends_early() {
  const TriangleMesh& a = input_.tree_a->mesh();
  const TriangleMesh& b = input_.tree_b->mesh();
  if (contact_) return false;
  const Interval rest{sure_until_, input_.piece.hi};
  rest_is_free_ = shortcut_.proves({&a, &b, input_.pair, rest}, stats_);
  pause_after_ = shortcut_.due_after(a, b);
  return rest_is_free_;
}

}  // namespace graze::certified
