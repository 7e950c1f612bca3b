// SPDX-License-Identifier: MIT
// Question   How does the smallest distance of a scene's bodies go over time?              [C9, G3]
// Source     Cell by cell: the certified smallest distance from below, the way of two near points
//            from above.
// Guarantee  Proved: the curve stays within the band of its cells.
// Changed    Pairs share one bound: all but the nearest are only shown to be farther than it.
#include "graze/query/clearance_curve.h"

#include <algorithm>
#include <cmath>

#include "graze/base/parallel.h"
#include "query/clearance_work.h"
#include "query/rounds.h"
#include "query/shared_budget.h"

namespace graze {
namespace query {
namespace {

/// The nearest pair of all and what is proved for all of them.
struct Smallest {
  std::size_t pair = 0;
  Clearance clearance;
};

class CurveWork {
 public:
  CurveWork(const ClearanceWork& work, const SharedBudget& budget) : work_(work), budget_(budget) {}

  /// The pair `first` is looked at first: a good guess makes the others short.
  Smallest smallest(const Interval& span, std::size_t first) const {
    if (budget_.is_used_up()) return {first, work_.unanswered(span)};  // at once, for all pairs
    Smallest best{first, ask(first, {.span = span})};
    for (std::size_t pair = 0; pair < work_.size(); ++pair) {
      if (pair == first || best.clearance.distance.hi <= 0.0) continue;
      const Clearance other = ask(pair, {.span = span, .farthest = best.clearance.distance.hi});
      add({pair, other}, best);
    }
    return best;
  }

  ClearanceCell cell(const Interval& span, const Smallest& begin) const {
    const Smallest found = smallest(span, begin.pair);
    ClearanceCell cell{span, work_.in_world(found.pair, found.clearance), kInfinity};
    if (found.clearance.distance.hi < kInfinity) {
      cell.highest = work_.farthest_during(found.pair, found.clearance, span);
    }
    return cell;
  }

 private:
  Clearance ask(std::size_t pair, ClearanceAsked asked) const {
    asked.budget = budget_.share(1);
    const bool may_run = !budget_.is_used_up() && asked.budget.max_seconds > 0.0;
    return may_run ? work_.answer(pair, asked) : work_.unanswered(asked.span);
  }

  /// The lower end holds for all pairs, so it is the lowest; one in doubt leaves all in doubt.
  static void add(const Smallest& other, Smallest& best) {
    const double lower = std::min(best.clearance.distance.lo, other.clearance.distance.lo);
    const bool is_undecided = best.clearance.outcome == Outcome::kUndecided ||
                              other.clearance.outcome == Outcome::kUndecided;
    Stats stats = best.clearance.stats;
    stats += other.clearance.stats;
    if (other.clearance.distance.hi < best.clearance.distance.hi) best = other;
    best.clearance.distance.lo = lower;
    best.clearance.stats = stats;
    if (is_undecided) best.clearance.outcome = Outcome::kUndecided;
  }

  const ClearanceWork& work_;
  const SharedBudget& budget_;
};

std::vector<double> sample_times(const Interval& span, std::size_t samples) {
  if (span.is_point()) return {span.lo};
  const std::size_t count = std::max<std::size_t>(samples, 2);
  std::vector<double> times;
  for (std::size_t i = 0; i < count; ++i) {
    times.push_back(
        std::lerp(span.lo, span.hi, static_cast<double>(i) / static_cast<double>(count - 1)));
  }
  return times;
}

/// Of the cells, or of the only sample.
PairClearance smallest_of(const ClearanceCurve& curve) {
  PairClearance smallest = curve.samples.front().nearest;
  double lower = smallest.clearance.distance.lo;
  for (const ClearanceCell& cell : curve.cells) {
    const Clearance& clearance = cell.nearest.clearance;
    lower = std::min(lower, clearance.distance.lo);
    const bool is_undecided = smallest.clearance.outcome == Outcome::kUndecided ||
                              clearance.outcome == Outcome::kUndecided;
    if (clearance.distance.hi < smallest.clearance.distance.hi) smallest = cell.nearest;
    if (is_undecided) smallest.clearance.outcome = Outcome::kUndecided;
  }
  smallest.clearance.distance.lo = lower;
  return smallest;
}

ClearanceCurve curve_of(const ClearanceWork& work, const ContactOptions& options,
                        std::size_t samples) {
  const SharedBudget budget(options.budget);
  const CurveWork curve_work(work, budget);
  const std::vector<double> times = sample_times(work.span(), samples);
  Progress progress(options.progress, 2 * times.size() - 1);
  ClearanceCurve curve;
  std::vector<Smallest> at_samples(times.size());
  parallel_for(
      times.size(),
      [&](std::size_t i) {
        at_samples[i] = curve_work.smallest(Interval(times[i]), 0);
        progress.add_one();
      },
      options.threads);
  for (std::size_t i = 0; i < times.size(); ++i) {
    curve.samples.push_back({times[i], work.in_world(at_samples[i].pair, at_samples[i].clearance)});
  }
  curve.cells.resize(times.size() - 1);
  parallel_for(
      curve.cells.size(),
      [&](std::size_t i) {
        const Smallest& nearer =
            at_samples[i].clearance.distance.hi <= at_samples[i + 1].clearance.distance.hi
                ? at_samples[i]
                : at_samples[i + 1];
        curve.cells[i] = curve_work.cell({times[i], times[i + 1]}, nearer);
        progress.add_one();
      },
      options.threads);
  progress.finish();
  curve.smallest = smallest_of(curve);
  return curve;
}
}  // namespace
}  // namespace query

ClearanceCurve clearance_curve(const PreparedScene& scene, const ContactOptions& options,
                               std::size_t samples, ClearancePairs pairs) {
  const query::ClearanceWork work(scene, options, pairs);
  return work.size() == 0 ? ClearanceCurve{} : query::curve_of(work, options, samples);
}

}  // namespace graze
