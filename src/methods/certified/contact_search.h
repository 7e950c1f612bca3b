// SPDX-License-Identifier: MIT
// The first contact of two moving trees within one window of time.                          [C4-C7]
#pragma once
#include <optional>

#include "methods/certified/window_search.h"

namespace graze::certified {

class ProfileShortcut;
class StartContact;

class ContactSearch final : public WindowSearch {
 public:
  /// Keeps references. The shortcut is tried when the search takes long.
  ContactSearch(const WindowInput& input, WideTest test, StartContact& start,
                ProfileShortcut& shortcut, SearchMemory& memory, BudgetWatch& watch, Stats& stats);

  /// A pair of triangles that may touch early: makes a good upper bound before the search begins.
  using WindowSearch::try_first;

  const std::optional<Candidate>& contact() const { return contact_; }
  bool rest_is_free() const {
    return rest_is_free_;
  }  ///< nor is there one in the rest of the piece

 private:
  double next_look(const Look& look) override;
  bool ends_early() override;

  StartContact& start_;
  ProfileShortcut& shortcut_;
  std::optional<Candidate> contact_;
  bool rest_is_free_ = false;
};

}  // namespace graze::certified
