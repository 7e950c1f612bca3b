// SPDX-License-Identifier: MIT
// A scene that lives: every frame bodies get new motions, some come and go, and one question is
// asked. What a world, a dragging hand or a planner does.
#include <graze/query/live_scene.h>

#include <cstdio>

namespace {
graze::Body brick(const char* name, const graze::Vec3& half_size) {
  graze::Body body;
  body.name = name;
  body.shape = graze::Shape::from_box(half_size);
  return body;
}

graze::Motion slide(const graze::Vec3& from, const graze::Vec3& to, const graze::Interval& frame) {
  return graze::Motion::between({graze::Mat3::Identity(), from}, {graze::Mat3::Identity(), to},
                                frame);
}
}  // namespace

int main() {
  graze::LiveScene scene;
  scene.add(brick("wall", {0.1, 1.0, 1.0}));
  const graze::BodyId hand = scene.add(brick("hand", {0.2, 0.2, 0.2}));

  for (int frame = 0; frame < 10; ++frame) {
    const graze::Interval span{0.1 * frame, 0.1 * (frame + 1)};
    // The hand was dragged from here to there since the last frame.
    scene.set_motion(hand, slide({-2.0 + 0.25 * frame, 0, 0}, {-1.75 + 0.25 * frame, 0, 0}, span));
    graze::ContactOptions options;
    options.span = span;
    const graze::PairReport first = scene.first_contact(options);
    if (first.report.outcome != graze::Outcome::kContact) continue;
    std::printf("'%s' meets '%s' at %.4f s\n", scene.body(first.a).name.c_str(),
                scene.body(first.b).name.c_str(), first.report.time.hi);
    return 0.67 < first.report.time.hi && first.report.time.hi < 0.69 ? 0 : 1;
  }
  return 1;
}
