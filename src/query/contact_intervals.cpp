// SPDX-License-Identifier: MIT
// Question   When does each pair of a scene touch, and when does it part again?            [C9, G1]
// Source     ARCHITECTURE.md, "The walk of a question": first contact, started again after each
//            parting.
// Guarantee  Outside the stretches the pair is proved apart; each begins and ends with a contact
//            within the tolerance, or with the span.
// Changed    Partings shorter than the caller's shortest gap may be missed.
#include "graze/query/contact_intervals.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/methods/certified.h"
#include "query/pair_work.h"
#include "query/parting.h"
#include "query/rounds.h"

namespace graze {
namespace query {
namespace {
double checked(const char* name, const std::optional<double>& wanted, double standard) {
  if (!wanted) return standard;
  if (std::isfinite(*wanted) && *wanted > 0.0) return *wanted;
  throw InputError({name, number_text(*wanted) + " s", "a finite time > 0", ""});
}

PartingResolution resolution_of(const IntervalOptions& options, const Interval& span) {
  const double width = span.hi - span.lo;
  const double gap = checked("shortest_gap", options.shortest_gap, width / 256.0);
  return {std::max(gap, kLeastGapOfSpan * width),
          checked("time_resolution", options.time_resolution, 1e-6 * width)};
}

/// One pair, walked through from the start of its span to the end.
class IntervalWalk {
 public:
  IntervalWalk(const PairQuestion& question, const PartingResolution& resolution,
               const SharedBudget& budget)
      : question_(question), resolution_(resolution), budget_(budget) {
    result_.tolerance = question.tolerance;
    result_.sure_until = question.span.hi;
  }

  ContactIntervals run() {
    double t = question_.span.lo;
    while (!stopped_ && find_entry(t)) {
      t = find_exit(result_.intervals.back());
      if (t >= question_.span.hi) break;
    }
    if (!stopped_ && !result_.intervals.empty()) result_.outcome = Outcome::kContact;
    return std::move(result_);
  }

 private:
  ContactReport ask(double from, double until) {
    PairQuestion part = question_;
    part.span = {from, until};
    part.budget = budget_.share(1);
    const std::uint64_t spent = result_.stats.box_tests + result_.stats.triangle_tests;
    part.budget.max_tests -= std::min(part.budget.max_tests, spent);
    if (budget_.is_used_up() || part.budget.max_tests == 0) {
      stop(from);
      return {};
    }
    const Method method = part.deforms() ? Method::kLinear : Method::kCertified;
    ContactReport report = graze::answer(part, {method, Guarantee::kProved});
    result_.stats += report.stats;
    if (report.outcome == Outcome::kUndecided) stop(report.time.lo);
    return report;
  }

  /// A new stretch begins at or after t; false if none does.
  bool find_entry(double t) {
    const ContactReport report = ask(t, question_.span.hi);
    if (stopped_) return false;
    const bool at_start = report.start != StartState::kApart;
    if (report.outcome == Outcome::kSeparated && !at_start) return false;
    ContactInterval interval;
    // A later walk starts apart by more than the tolerance: only the span's start can touch.
    interval.from_start = at_start && t == question_.span.lo;
    interval.entry = at_start ? Interval(t, t) : report.time;
    result_.intervals.push_back(interval);
    return true;
  }

  /// Fills the exit; the time from which on the bodies are apart, for a while.
  double find_exit(ContactInterval& interval) {
    const Parting parting =
        find_parting([this](const Interval& part) { return ask(part.lo, part.hi); },
                     {interval.entry.hi, question_.span.hi}, resolution_);
    interval.exit = parting.exit;
    interval.to_end = !parting.found && !parting.undecided;
    if (parting.undecided && !parting.found) result_.sure_until = parting.exit.lo;
    return parting.apart;
  }

  void stop(double sure_until) {
    if (stopped_) return;
    stopped_ = true;
    result_.outcome = Outcome::kUndecided;
    result_.sure_until = sure_until;
  }

  PairQuestion question_;
  PartingResolution resolution_;
  const SharedBudget& budget_;
  ContactIntervals result_;
  bool stopped_ = false;
};

ContactIntervals none(const PairWork& work, const PairQuestion& question) {
  ContactIntervals intervals;
  intervals.sure_until = work.span().hi;
  intervals.tolerance = question.tolerance;
  return intervals;
}
}  // namespace

std::vector<PairIntervals> ask_intervals(const PreparedScene& scene, const ContactOptions& options,
                                         const IntervalOptions& wanted) {
  const PairWork work(scene, scene.body_motions(), options, method_table());
  const PartingResolution resolution = resolution_of(wanted, work.span());
  const auto pairs = work.all_pairs();
  const SharedBudget budget(options.budget);
  Progress progress(options.progress, pairs.size());
  std::vector<std::pair<BodyId, BodyId>> near;
  for (const CandidatePair& pair : work.candidates()) near.emplace_back(pair.a, pair.b);
  std::sort(near.begin(), near.end());
  const auto is_near = [&](BodyId a, BodyId b) {
    return std::binary_search(near.begin(), near.end(), std::pair(std::min(a, b), std::max(a, b)));
  };
  const auto walk = [&](std::size_t i) -> PairIntervals {
    const auto& [a, b] = pairs[i];
    const PairQuestion question = work.question(a, b);
    return {
        a, b,
        is_near(a, b) ? IntervalWalk(question, resolution, budget).run() : none(work, question)};
  };
  // A walk that finds the budget used up says up to when it is sure.
  auto answers = answer_each(
      {.count = pairs.size(), .threads = options.threads}, budget, progress,
      [&](std::size_t i, const Budget&) { return walk(i); }, walk);
  progress.finish();
  if (!options.far_pairs) {
    std::erase_if(answers,
                  [](const PairIntervals& p) { return p.contacts.outcome == Outcome::kSeparated; });
  }
  return answers;
}
}  // namespace query

std::vector<PairIntervals> contact_intervals_per_pair(const PreparedScene& scene,
                                                      const ContactOptions& options,
                                                      const IntervalOptions& intervals) {
  return query::ask_intervals(scene, options, intervals);
}

std::vector<PairIntervals> contact_intervals_per_pair(const Scene& scene,
                                                      const ContactOptions& options,
                                                      const IntervalOptions& intervals) {
  return contact_intervals_per_pair(PreparedScene(scene), options, intervals);
}

}  // namespace graze
