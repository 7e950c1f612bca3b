// SPDX-License-Identifier: MIT
// Question   When, where and how do two moving meshes first touch?                          [C4-C9]
// Source     Redon, Kheddar, Coquillart 2002.
// Guarantee  kSeparated is proved for the whole span; a contact's bracket is never late and the
//            distance at its upper end is at most the tolerance.
// Changed    Motions that jump are searched piece by piece, each from a start that is checked; a
//            pair within tolerance at the start is a contact there.
#include <algorithm>
#include <cmath>
#include <string>

#include "contact/end_report.h"
#include "graze/base/error.h"
#include "graze/motion/common_pieces.h"
#include "methods/bisection/bisection_search.h"
#include "methods/bisection/triangle_contact.h"

namespace graze {
namespace bisection {
namespace {
[[noreturn]] void refuse(const char* option, double found, const char* expected) {
  throw InputError(
      {std::string("BisectionOptions.") + option, std::to_string(found), expected, ""});
}

void check(const MovingTree& a, const MovingTree& b, const BisectionOptions& options) {
  if (!(options.tolerance > 0.0) || !std::isfinite(options.tolerance)) {
    refuse("tolerance", options.tolerance, "a finite length > 0");
  }
  if (!options.span.is_finite() || !(options.span.lo <= options.span.hi)) {
    refuse("span", options.span.hi - options.span.lo, "a finite span with lo <= hi");
  }
  if (!(options.k > 0.0) || !std::isfinite(options.k)) refuse("k", options.k, "a number > 0");
  for (const double padding : {a.padding, b.padding}) {
    if (!(padding >= 0.0) || !std::isfinite(padding)) {
      throw InputError({"MovingTree.padding", std::to_string(padding), "a finite length >= 0", ""});
    }
  }
}

/// Drops pairs that may be farther apart than the limit, by rounding.
void keep_within(std::vector<NearTriangles>& near, double limit) {
  std::erase_if(near, [limit](const NearTriangles& n) { return n.distance.hi > limit; });
}

/// A tree is a value whose copies share what is in them. The table keeps a copy, so no other tree
/// can be in its place.
bool is_same(const ObbTree& a, const ObbTree& b) { return a.nodes().data() == b.nodes().data(); }

/// Answers for one query: the pieces of time in turn.
class Query {
 public:
  Query(const MovingTree& a, const MovingTree& b, const BisectionOptions& options,
        CoherenceTable* table)
      : a_(a),
        b_(b),
        options_(options),
        table_(table),
        limits_{a.padding + b.padding, options.tolerance},
        watch_(options.budget),
        report_(separated_report(Method::kBisection, Guarantee::kProved, options.span,
                                 options.tolerance)) {}

  ContactReport run() {
    if (!a_.tree.nodes().empty() && !b_.tree.nodes().empty()) {
      for (const CommonPiece& piece :
           common_pieces(a_.world_from_tree, b_.world_from_tree, options_.span)) {
        if (run_piece(piece)) break;
        is_first_ = false;
      }
    }
    report_.stats.seconds = watch_.elapsed_seconds();
    return std::move(report_);
  }

 private:
  /// True if the answer is there.
  bool run_piece(const CommonPiece& piece) {
    TreePair pair(a_.tree, piece.motion_a, b_.tree, piece.motion_b);
    const bool done = has_contact_at_start(pair, piece) || search(pair, piece);
    report_.stats.poses += pair.motion.enclosures();
    return done;
  }

  bool has_contact_at_start(TreePair& pair, const CommonPiece& piece) {
    const double t = piece.span.lo;
    const double limit = limits_.clearance + limits_.tolerance;
    std::vector<NearTriangles> near = near_triangles(pair, t, limit, watch_, report_.stats);
    if (watch_.exhausted()) return give_up(t, why_undecided(watch_.limit()));
    const bool may_touch = std::any_of(near.begin(), near.end(), [this](const NearTriangles& n) {
      return n.distance.lo <= limits_.clearance;
    });
    keep_within(near, limit);
    if (near.empty()) return may_touch && give_up(t, Undecided::kBelowRounding);
    const bool is_start = is_first_;
    const bool overlaps = std::any_of(near.begin(), near.end(), [&](const NearTriangles& n) {
      return signed_distance_at(pair, n, t) < limits_.clearance - limits_.tolerance;
    });
    if (is_start && overlaps) {
      end_in_overlap(report_, t);
    } else {
      if (is_start) report_.start = StartState::kTouching;
      end_in_contact(report_, {t, instant_of(piece, a_.world_from_tree, b_.world_from_tree, t)});
    }
    add_contacts(pair, t, near, options_.all_contacts || overlaps);
    return true;
  }

  bool search(TreePair& pair, const CommonPiece& piece) {
    BisectionSearch search(pair, limits_, options_, watch_, report_.stats);
    if (table_ == nullptr) return conclude(pair, search.run(piece.span, {{0, 0}}));
    search.keep_front();
    const bool from_front = table_fits();
    const SearchResult result =
        search.run(piece.span, from_front ? table_->front : std::vector<NodePair>{{0, 0}});
    *table_ = {a_.tree, b_.tree, search.front(), from_front ? table_->searches + 1 : 0};
    return conclude(pair, result);
  }

  bool table_fits() const {
    constexpr std::uint32_t kSearchesFromFront = 15;
    return !table_->front.empty() && table_->searches < kSearchesFromFront &&
           is_same(table_->tree_a, a_.tree) && is_same(table_->tree_b, b_.tree);
  }

  bool conclude(TreePair& pair, const SearchResult& result) {
    const auto first = std::min_element(
        result.candidates.begin(), result.candidates.end(),
        [](const Candidate& x, const Candidate& y) { return x.time.hi < y.time.hi; });
    const double hi = first == result.candidates.end() ? kInfinity : first->time.hi;
    double lo = hi;
    for (const Candidate& candidate : result.candidates) lo = std::min(lo, candidate.time.lo);
    if (result.undecided_from < hi) {
      return give_up(std::min(result.undecided_from, lo), result.is_out_of_budget
                                                              ? why_undecided(watch_.limit())
                                                              : Undecided::kBelowRounding);
    }
    if (hi == kInfinity) return false;
    end_in_contact(report_, {lo, hi});
    std::vector<NearTriangles> near{first->triangles};
    if (options_.all_contacts) {
      BudgetWatch unlimited{Budget{}};
      near =
          near_triangles(pair, hi, limits_.clearance + limits_.tolerance, unlimited, report_.stats);
    }
    add_contacts(pair, hi, near, options_.all_contacts);
    return true;
  }

  bool give_up(double sure_until, Undecided why) {
    end_undecided(report_, {sure_until, options_.span.hi}, why);
    return true;
  }

  /// The nearest of the pairs first; only it unless all are wanted.
  void add_contacts(TreePair& pair, double t, const std::vector<NearTriangles>& near, bool all) {
    const Paddings paddings{a_.padding, b_.padding};
    for (const NearTriangles& triangles : near) {
      report_.contacts.push_back(contact_at(pair, triangles, t, paddings));
    }
    std::stable_sort(report_.contacts.begin(), report_.contacts.end(),
                     [](const Contact& x, const Contact& y) { return x.distance < y.distance; });
    if (!all) report_.contacts.resize(1);
    report_.closing_speed = closing_speed_at(pair, report_.contacts.front(), {options_.span.lo, t});
  }

  const MovingTree& a_;
  const MovingTree& b_;
  BisectionOptions options_;
  CoherenceTable* table_;
  SearchLimits limits_;
  BudgetWatch watch_;
  bool is_first_ = true;  // the piece that the span starts with
  ContactReport report_;
};

/// The answer with the bodies' roles exchanged.
ContactReport mirrored(ContactReport report) {
  for (Contact& contact : report.contacts) {
    std::swap(contact.point_a, contact.point_b);
    std::swap(contact.feature_a, contact.feature_b);
    contact.normal = -contact.normal;
  }
  return report;
}

ContactReport run(const MovingTree& a, const MovingTree& b, const BisectionOptions& options,
                  CoherenceTable* table) {
  check(a, b, options);
  // Enclosures in the frame of a body that stands still are narrower.
  const bool exchange = b.world_from_tree.is_still() && !a.world_from_tree.is_still();
  if (exchange) return mirrored(Query(b, a, options, table).run());
  return Query(a, b, options, table).run();
}
}  // namespace
}  // namespace bisection

ContactReport first_contact_bisection(const MovingTree& a, const MovingTree& b,
                                      const BisectionOptions& options) {
  return bisection::run(a, b, options, nullptr);
}

ContactReport first_contact_bisection(const MovingTree& a, const MovingTree& b,
                                      const BisectionOptions& options, CoherenceTable& table) {
  return bisection::run(a, b, options, &table);
}

}  // namespace graze
