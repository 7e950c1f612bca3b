// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/motion/motion_kinds.h"
#include "graze/scene/joint_trajectory.h"

namespace graze {

Motion polynomial_joint_motion(const JointFrame& frame, RobotJointKind kind,
                               std::vector<JointPolynomial> pieces) {
  if (pieces.empty()) throw InputError({"joint polynomials", "none", "at least one", ""});
  TrackDescription track{{pieces.front().span.lo, pieces.back().span.hi}, Outside::kHold, {}};
  JointFormula formula{
      kind == RobotJointKind::kPrismatic ? JointFormula::Kind::kSlide : JointFormula::Kind::kTurn,
      frame.axis,
      {}};
  for (const JointPolynomial& piece : pieces) {
    std::copy(std::begin(piece.c), std::end(piece.c), formula.coefficients.begin());
    track.segments.push_back({piece.span, Sense::kForward, formula});
  }
  return Motion::placed(frame.parent_from_joint, motion_from(track), Pose{});
}

}  // namespace graze
