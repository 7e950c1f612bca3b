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
