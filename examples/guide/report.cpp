// SPDX-License-Identifier: MIT
#include <graze/graze.h>

#include <cstdio>

#include "guide.h"

using namespace graze;

namespace {
void tell(const ContactReport& report) {
  switch (report.outcome) {
    case Outcome::kSeparated:
      std::puts("free at every instant of the span");
      break;
    case Outcome::kContact:
      std::printf("free before %.6f s; within %.0e m at %.6f s\n", report.time.lo, report.tolerance,
                  report.time.hi);
      for (const Contact& contact : report.contacts) {
        std::printf("normal %.1f %.1f %.1f, %s against %s\n", contact.normal.x(),
                    contact.normal.y(), contact.normal.z(),
                    std::string(name(contact.feature_a.kind)).c_str(),
                    std::string(name(contact.feature_b.kind)).c_str());
      }
      break;
    case Outcome::kOverlapAtStart:
      std::puts("they overlap from the start");
      break;
    case Outcome::kUndecided:
      std::printf("not known; free before %.6f s\n", report.time.lo);
      break;
  }
  if (report.guarantee == Guarantee::kProved) std::puts("proved");
}
}  // namespace

void guide::report() {
  Scene scene;
  add_body(scene, {.name = "table", .shape = Shape::from_box({1.0, 1.0, 0.1})});
  const Shape tip = Shape::from_mesh(make_shape("cone", {{"radius", 0.1}, {"height", 0.2}}));
  const Mat3 down = Eigen::AngleAxisd(3.141592653589793, Vec3::UnitX()).toRotationMatrix();
  add_body(scene, {.name = "tip",
                   .shape = tip,
                   .motion = Motion::between({down, {0.0, 0.0, 1.2}}, {down, {0.0, 0.0, 0.0}})});
  tell(first_contact(scene, {.tolerance = 1e-6}).report);
  tell(first_contact(scene, {.span = Interval(0.0, 0.5)}).report);
}
