// SPDX-License-Identifier: MIT
#include <graze/graze.h>

#include <cstdio>

#include "guide.h"

using namespace graze;

void guide::scene() {
  Scene cell;
  cell.units = "m";        // said in reports; nothing is converted
  cell.span = {0.0, 2.0};  // seconds
  add_body(cell,
           {.name = "table", .shape = Shape::from_box({1.0, 1.0, 0.02}), .groups = {"furniture"}});
  const BodyId arm = add_body(cell, {.name = "arm",
                                     .shape = Shape::from_box({0.05, 0.05, 0.5}),
                                     .motion = Motion::still({Mat3::Identity(), {0, 0, 0.52}})});
  add_body(cell, {.name = "hand",
                  .shape = Shape::from_sphere({0, 0, 0}, 0.1),
                  .motion = Motion::still({Mat3::Identity(), {0, 0, 0.7}}),
                  .parent = arm});  // its motion is seen from the arm

  cell.may_touch = {{"arm", "furniture"}, {"arm", "hand"}};  // names of bodies or groups
  std::printf("%zu of 3 pairs are asked about\n", checked_pairs(cell).size());

  const Pose hand = pose_at(world_motion(cell, *find_body(cell, "hand")), 0.0);
  std::printf("the hand is at z = %.2f m\n", hand.translation.z());
}
