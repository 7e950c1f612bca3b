// SPDX-License-Identifier: MIT
// A scene in a few lines: a bar spins beside a post. Its two end poses are free; the sweep is not.
#include <graze/query/first_contact.h>

#include <cstdio>
#include <numbers>

int main() {
  using namespace graze;
  Scene scene;
  add_body(scene, {.name = "bar",
                   .shape = Shape::from_box({1.0, 0.05, 0.05}),
                   .motion = Motion::screw({.angle = std::numbers::pi})});
  add_body(scene, {.name = "post",
                   .shape = Shape::from_box({0.05, 0.05, 1.0}),
                   .motion = Motion::still({Mat3::Identity(), {0.0, 0.8, 0.0}})});

  const ContactReport answer = first_contact(scene).report;
  std::printf("%s between %.9f s and %.9f s\n", std::string(name(answer.outcome)).c_str(),
              answer.time.lo, answer.time.hi);
  for (const Contact& contact : answer.contacts) {
    std::printf("at (%.6f, %.6f, %.6f)\n", contact.point.x(), contact.point.y(), contact.point.z());
  }
  return answer.outcome == Outcome::kContact ? 0 : 1;
}
