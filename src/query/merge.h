// SPDX-License-Identifier: MIT
// Many pairs' answers become one.
#pragma once
#include <vector>

#include "graze/query/first_contact.h"

namespace graze::query {

/// Takes pairs' reports in a fixed order and keeps the earliest contact and the earliest doubt.
class EarliestContact {
 public:
  explicit EarliestContact(const Interval& span) : span_(span) {}

  void add(const PairReport& pair);

  /// No later contact matters: pairs need not be searched beyond.
  double bound() const;
  /// The span's start is reached: nothing can be earlier.
  bool is_final() const { return contact_ && bound() <= span_.lo; }
  PairReport result() const;

 private:
  Interval span_;
  std::optional<PairReport> contact_;  // the smallest upper end
  std::optional<PairReport> doubt_;    // the earliest undecided pair
  double lo_ = 0.0;                    // of all contacts so far
  Guarantee weakest_ = Guarantee::kProved;
  StartState start_ = StartState::kApart;
  Method method_ = Method::kCertified;
  double tolerance_ = 0.0;
  Stats stats_;
};

}  // namespace graze::query
