// SPDX-License-Identifier: MIT
// The one answer type: when, where and how two things first touch, and what is guaranteed. [C9, G1]
#pragma once
#include <graze/base/budget.h>
#include <graze/base/id.h>
#include <graze/math/interval.h>
#include <graze/math/vec.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// What an answer is worth.
enum class Guarantee {
  kProved,  ///< holds for the stored coordinates and the stated motion as real numbers, over the
            ///< whole span, rounding included
  kConservative,  ///< no contact is missed; alarms beyond the tolerance are possible
  kSampled,       ///< may miss a contact
};

enum class Outcome {
  kSeparated,       ///< no contact in the span (no *new* contact for bodies that start touching)
  kContact,         ///< first contact inside the bracket
  kOverlapAtStart,  ///< the bodies intersect at the start of the span; no time is claimed
  kUndecided,       ///< not known, see Undecided; certain up to `time.lo`
};

/// Why an answer is not known. The numbers are those of reports in files.
enum class Undecided : std::uint8_t {
  kNo = 0,             ///< it is known
  kBudgetOfTests = 1,  ///< Budget::max_tests
  kBudgetOfTime = 2,   ///< Budget::max_seconds
  kCancelled = 3,      ///< Budget::cancel
  kBelowRounding = 4,  ///< the tolerance is below the rounding of these positions and times
  kTooManySteps = 5,   ///< one place of the search needs more steps than allowed
  kUnexplained = 6,    ///< backtracking: no edge or vertex explains the contact
  kInsideAtEnd = 7,    ///< backtracking: one body is inside the other at the end of a step
  kNotClosed = 8,      ///< backtracking: a mesh is not closed
  kGrown = 9,          ///< backtracking: rounding, padding or a separation to keep
  kEmpty = 10,         ///< backtracking: no triangles
};

/// How the pair starts. Touching: nearer than the tolerance, and not deeper.
enum class StartState { kApart, kTouching, kOverlapping };

/// The method that gave an answer; named as on the command line.
enum class Method { kCertified, kBisection, kLinear, kAnalytic, kBacktracking, kOctree, kVolume };

enum class FeatureKind : std::uint8_t { kVertex, kEdge, kFace };

/// The part of a mesh that touches. An edge is named by its two vertices, in ascending order.
struct Feature {
  FeatureKind kind = FeatureKind::kFace;
  TriangleId triangle;             ///< a triangle that the feature belongs to
  std::uint32_t vertices[2] = {};  ///< vertex ids: one for kVertex, two for kEdge, unused for kFace
  friend bool operator==(const Feature&, const Feature&) = default;
};

/// One place of touch, in the world frame at `ContactReport::time.hi`.
struct Contact {
  Vec3 point = Vec3::Zero();    ///< midway between the closest points
  Vec3 point_a = Vec3::Zero();  ///< closest point on a
  Vec3 point_b = Vec3::Zero();  ///< closest point on b
  Vec3 normal = Vec3::Zero();   ///< unit, from a towards b; zero only if no direction is defined
  double distance = 0.0;        ///< between point_a and point_b, scene units; <= tolerance
  Feature feature_a;
  Feature feature_b;
};

/// What an answer cost. Counts do not depend on the machine or its load.
struct Stats {
  std::uint64_t box_tests = 0;       ///< pairs of boxes bounded over a time interval
  std::uint64_t wide_tests = 0;      ///< one-against-eight tests that gave them, where SIMD is used
  std::uint64_t triangle_tests = 0;  ///< pairs of triangles looked at
  std::uint64_t iterations = 0;      ///< time steps or splits inside triangle pairs
  std::uint64_t poses = 0;           ///< poses computed
  double seconds = 0.0;              ///< wall-clock

  Stats& operator+=(const Stats& other);
};

/// The answer for one pair of bodies.
struct ContactReport {
  Outcome outcome = Outcome::kUndecided;
  Guarantee guarantee = Guarantee::kSampled;
  Method method = Method::kCertified;
  StartState start = StartState::kApart;

  /// kContact: no contact before lo (the last safe time); at hi the distance is <= tolerance.
  /// kSeparated: the whole span. kUndecided: no contact before lo; hi is the end of the span.
  /// kOverlapAtStart: both are the start of the span. Seconds of scene time.
  Interval time{0.0, 0.0};
  double tolerance = 0.0;         ///< scene units
  double closing_speed = 0.0;     ///< at the first contact, along its normal; > 0 approaching
  std::vector<Contact> contacts;  ///< the first, or all within tolerance if asked for
  Undecided undecided = Undecided::kNo;  ///< kUndecided: why
  std::string reason;  ///< how the answer came about: what is inside what, which method gave up
  Stats stats;
};

std::string_view name(Guarantee guarantee);
std::string_view name(Outcome outcome);
std::string_view name(Undecided why);     ///< a clause for people; empty for kNo
Undecided why_undecided(BudgetLimit by);  ///< for a budget that is used up
/// Why the answer is what it is, for people; may be empty.
std::string explanation(const ContactReport& report);
std::string_view name(StartState start);
std::string_view name(Method method);
std::string_view name(FeatureKind kind);

}  // namespace graze
