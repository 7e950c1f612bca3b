// SPDX-License-Identifier: MIT
// Question   When, where and how do two moving meshes first touch?
// Source     docs/methods/certified.md; the problem is that of Redon, Kheddar, Coquillart 2002.
// Guarantee  Proved: no new contact before time.lo; the distance at time.hi is at most the
//            tolerance.
// Changed    Bounds of second order and a best-first search instead of interval bisection.
#include "graze/methods/certified.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "contact/end_report.h"
#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/motion/common_pieces.h"
#include "methods/certified/contact_search.h"
#include "methods/certified/contacts_at.h"
#include "methods/certified/screw_profile.h"
#include "methods/certified/start_contact.h"
#include "methods/certified/windows.h"

namespace graze {
namespace {

using certified::Candidate;
using certified::ContactSearch;
using certified::MovingPair;
using certified::NearPair;
using certified::StartContact;
using certified::TreesAtInstant;
using certified::WindowInput;

constexpr std::size_t kMostContacts = 10'000;

void check(const CertifiedBody& a, const CertifiedBody& b, const CertifiedOptions& options) {
  certified::check_tolerance(options.tolerance);
  certified::check_body(a, options.span);
  certified::check_body(b, options.span);
  if (!(options.min_separation >= 0.0) || !std::isfinite(options.min_separation)) {
    throw InputError({"min_separation", number_text(options.min_separation), "a length >= 0", ""});
  }
}

/// One question: two bodies, their smooth pieces, and what is known so far.
class Question {
 public:
  Question(const CertifiedBody& a, const CertifiedBody& b, const CertifiedOptions& options)
      : a_(a),
        b_(b),
        options_(options),
        watch_(options.budget),
        input_(certified::window_input(a, b, a.padding + b.padding + options.min_separation,
                                       options.tolerance)),
        report_(separated_report(Method::kCertified, Guarantee::kProved, options.span,
                                 options.tolerance)) {}

  ContactReport answer() {
    certified::for_each_window(a_, b_, options_.span, input_, [this] { return search_window(); });
    if (start_ != nullptr && start_->has_looked()) report_.start = start_->state();
    report_.stats.seconds = watch_.elapsed_seconds();
    return std::move(report_);
  }

 private:
  // False once the answer is known.
  bool search_window() {
    prepare_start();
    start_->enter(input_);
    if (input_.window.lo == input_.window.hi) return look_at_instant();
    thread_local certified::SearchMemory memory;
    ContactSearch search(input_, test(), *start_, shortcut_, memory, watch_, report_.stats);
    if (has_likely_first()) {
      search.try_first(options_.likely_first->a.value, options_.likely_first->b.value);
    }
    search.run();
    input_.rest_is_free = search.rest_is_free();
    if (!search.is_complete()) return undecided(search.sure_until(), search.why_incomplete());
    if (start_->has_looked() && start_->state() == StartState::kOverlapping) return overlapping();
    if (search.contact()) return contact(*search.contact());
    return true;
  }

  // Any pair is allowed, even one of a mesh that has since become smaller.
  bool has_likely_first() const {
    return options_.likely_first &&
           options_.likely_first->a.value < a_.tree.mesh().triangles().size() &&
           options_.likely_first->b.value < b_.tree.mesh().triangles().size();
  }

  // A span of no length, or a jump at its end.
  bool look_at_instant() {
    const double t = input_.window.lo;
    if (start_->state() == StartState::kOverlapping) return overlapping();
    if (t == options_.span.lo) return true;
    const TreesAtInstant now{input_.tree_a, input_.tree_b, moment_at(input_.pair, t), input_.scale};
    const double limit = input_.pair.gap + input_.pair.tolerance;
    for (const NearPair& near : near_pairs(now, limit, kMostContacts, test(), report_.stats)) {
      if (start_->allows(near, now.moment)) continue;
      return contact({t, near.triangle_a, near.triangle_b});
    }
    return true;
  }

  certified::WideTest test() const {
    return options_.portable ? certified::portable_wide_test() : certified::wide_test();
  }

  // What "start" means is the start of the whole span, with the motions' first piece.
  void prepare_start() {
    if (start_ != nullptr) return;
    start_pair_ = input_.pair;
    at_start_ = {input_.tree_a, input_.tree_b, moment_at(start_pair_, options_.span.lo),
                 input_.scale};
    start_ = std::make_unique<StartContact>(at_start_, start_pair_, options_.all_contacts, test(),
                                            watch_, report_.stats);
  }

  bool undecided(double sure_until, Undecided why) {
    end_undecided(report_, {sure_until, options_.span.hi}, why);
    return false;
  }

  bool overlapping() {
    end_in_overlap(report_, options_.span.lo);
    for (const NearPair& near : start_->overlaps()) add_contact(near, at_start_.moment);
    return false;
  }

  bool contact(const Candidate& found) {
    report_.start = start_->state();
    const double t = instant_of({input_.pair.motion_a, input_.pair.motion_b, input_.piece},
                                a_.motion, b_.motion, found.t);
    end_in_contact(report_, {std::min(t, found.t), t});
    const TreesAtInstant at_contact{input_.tree_a, input_.tree_b, moment_at(input_.pair, found.t),
                                    input_.scale};
    add_contact(near_pair(found, at_contact.moment), at_contact.moment);
    if (options_.all_contacts) add_others(found, at_contact);
    return false;
  }

  NearPair near_pair(const Candidate& found, const certified::Moment& moment) const {
    const auto placed = place(a_.tree.mesh().corners(found.triangle_a),
                              b_.tree.mesh().corners(found.triangle_b), moment);
    return {found.triangle_a, found.triangle_b, triangle_distance(placed.a, placed.b)};
  }

  void add_others(const Candidate& found, const TreesAtInstant& at_contact) {
    for (const NearPair& near : near_pairs(at_contact, input_.pair.gap + input_.pair.tolerance,
                                           kMostContacts, test(), report_.stats)) {
      if (near.triangle_a == found.triangle_a && near.triangle_b == found.triangle_b) continue;
      add_contact(near, at_contact.moment);
    }
  }

  void add_contact(const NearPair& near, const certified::Moment& moment);

  const CertifiedBody& a_;
  const CertifiedBody& b_;
  const CertifiedOptions& options_;
  BudgetWatch watch_;
  WindowInput input_;
  MovingPair start_pair_;
  TreesAtInstant at_start_;
  std::unique_ptr<StartContact> start_;
  certified::ProfileShortcut shortcut_;
  ContactReport report_;
};

void Question::add_contact(const NearPair& near, const certified::Moment& moment) {
  const Contact contact = certified::contact_of(near, *input_.tree_a, *input_.tree_b, moment);
  if (report_.contacts.empty()) {
    report_.closing_speed = certified::closing_speed(contact, moment);
  }
  report_.contacts.push_back(contact);
}

}  // namespace

ContactReport first_contact_certified(const CertifiedBody& a, const CertifiedBody& b,
                                      const CertifiedOptions& options) {
  check(a, b, options);
  if (a.tree.nodes().empty() || b.tree.nodes().empty()) {
    return separated_report(Method::kCertified, Guarantee::kProved, options.span,
                            options.tolerance);
  }
  return Question(a, b, options).answer();
}

}  // namespace graze
