// SPDX-License-Identifier: MIT
#include "graze/contact/contact_report.h"

namespace graze {

Stats& Stats::operator+=(const Stats& other) {
  box_tests += other.box_tests;
  wide_tests += other.wide_tests;
  triangle_tests += other.triangle_tests;
  iterations += other.iterations;
  poses += other.poses;
  seconds += other.seconds;
  return *this;
}

std::string_view name(Guarantee guarantee) {
  switch (guarantee) {
    case Guarantee::kProved:
      return "proved";
    case Guarantee::kConservative:
      return "conservative";
    case Guarantee::kSampled:
      return "sampled";
  }
  return "?";
}

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::kSeparated:
      return "separated";
    case Outcome::kContact:
      return "contact";
    case Outcome::kOverlapAtStart:
      return "overlap_at_start";
    case Outcome::kUndecided:
      return "undecided";
  }
  return "?";
}

std::string_view name(Undecided why) {
  switch (why) {
    case Undecided::kNo:
      return "";
    case Undecided::kBudgetOfTests:
      return "the budget of tests is used up";
    case Undecided::kBudgetOfTime:
      return "the budget of time is used up";
    case Undecided::kCancelled:
      return "cancelled";
    case Undecided::kBelowRounding:
      return "the tolerance is below the rounding of these positions and times";
    case Undecided::kTooManySteps:
      return "one place of the search needs more steps than allowed";
    case Undecided::kUnexplained:
      return "no edge or vertex explains the contact";
    case Undecided::kInsideAtEnd:
      return "one body is inside the other at the end of the step";
    case Undecided::kNotClosed:
      return "a mesh that is not closed";
    case Undecided::kGrown:
      return "rounding, padding or a separation to keep";
    case Undecided::kEmpty:
      return "no triangles";
  }
  return "?";
}

Undecided why_undecided(BudgetLimit by) {
  switch (by) {
    case BudgetLimit::kNone:
      return Undecided::kNo;
    case BudgetLimit::kTests:
      return Undecided::kBudgetOfTests;
    case BudgetLimit::kSeconds:
      return Undecided::kBudgetOfTime;
    case BudgetLimit::kCancelled:
      return Undecided::kCancelled;
  }
  return Undecided::kNo;
}

std::string explanation(const ContactReport& report) {
  return report.reason.empty() ? std::string(name(report.undecided)) : report.reason;
}

std::string_view name(StartState start) {
  switch (start) {
    case StartState::kApart:
      return "apart";
    case StartState::kTouching:
      return "touching";
    case StartState::kOverlapping:
      return "overlapping";
  }
  return "?";
}

std::string_view name(Method method) {
  switch (method) {
    case Method::kCertified:
      return "certified";
    case Method::kBisection:
      return "bisection";
    case Method::kLinear:
      return "linear";
    case Method::kAnalytic:
      return "analytic";
    case Method::kBacktracking:
      return "backtracking";
    case Method::kOctree:
      return "octree";
    case Method::kVolume:
      return "volume";
  }
  return "?";
}

std::string_view name(FeatureKind kind) {
  switch (kind) {
    case FeatureKind::kVertex:
      return "vertex";
    case FeatureKind::kEdge:
      return "edge";
    case FeatureKind::kFace:
      return "face";
  }
  return "?";
}

}  // namespace graze
