// SPDX-License-Identifier: MIT
// A loop of frames: shots that are faster than the walls are thick, and what each of them hits
// first. Discrete checks at the ends of a frame would let most of them through.
#include <graze/query/prepared_scene.h>

#include <cstdio>
#include <random>
#include <vector>

using namespace graze;

namespace {
constexpr int kShots = 200, kWalls = 100, kFrames = 30;
constexpr double kFrame = 1.0 / 60.0;  // seconds

struct Shot {
  Vec3 position, velocity;
  bool flies = true;
};

/// Walls 2 cm thick on a grid, and shots that begin outside. Shapes are shared: one tree each.
Scene make_level() {
  Scene level;
  const Shape wall = Shape::from_box({0.01, 0.5, 0.5}),
              shot = Shape::from_sphere(Vec3::Zero(), 0.005);
  for (int i = 0; i < kWalls; ++i) {
    const Vec3 place(1.0 + 2.0 * (i % 10), 2.0 * (i / 10), 0.0);
    add_body(level, {.name = "wall " + std::to_string(i),
                     .shape = wall,
                     .motion = Motion::still({Mat3::Identity(), place}),
                     .groups = {"walls"}});
  }
  for (int i = 0; i < kShots; ++i) {
    add_body(level, {.name = "shot " + std::to_string(i), .shape = shot, .groups = {"shots"}});
  }
  level.may_touch = {{"walls", "walls"}, {"shots", "shots"}};
  level.span = {0.0, kFrame};
  return level;
}

/// What a frame asks: where does each shot that flies get to?
SceneChange frame_of(const std::vector<Shot>& shots) {
  SceneChange change;
  for (int i = 0; i < kShots; ++i) {
    const Shot& shot = shots[i];
    const Vec3 end = shot.flies ? Vec3(shot.position + kFrame * shot.velocity) : shot.position;
    const Pose from{Mat3::Identity(), shot.position}, to{Mat3::Identity(), end};
    change.motions.push_back(
        {BodyId(kWalls + i), Motion::between(from, to, {0.0, kFrame}, Interpolation::kSlerp)});
  }
  return change;
}
}  // namespace

int main() {
  const PreparedScene level(make_level());
  std::mt19937 random(1);
  std::uniform_real_distribution<double> across(-1.0, 19.0), speed(50.0, 200.0);
  std::vector<Shot> shots(kShots);
  for (Shot& shot : shots) shot = {{-1.0, across(random), 0.0}, {speed(random), 0.0, 0.0}};

  int hits = 0;
  for (int frame = 0; frame < kFrames; ++frame) {
    // The earliest hit of all, then the next one: each stops a shot and changes the rest of the
    // frame.
    while (true) {
      const std::vector<SceneChange> questions{frame_of(shots)};
      const PairReport hit = first_contacts(level, questions)[0];
      if (hit.report.outcome != Outcome::kContact) break;
      Shot& shot = shots[std::max(hit.a, hit.b).index() - kWalls];
      shot.position += hit.report.time.lo * shot.velocity;  // still free
      shot.flies = false;
      ++hits;
    }
    for (Shot& shot : shots) {
      if (shot.flies) shot.position += kFrame * shot.velocity;
    }
  }
  std::printf("%d of %d shots hit a wall\n", hits, kShots);
  return hits > 0 ? 0 : 1;
}
