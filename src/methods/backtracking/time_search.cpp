// SPDX-License-Identifier: MIT
// Question   When did the first of many elements come through the other body's surface?        [K4]
// Source     Zachwieja 1992, section 3.5.
// Guarantee  The elements of the result are free at the bracket's lower end and behind at its upper
//            end; lists that are dropped are later by more than epsilon.
// Changed    -
#include "methods/backtracking/time_search.h"

#include <algorithm>

namespace graze::backtracking {
namespace {
class TimeSearch {
 public:
  TimeSearch(const SearchLimits& limits, Placement& placement, const ContactMaker& contacts_of,
             const BacktrackingOptions& options, BudgetWatch& watch, BacktrackingWork& work)
      : limits_(limits),
        placement_(placement),
        contacts_of_(contacts_of),
        options_(options),
        watch_(watch),
        work_(work) {}

  SearchResult run(const Suspended& all) {
    stack_.push_back(all);
    while (!stack_.empty() && !watch_.exhausted()) {
      Suspended current = std::move(stack_.back());
      stack_.pop_back();
      // The stack is in order of time: what is below is later still.
      if (has_event() && current.bracket.lo > result_.bracket.hi + limits_.epsilon) break;
      while (is_wide(current.bracket) && !watch_.exhausted()) halve(current);
      accept(current);
    }
    return std::move(result_);
  }

 private:
  bool has_event() const { return !result_.contacts.empty(); }

  bool is_wide(const Interval& bracket) const {
    const double middle = bracket.middle();
    return bracket.hi - bracket.lo > limits_.width && bracket.lo < middle && middle < bracket.hi;
  }

  /// Those behind at the middle go on to the earlier half, the others wait. If none is behind, all
  /// go on to the later half: the lower end is always in front.
  void halve(Suspended& current) {
    watch_.spend();
    const double middle = current.bracket.middle();
    const std::uint64_t transforms = placement_.transforms(), uses = placement_.vertex_uses();
    placement_.move_to(middle);
    const std::size_t count = current.elements.size();
    const auto split =
        std::stable_partition(current.elements.begin(), current.elements.end(),
                              [this](Element& element) { return is_behind(element, placement_); });
    const auto behind = static_cast<std::size_t>(split - current.elements.begin());
    if (behind == 0) {
      current.bracket.lo = middle;
    } else {
      suspend({{split, current.elements.end()}, {middle, current.bracket.hi}});
      current.elements.erase(split, current.elements.end());
      current.bracket.hi = middle;
    }
    record({middle, count, behind, placement_.vertex_uses() - uses,
            placement_.transforms() - transforms});
  }

  void suspend(Suspended later) {
    if (later.elements.empty()) return;
    stack_.push_back(std::move(later));
    ++work_.suspended_lists;
  }

  void record(const BacktrackingIteration& iteration) {
    ++work_.iterations;
    work_.transforms += iteration.transforms;
    if (options_.trace) options_.trace(iteration);
  }

  void accept(const Suspended& found) {
    const Interval bracket = has_event() ? result_.bracket : found.bracket;
    placement_.move_to(bracket.hi);
    std::vector<Contact> contacts = contacts_of_(found.elements, placement_, !has_event());
    if (contacts.empty()) return;
    result_.bracket = bracket;
    result_.contacts.insert(result_.contacts.end(), contacts.begin(), contacts.end());
  }

  SearchLimits limits_;
  Placement& placement_;
  const ContactMaker& contacts_of_;
  const BacktrackingOptions& options_;
  BudgetWatch& watch_;
  BacktrackingWork& work_;
  std::vector<Suspended> stack_;
  SearchResult result_;
};
}  // namespace

SearchResult search_time(const Suspended& all, const SearchLimits& limits, Placement& placement,
                         const ContactMaker& contacts_of, const BacktrackingOptions& options,
                         BudgetWatch& watch, BacktrackingWork& work) {
  return TimeSearch(limits, placement, contacts_of, options, watch, work).run(all);
}

}  // namespace graze::backtracking
