// SPDX-License-Identifier: MIT
#include <graze/graze.h>

#include <cstdio>
#include <random>
#include <string>

#include "guide.h"

using namespace graze;

namespace {
constexpr double kFrame = 1.0 / 60.0;

Motion fly(const Vec3& from, const Vec3& velocity, const Interval& frame) {
  const Vec3 to = from + (frame.hi - frame.lo) * velocity;
  return Motion::between({Mat3::Identity(), from}, {Mat3::Identity(), to}, frame,
                         Interpolation::kSlerp);
}
}  // namespace

void guide::frames() {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> place(-50.0, 50.0), speed(-5.0, 5.0);

  LiveScene world;
  const Shape rock = Shape::from_mesh(make_shape("icosphere", {{"radius", 0.2}}));
  std::vector<BodyId> rocks;
  std::vector<Vec3> places, velocities;
  for (int i = 0; i < 2000; ++i) {
    rocks.push_back(world.add({.name = "rock " + std::to_string(i), .shape = rock}));
    places.emplace_back(place(random), place(random), place(random));
    velocities.emplace_back(speed(random), speed(random), speed(random));
  }

  int hits = 0;
  for (int k = 0; k < 30; ++k) {
    const Interval frame{k * kFrame, (k + 1) * kFrame};
    for (std::size_t i = 0; i < rocks.size(); ++i) {
      world.set_motion(rocks[i], fly(places[i], velocities[i], frame));  // costs a pointer
    }
    for (const PairReport& pair : world.contacts_per_pair({.span = frame})) {
      if (pair.report.outcome != Outcome::kContact) continue;
      std::swap(velocities[pair.a.index()], velocities[pair.b.index()]);  // a game's bounce
      ++hits;
    }
    for (std::size_t i = 0; i < places.size(); ++i) places[i] += kFrame * velocities[i];
  }
  std::printf("%zu rocks, 30 frames, %s\n", world.size(), hits > 0 ? "some hits" : "no hit");
}
