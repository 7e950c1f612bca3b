// SPDX-License-Identifier: MIT
// Random motions, made for the library and evaluated here by formulas of their own.
#pragma once
#include <array>
#include <memory>
#include <random>
#include <string>

#include "attack/quad.h"
#include "graze/motion/motion.h"

namespace graze::attack {

/// Rotations are about coordinate axes, so that each formula is a line.
struct Recipe {
  enum class Kind {
    kStill,
    kScrew,
    kLine,
    kStep,
    kSix,
    kAccelerated,
    kRational,
    kReversed,
    kComposed,
    kTurn,  ///< a joint: always the inner part of a composition
    kSlide,
  };
  Kind kind = Kind::kStill;
  Interval domain{0.0, 1.0};
  Outside outside = Outside::kHold;
  std::vector<double> times;   ///< of kLine and kStep
  std::vector<Vec3> places;    ///< of the knots; begin and end of kSix; begin of kScrew, kStill
  Vec3 centre = Vec3::Zero();  ///< a point of the screw's axis
  int axis = 2;                ///< 0, 1, 2
  double angle = 0.0, slide = 0.0;                            ///< kScrew and kSix: from 0 to this
  Vec3 velocity = Vec3::Zero(), acceleration = Vec3::Zero();  ///< kAccelerated; of the centre
  double spin = 0.0,
         spin_up = 0.0;  ///< kAccelerated, about the axis; kRational: the end's quaternion
  std::array<double, 6> powers = {};           ///< kTurn, kSlide
  std::shared_ptr<const Recipe> outer, inner;  ///< inner alone for kReversed
};

Recipe random_recipe(std::mt19937_64& random, int depth = 2);
Motion motion_of(const Recipe& recipe);
std::string describe(const Recipe& recipe);
/// Instants at which something may change, within the span.
std::vector<double> knots_of(const Recipe& recipe, const Interval& span);

template <typename S>
struct Place {
  Point<S> x{S(1), S(0), S(0)}, y{S(0), S(1), S(0)}, z{S(0), S(0), S(1)}, at{};

  Point<S> operator()(const Point<S>& p) const { return at + turned(p); }
  Point<S> turned(const Point<S>& p) const { return p.x * x + p.y * y + p.z * z; }
};

/// By the definitions in docs/methods/motions.md: at a knot the later piece holds; a loop begins
/// again at the end of its domain; reversed(t) = motion(lo + hi - t).
template <typename S>
Place<S> place_at(const Recipe& recipe, S t);

}  // namespace graze::attack
