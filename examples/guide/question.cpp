// SPDX-License-Identifier: MIT
#include <graze/graze.h>

#include <cstdio>

#include "guide.h"

using namespace graze;

namespace {
Scene ball_past_post() {
  Scene scene;
  const Pose left{Mat3::Identity(), {-4.0, 0.0, 0.0}}, right{Mat3::Identity(), {4.0, 0.0, 0.0}};
  add_body(scene, {.name = "post", .shape = Shape::from_sphere({0, 0, 0}, 1.0)});
  add_body(scene, {.name = "ball",
                   .shape = Shape::from_sphere({0, 0, 0}, 1.0),
                   .motion = Motion::between(left, right)});
  return scene;
}
}  // namespace

void guide::question() {
  const Scene scene = ball_past_post();
  const PairReport first = first_contact(scene);  // the earliest contact of all pairs
  std::printf("touch at %.4f s\n", first.report.time.hi);

  for (const PairReport& pair : contacts_per_pair(scene)) {  // each pair's own
    std::printf("%s / %s: %s\n", scene.bodies[pair.a.index()].name.c_str(),
                scene.bodies[pair.b.index()].name.c_str(),
                std::string(name(pair.report.outcome)).c_str());
  }

  const PairClearance near = clearances_per_pair(scene, {.span = Interval(0.0, 0.2)})[0];
  std::printf("at least %.3f m apart until 0.2 s\n", near.clearance.distance.lo);

  const PairIntervals when = contact_intervals_per_pair(scene)[0];
  std::printf("they part at %.4f s\n", when.contacts.intervals[0].exit.hi);

  // Many questions about one scene: prepare it once, replace motions in each question.
  const PreparedScene ready(scene);
  SceneChange change;
  const Pose high{Mat3::Identity(), {-4.0, 0.0, 3.0}}, higher{Mat3::Identity(), {4.0, 0.0, 3.0}};
  change.motions.push_back({BodyId(1), Motion::between(high, higher)});
  const std::vector<PairReport> answers = first_contacts(ready, std::vector{change});
  std::printf("three metres higher: %s\n", std::string(name(answers[0].report.outcome)).c_str());
}
