// SPDX-License-Identifier: MIT
// OMPL plans, Graze proves: a MotionValidator and a StateValidityChecker on a MotionChecker.  [G3]
//
//   auto space = std::make_shared<ompl::base::RealVectorStateSpace>(checker.joints().size());
//   auto info = std::make_shared<ompl::base::SpaceInformation>(space);
//   graze::use_in_ompl(info, checker);
//
// Header only; needs libompl-dev. States are joint values in the order of checker.joints(). What a
// planner then calls a valid motion is free at every instant, not at samples of it: OMPL's
// resolution (setStateValidityCheckingResolution) no longer matters.
#pragma once
#include <graze/query/motion_checker.h>
#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>

#include <memory>
#include <span>

namespace graze {

namespace ompl_binding {
inline std::span<const double> values_of(const MotionChecker& checker,
                                         const ompl::base::State* state) {
  const auto* real = state->as<ompl::base::RealVectorStateSpace::StateType>();
  return {real->values, checker.joints().size()};
}

/// One for each thread that OMPL plans with.
inline MotionWarmStart* warm_start() {
  static thread_local MotionWarmStart warm;
  return &warm;
}
}  // namespace ompl_binding

/// A state is valid if the robot touches nothing and is inside nothing there.
class OmplStateChecker : public ompl::base::StateValidityChecker {
 public:
  OmplStateChecker(const ompl::base::SpaceInformationPtr& info, MotionChecker checker)
      : StateValidityChecker(info), checker_(std::move(checker)) {}

  bool isValid(const ompl::base::State* state) const override {
    const auto q = ompl_binding::values_of(checker_, state);
    return si_->satisfiesBounds(state) && checker_.check(q, ompl_binding::warm_start()).is_free();
  }

 private:
  MotionChecker checker_;
};

/// A motion is valid if it is proved free from its start to its end. Undecided is not valid.
class OmplMotionValidator : public ompl::base::MotionValidator {
 public:
  OmplMotionValidator(const ompl::base::SpaceInformationPtr& info, MotionChecker checker)
      : MotionValidator(info), checker_(std::move(checker)) {}

  bool checkMotion(const ompl::base::State* from, const ompl::base::State* to) const override {
    return checked(from, to).is_free();
  }

  /// `last_valid` is a state of the motion before which nothing touches: exact with a checker that
  /// looks for the earliest contact, else the start.
  bool checkMotion(const ompl::base::State* from, const ompl::base::State* to,
                   std::pair<ompl::base::State*, double>& last_valid) const override {
    const MotionCheck check = checked(from, to);
    if (check.is_free()) return true;
    last_valid.second = check.safe;
    if (last_valid.first != nullptr) {
      si_->getStateSpace()->interpolate(from, to, check.safe, last_valid.first);
    }
    return false;
  }

 private:
  MotionCheck checked(const ompl::base::State* from, const ompl::base::State* to) const {
    const MotionCheck check =
        checker_.check(ompl_binding::values_of(checker_, from),
                       ompl_binding::values_of(checker_, to), ompl_binding::warm_start());
    ++(check.is_free() ? valid_ : invalid_);
    return check;
  }

  MotionChecker checker_;
};

/// Installs both in `info`, whose space must be a RealVectorStateSpace of the checker's joints.
inline void use_in_ompl(const ompl::base::SpaceInformationPtr& info, const MotionChecker& checker) {
  info->setStateValidityChecker(std::make_shared<OmplStateChecker>(info, checker));
  info->setMotionValidator(std::make_shared<OmplMotionValidator>(info, checker));
}

/// The joints' limits as bounds of the space; a full turn to each side where there are none.
inline ompl::base::RealVectorBounds joint_bounds(const MotionChecker& checker) {
  ompl::base::RealVectorBounds bounds(static_cast<unsigned>(checker.joints().size()));
  for (std::size_t i = 0; i < checker.joints().size(); ++i) {
    const auto& limits = checker.robot().joints[checker.joints()[i]].limits;
    bounds.setLow(static_cast<unsigned>(i), limits ? limits->lower : -6.283185307179586);
    bounds.setHigh(static_cast<unsigned>(i), limits ? limits->upper : 6.283185307179586);
  }
  return bounds;
}

}  // namespace graze
