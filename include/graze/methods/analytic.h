// SPDX-License-Identifier: MIT
// When two boxes under rational motion touch: every entry and exit, in closed form.         [B1-B6]
#pragma once
#include <graze/contact/contact_report.h>
#include <graze/geometry/box.h>
#include <graze/motion/affine_motion.h>
#include <graze/motion/rational_motion.h>

#include <cstdint>
#include <string>
#include <vector>

namespace graze {

/// A box and where it goes. The motion must be rational: see is_rational() in polynomial_pose.h.
struct MovingBox {
  Box box;
  Motion world_from_box;
};

/// A box that is stretched and sheared on its way.
struct MovingAffineBox {
  Box box;
  AffineMotion world_from_box;
};

/// Part of a box: each side is -1 or +1 along an axis of the box, or 0 where the part extends.
/// Three sides are a vertex, two an edge, one a face.
struct BoxFeature {
  std::int8_t side[3] = {};

  FeatureKind kind() const {
    const int sides = (side[0] != 0) + (side[1] != 0) + (side[2] != 0);
    return sides == 3 ? FeatureKind::kVertex
                      : (sides == 2 ? FeatureKind::kEdge : FeatureKind::kFace);
  }
  friend bool operator==(const BoxFeature&, const BoxFeature&) = default;
};

/// "face +x", "edge -y +z", "vertex +x +y -z".
std::string name(const BoxFeature& feature);

/// What touches as two boxes meet or part.
struct FeaturePair {
  BoxFeature a, b;
  friend bool operator==(const FeaturePair&, const FeaturePair&) = default;
};

enum class IntervalKind {
  kOverlap,  ///< proved to overlap from entry.hi to exit.lo
  kGraze,    ///< touch or nearly so, no deeper than `BoxContacts::error`; entry and exit are equal
};

/// One contact, from meeting to parting; seconds.
struct BoxContactInterval {
  IntervalKind kind = IntervalKind::kOverlap;
  Interval entry;  ///< apart before entry.lo (if that is in the span), overlapping after entry.hi
  Interval exit;   ///< overlapping before exit.lo, apart after exit.hi
  bool before_span = false;                   ///< they met before the span: entry is its start
  bool after_span = false;                    ///< they part after the span: exit is its end
  FeaturePair entry_features, exit_features;  ///< unset (all sides 0) before and after the span
};

/// All that happens between two boxes during a span.
struct BoxContacts {
  std::vector<BoxContactInterval>
      intervals;  ///< in order of time; at all other times they are apart
  /// Inside intervals: windows in which they may part, by no more than `error`.
  std::vector<Interval> openings;
  /// Scene units: what `kGraze` and `openings` are about. A face's distance is known this well.
  double error = 0.0;
  Undecided undecided = Undecided::kNo;  ///< else sure up to `sure_until` only
  bool is_complete() const { return undecided == Undecided::kNo; }
  double sure_until = 0.0;
  int degree = 0;  ///< largest degree of a separating function
  Stats stats;     ///< box_tests: bounds of all axes over an interval; iterations: cuts
};

struct BoxContactOptions {
  Interval span{0.0, 1.0};  ///< seconds
  bool first_only = false;  ///< stop after the first overlap's entry: its exit is left open
};

/// Every contact of two boxes. Proved: rounding of the motions' and functions' coefficients is
/// covered. Entries and exits are brackets of about 1e-12 of the span, wider where functions are as
/// flat as rounding; what is nearer than 2^-30 of a piece's time is not told apart. Throws
/// InputError if a motion is not rational, or the degrees of all functions exceed 48.
BoxContacts box_contacts(const MovingBox& a, const MovingBox& b,
                         const BoxContactOptions& options = {});
BoxContacts box_contacts(const MovingAffineBox& a, const MovingAffineBox& b,
                         const BoxContactOptions& options = {});
BoxContacts box_contacts(const MovingBox& a, const MovingAffineBox& b,
                         const BoxContactOptions& options = {});

/// Two boxes, each centred at its own origin; b moves by the formula in the frame of a. Time is s
/// in [0, 1]. The formula's weight must be 1. The fast entry: it allocates nothing but the result.
/// Only assertions check the input; a formula that rational_motion() takes is a valid one.
struct RelativeBoxPair {
  Vec3 half_a = Vec3::Ones(), half_b = Vec3::Ones();
  RationalFormula a_from_b;
};
void box_contacts(const RelativeBoxPair& pair, const BoxContactOptions& options,
                  BoxContacts& contacts);

/// The first contact, as a report like other methods give. `tolerance` is only passed on.
ContactReport first_box_contact(const MovingBox& a, const MovingBox& b, const Interval& span,
                                double tolerance);

}  // namespace graze
