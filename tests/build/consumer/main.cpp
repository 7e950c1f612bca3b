// SPDX-License-Identifier: MIT
// The example of README.md, word for word, from installed headers only.
#include <graze/query/first_contact.h>

#include <cstdio>

int main() {
  using namespace graze;
  // A rod beside a wall makes half a turn: free at the start, free at the end.
  Scene scene;
  add_body(scene, {.name = "wall", .shape = Shape::from_box({0.1, 2.0, 2.0})});
  Motion::ScrewParameters turn;
  turn.begin.translation = turn.point = {1.0, 0.0, 0.0};
  turn.axis = {0.0, 0.0, 1.0};
  turn.angle = 3.14159;
  add_body(scene, {.name = "rod",
                   .shape = Shape::from_box({0.05, 1.0, 0.05}),
                   .motion = Motion::screw(turn, {0.0, 1.0})});

  const ContactReport report = first_contact(scene).report;
  if (report.outcome == Outcome::kContact) {
    std::printf("no contact before %.6f s; at %.6f s nearer than %.1e m\n", report.time.lo,
                report.time.hi, report.tolerance);
  }
}
