// SPDX-License-Identifier: MIT
#include "attack/recipe.h"

#include "graze/motion/accelerated_motion.h"
#include "graze/motion/motion_kinds.h"
#include "support/random_doubles.h"

namespace graze::attack {
namespace {
using test::uniform;
using Kind = Recipe::Kind;

Vec3 random_place(std::mt19937_64& random) {
  return {uniform(random, -2, 2), uniform(random, -2, 2), uniform(random, -2, 2)};
}

template <typename S>
Point<S> point(const Vec3& v) {
  return {S(v.x()), S(v.y()), S(v.z())};
}

template <typename S>
Place<S> turn(int axis, S c, S s) {
  const S one(1), none(0);
  if (axis == 0) return {{one, none, none}, {none, c, s}, {none, -s, c}, {}};
  if (axis == 1) return {{c, none, -s}, {none, one, none}, {s, none, c}, {}};
  return {{c, s, none}, {-s, c, none}, {none, none, one}, {}};
}

template <typename S>
Place<S> turn(int axis, S angle) {
  return turn(axis, cosine(angle), sine(angle));
}

template <typename S>
Place<S> composed(const Place<S>& outer, const Place<S>& inner) {
  return {outer.turned(inner.x), outer.turned(inner.y), outer.turned(inner.z), outer(inner.at)};
}

template <typename S>
S in_domain(const Recipe& recipe, S t) {
  const S lo(recipe.domain.lo), hi(recipe.domain.hi);
  if (recipe.outside == Outside::kLoop) {
    while (t >= hi) t -= hi - lo;
    while (t < lo) t += hi - lo;
    return t;
  }
  return t < lo ? lo : (t > hi ? hi : t);
}

template <typename S>
Place<S> on_track(const Recipe& recipe, S t) {
  std::size_t k = 0;
  while (k + 1 < recipe.times.size() && t >= S(recipe.times[k + 1])) ++k;
  Place<S> place;
  place.at = point<S>(recipe.places[k]);
  if (recipe.kind == Kind::kStep || k + 1 == recipe.times.size()) return place;
  const S share = (t - S(recipe.times[k])) / (S(recipe.times[k + 1]) - S(recipe.times[k]));
  place.at = place.at + share * (point<S>(recipe.places[k + 1]) - place.at);
  return place;
}

template <typename S>
Point<S> unit(int axis) {
  return {S(axis == 0), S(axis == 1), S(axis == 2)};
}

template <typename S>
Place<S> turning(const Recipe& recipe, S t) {
  const S share = (t - S(recipe.domain.lo)) / (S(recipe.domain.hi) - S(recipe.domain.lo));
  Place<S> place = turn(recipe.axis, S(share * S(recipe.angle)));
  const Point<S> begin = point<S>(recipe.places[0]);
  if (recipe.kind == Kind::kSix) {
    place.at = begin + share * (point<S>(recipe.places[1]) - begin);
    return place;
  }
  const Point<S> centre = point<S>(recipe.centre);
  place.at =
      centre + place.turned(begin - centre) + S(share * S(recipe.slide)) * unit<S>(recipe.axis);
  return place;
}

template <typename S>
Place<S> thrown(const Recipe& recipe, S t) {
  const S z = t - S(recipe.domain.lo), half = z * z / S(2);
  Place<S> place = turn(recipe.axis, S(z * S(recipe.spin) + half * S(recipe.spin_up)));
  const Point<S> centre = point<S>(recipe.centre);
  place.at = centre + point<S>(recipe.places[0]) + z * point<S>(recipe.velocity) +
             half * point<S>(recipe.acceleration) - place.turned(centre);
  return place;
}

// The quaternion goes straight from 1 to spin + spin_up along the axis, the origin along a
// parabola.
template <typename S>
Place<S> rational(const Recipe& recipe, S t) {
  const S s = (t - S(recipe.domain.lo)) / (S(recipe.domain.hi) - S(recipe.domain.lo)), r = S(1) - s;
  const S w = r + s * S(recipe.spin), v = s * S(recipe.spin_up), square = w * w + v * v;
  Place<S> place = turn(recipe.axis, S((w * w - v * v) / square), S(S(2) * w * v / square));
  place.at = (r * r) * point<S>(recipe.places[0]) + (S(2) * r * s) * point<S>(recipe.places[1]) +
             (s * s) * point<S>(recipe.places[2]);
  return place;
}

template <typename S>
Place<S> jointed(const Recipe& recipe, S t) {
  const S s = (t - S(recipe.domain.lo)) / (S(recipe.domain.hi) - S(recipe.domain.lo));
  S q(0);
  for (std::size_t k = recipe.powers.size(); k-- > 0;) q = q * s + S(recipe.powers[k]);
  if (recipe.kind == Kind::kTurn) return turn(recipe.axis, q);
  Place<S> place;
  place.at = q * unit<S>(recipe.axis);
  return place;
}

Recipe joint(std::mt19937_64& random) {
  Recipe recipe;
  recipe.kind = random() % 2 == 0 ? Kind::kTurn : Kind::kSlide;
  recipe.axis = static_cast<int>(random() % 3);
  const std::size_t degree = 1 + random() % 5;
  for (std::size_t k = 0; k <= degree; ++k) recipe.powers[k] = uniform(random, -3, 3);
  return recipe;
}

Recipe track(std::mt19937_64& random, Kind kind) {
  Recipe recipe;
  recipe.kind = kind;
  const std::size_t knots = 2 + random() % 4;
  double t = random() % 2 == 0 ? 0.0 : uniform(random, -1, 1);
  for (std::size_t k = 0; k < knots; ++k) {
    recipe.times.push_back(t);
    t += random() % 2 == 0 ? 0.25 : uniform(random, 0.01, 0.7);
    // A place again, for a while: holds are motions too.
    const bool stays = k > 0 && random() % 4 == 0;
    recipe.places.push_back(stays ? recipe.places.back() : random_place(random));
  }
  recipe.domain = {recipe.times.front(), recipe.times.back()};
  return recipe;
}

Motion one_segment(const Recipe& recipe, MotionFormula formula) {
  return motion_from(TrackDescription{
      recipe.domain, recipe.outside, {{recipe.domain, Sense::kForward, std::move(formula)}}});
}

Quat end_of(const Recipe& recipe) {
  Vec3 vector = Vec3::Zero();
  vector[recipe.axis] = recipe.spin_up;
  return {recipe.spin, vector.x(), vector.y(), vector.z()};
}

std::shared_ptr<const Recipe> part(std::mt19937_64& random, int depth) {
  return std::make_shared<const Recipe>(random_recipe(random, depth - 1));
}
}  // namespace

template <typename S>
Place<S> place_at(const Recipe& recipe, S t) {
  switch (recipe.kind) {
    case Kind::kComposed:
      return composed(place_at(*recipe.outer, t), place_at(*recipe.inner, t));
    case Kind::kReversed:
      return place_at(*recipe.inner, S(S(recipe.domain.lo) + S(recipe.domain.hi) - t));
    case Kind::kStill: {
      Place<S> place;
      place.at = point<S>(recipe.places[0]);
      return place;
    }
    case Kind::kLine:
    case Kind::kStep:
      return on_track(recipe, in_domain(recipe, t));
    case Kind::kAccelerated:
      return thrown(recipe, in_domain(recipe, t));
    case Kind::kRational:
      return rational(recipe, in_domain(recipe, t));
    case Kind::kTurn:
    case Kind::kSlide:
      return jointed(recipe, in_domain(recipe, t));
    case Kind::kScrew:
    case Kind::kSix:
      break;
  }
  return turning(recipe, in_domain(recipe, t));
}
template Place<Quad> place_at(const Recipe&, Quad);

Recipe random_recipe(std::mt19937_64& random, int depth) {
  const auto kind = static_cast<Kind>(random() % (depth > 0 ? 9 : 7));
  Recipe recipe;
  recipe.kind = kind;
  if (kind == Kind::kComposed) {
    recipe.outer = part(random, depth);
    recipe.inner =
        random() % 3 == 0 ? std::make_shared<const Recipe>(joint(random)) : part(random, depth);
    recipe.domain = recipe.inner->domain;
    return recipe;
  }
  if (kind == Kind::kReversed) {
    // Of what has no knots inside: those are mirrored to the nearest double.
    Recipe inner = random_recipe(random, 0);
    if (!inner.times.empty()) inner.times = {0.0, 1.0}, inner.places.resize(2);
    inner.domain = {0.0, 1.0};
    inner.outside = Outside::kHold;
    recipe.inner = std::make_shared<const Recipe>(inner);
    return recipe;
  }
  if (kind == Kind::kLine || kind == Kind::kStep) recipe = track(random, kind);
  if (recipe.places.empty()) {
    recipe.places = {random_place(random), random_place(random), random_place(random)};
  }
  if (kind == Kind::kStill) return recipe;
  recipe.centre = random_place(random);
  recipe.axis = static_cast<int>(random() % 3);
  recipe.angle = uniform(random, -8, 8);
  recipe.slide = random() % 2 == 0 ? 0.0 : uniform(random, -1, 1);
  recipe.velocity = 2.0 * random_place(random);
  recipe.acceleration = 4.0 * random_place(random);
  recipe.spin = uniform(random, kind == Kind::kRational ? 0.05 : -6, 6);
  recipe.spin_up = uniform(random, -6, 6);
  // Turns of a loop begin at the nearest doubles: where none is rounded, both say the same.
  const bool is_exact =
      std::ranges::all_of(recipe.times, [](double t) { return std::floor(64.0 * t) == 64.0 * t; });
  if (is_exact && random() % 4 == 0) recipe.outside = Outside::kLoop;
  return recipe;
}

Motion motion_of(const Recipe& recipe) {
  const auto at = [&](std::size_t k) { return Pose{Mat3::Identity(), recipe.places[k]}; };
  Vec3 axis = Vec3::Zero();
  axis[recipe.axis] = 1.0;
  switch (recipe.kind) {
    case Kind::kStill:
      return Motion::still(at(0));
    case Kind::kScrew:
      return Motion::screw({at(0), recipe.centre, axis, recipe.angle, recipe.slide}, recipe.domain,
                           recipe.outside);
    case Kind::kSix:
      return Motion::six_parameters({recipe.places[0], Vec3::Zero()},
                                    {recipe.places[1], recipe.angle * axis}, recipe.domain,
                                    recipe.outside);
    case Kind::kReversed:
      return Motion::reversed(motion_of(*recipe.inner));
    case Kind::kComposed:
      return Motion::composed(motion_of(*recipe.outer), motion_of(*recipe.inner));
    case Kind::kAccelerated:
      return accelerated_motion({at(0), recipe.centre, recipe.velocity, recipe.spin * axis,
                                 recipe.acceleration, recipe.spin_up * axis},
                                recipe.domain, recipe.outside);
    case Kind::kRational:
      return one_segment(
          recipe, RationalFormula{{Quat(1.0, 0.0, 0.0, 0.0), end_of(recipe)}, recipe.places});
    case Kind::kTurn:
      return one_segment(recipe, JointFormula{JointFormula::Kind::kTurn, axis, recipe.powers});
    case Kind::kSlide:
      return one_segment(recipe, JointFormula{JointFormula::Kind::kSlide, axis, recipe.powers});
    case Kind::kLine:
    case Kind::kStep:
      break;
  }
  std::vector<TimedPose> poses;
  for (std::size_t k = 0; k < recipe.times.size(); ++k) poses.push_back({recipe.times[k], at(k)});
  return Motion::path(poses,
                      recipe.kind == Kind::kStep ? Interpolation::kStep : Interpolation::kScrew,
                      recipe.outside);
}

std::vector<double> knots_of(const Recipe& recipe, const Interval& span) {
  std::vector<double> knots;
  for (const Recipe* part : {recipe.outer.get(), recipe.inner.get()}) {
    if (part == nullptr) continue;
    for (const double t : knots_of(*part, span)) {
      knots.push_back(recipe.kind == Kind::kReversed ? recipe.domain.lo + recipe.domain.hi - t : t);
    }
  }
  std::vector<double> own = recipe.times;
  own.insert(own.end(), {recipe.domain.lo, recipe.domain.hi});
  const double period = recipe.domain.hi - recipe.domain.lo;
  const int turns = recipe.outside == Outside::kLoop ? 3 : 0;
  for (const double t : own) {
    for (int k = -turns; k <= turns; ++k) knots.push_back(t + k * period);
  }
  std::erase_if(knots, [&](double t) { return t < span.lo || t > span.hi; });
  return knots;
}

std::string describe(const Recipe& recipe) {
  static constexpr const char* kNames[] = {"still",    "screw",       "line",     "step",
                                           "six",      "accelerated", "rational", "reversed",
                                           "composed", "turn",        "slide"};
  if (recipe.kind == Kind::kReversed) return "reversed(" + describe(*recipe.inner) + ")";
  if (recipe.kind == Kind::kComposed) {
    return "composed(" + describe(*recipe.outer) + ", " + describe(*recipe.inner) + ")";
  }
  return std::string(kNames[static_cast<int>(recipe.kind)]) +
         (recipe.outside == Outside::kLoop ? " loop" : "");
}

}  // namespace graze::attack
