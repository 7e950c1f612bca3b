// SPDX-License-Identifier: MIT
// Question   Which contacts and partings of a pair happen within a step, and in which order?
//                                                                                          [K3, K8]
// Source     Zachwieja 1992, section 3.1, for steps; step_contact, asked again after each parting.
// Guarantee  That of step_contact for what is free. With the hand-over every contact is found by
//            the certified method: nothing touches between a parting and the next contact.
// Changed    The paper has one event for a pair and step.
#include "query/step_walk.h"

#include "contact/end_report.h"
#include "query/parting.h"
#include "query/proved_answer.h"

namespace graze::query {
namespace {
constexpr double kGapsInStep = 64.0;
constexpr double kExitOfStep = 1e-6;

class StepWalk {
 public:
  StepWalk(const PairQuestion& question, const SceneStepOptions& options, FollowedPair& pair)
      : question_(question), options_(options), pair_(pair) {
    // Backtracking finds what led to the overlap at the end: there may be contacts before it.
    options_.step.small_step = 0.0;
    const double width = question.span.hi - question.span.lo;
    const double gap = options.shortest_gap.value_or(width / kGapsInStep);
    resolution_ = {std::max(gap, width * kLeastGapOfSpan), width * kExitOfStep};
  }

  PairStep run() {
    double t = question_.span.lo;
    while (t < question_.span.hi && follow_contact(t)) {
    }
    return std::move(step_);
  }

 private:
  using Kind = SceneEvent::Kind;
  using Stand = FollowedPair::Stand;

  /// From t to the next parting. False: nothing more happens in the step; else t is after it.
  bool follow_contact(double& t) {
    const StepContact answer = ask(t);
    const ContactReport& report = answer.report;
    if (report.outcome == Outcome::kUndecided) return give_up(report);
    if (report.outcome == Outcome::kOverlapAtStart || report.start != StartState::kApart) {
      if (pair_.stand == Stand::kApart) tell_start(report);
      return follow_to_parting(answer, t, t);
    }
    if (pair_.stand != Stand::kApart) part({t, t}, report);
    if (report.outcome == Outcome::kSeparated) return false;
    begin(answer);
    return follow_to_parting(answer, report.time.hi, t);
  }

  /// True if the pair, in touch at that time, parts; t is then an instant at which it is apart.
  bool follow_to_parting(const StepContact& answer, double in_touch, double& t) {
    ContactReport last;
    const AskPart ask_surely = [&](const Interval& part) {
      PairQuestion question = question_;
      question.span = part;
      return last = proved_answer(question);
    };
    const Parting parting = find_parting(ask_surely, {in_touch, question_.span.hi}, resolution_);
    const bool presses = pair_.stand == Stand::kTouching &&
                         answer.report.outcome == Outcome::kContact &&
                         answer.report.time.hi <= parting.exit.hi;
    if (presses) begin(answer);
    if (parting.undecided) return give_up(last);
    if (!parting.found) return false;
    part(parting.exit, last);
    t = parting.apart;
    return true;
  }

  StepContact ask(double from) {
    PairQuestion rest = question_;
    rest.span.lo = from;
    StepContact answer = step_contact(rest, &pair_.cache, options_.step);
    if (from == question_.span.lo) {
      step_.handed_over = answer.handed_over;
      step_.by_plane = answer.work.separated_by_plane;
    }
    return answer;
  }

  void begin(const StepContact& answer) {
    step_.news.push_back({Kind::kContact, answer.report, answer.event});
    pair_.stand = Stand::kContact;
  }

  /// In touch at the start of the step, which no step has seen begin.
  void tell_start(const ContactReport& answer) {
    ContactReport report = answer;
    if (answer.outcome == Outcome::kOverlapAtStart) {
      step_.news.push_back({Kind::kOverlap, std::move(report), {}});
      pair_.stand = Stand::kContact;
      return;
    }
    end_separated(report, Interval(question_.span.lo));
    report.contacts.clear();  // of a later contact, if there is one
    step_.news.push_back({Kind::kTouching, std::move(report), {}});
    pair_.stand = Stand::kTouching;
  }

  void part(const Interval& exit, const ContactReport& witness) {
    step_.news.push_back(
        {Kind::kApart,
         separated_report(witness.method, witness.guarantee, exit, witness.tolerance),
         {}});
    pair_.stand = Stand::kApart;
  }

  bool give_up(const ContactReport& report) {
    step_.news.push_back({Kind::kUndecided, report, {}});
    return false;
  }

  PairQuestion question_;
  SceneStepOptions options_;
  FollowedPair& pair_;
  PartingResolution resolution_{};
  PairStep step_;
};
}  // namespace

PairStep walk_step(const PairQuestion& question, const SceneStepOptions& options,
                   FollowedPair& pair) {
  return StepWalk(question, options, pair).run();
}

}  // namespace graze::query
