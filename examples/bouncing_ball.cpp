// SPDX-License-Identifier: MIT
// A ball is thrown over a floor against a wind: it bounces, friction makes it spin, and in the end
// it rolls. It never enters the floor.
#include <graze/dynamics/world.h>

#include <cstdio>

int main() {
  using namespace graze;
  WorldOptions options;
  options.material = {.friction = 0.5, .restitution = 0.7, .rolling = 0.0, .spinning = 0.0};
  World world(options);
  WorldBody floor{.body = {.name = "floor", .shape = Shape::from_box({20, 20, 0.5})},
                  .role = Role::kStatic};
  floor.body.motion = Motion::still({Mat3::Identity(), {0, 0, -0.5}});
  world.add(floor);
  WorldBody ball{.body = {.name = "ball", .shape = Shape::from_sphere({0, 0, 0}, 1.0)},
                 .velocity = {3, 0, 0}};
  ball.body.motion = Motion::still({Mat3::Identity(), {0, 0, 2}});
  const BodyId id = world.add(ball);

  int bounces = 0;
  for (int i = 0; i < 120; ++i) {
    const Vec3 air(-1.0, 0.0, 0.0);
    world.set_force(id, 0.2 * (air - world.state(id).velocity));
    for (const WorldImpact& hit : world.step().impacts) {
      ++bounces;
      std::printf("t = %.4f s  x = %5.2f  hit at %5.2f  speed up %5.2f  spin %6.2f rad/s\n",
                  hit.time, hit.point.x(), hit.speed, world.state(id).velocity.z(),
                  world.state(id).angular_velocity.y());
    }
  }
  return bounces > 0 && world.state(id).angular_velocity.y() > 0.0 ? 0 : 1;
}
