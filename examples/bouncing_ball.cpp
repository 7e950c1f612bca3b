// SPDX-License-Identifier: MIT
// A ball is thrown over a floor: it bounces and friction makes it spin. Three controllers act on it
// in the same step: gravity, a wind of our own, and the response to collisions.
#include <graze/dynamics/impulse_response.h>
#include <graze/geometry/shapes.h>

#include <cstdio>

namespace {
/// A controller in a few lines: it knows its object by id, asks for its state and pushes it.
class Wind : public graze::Controller {
 public:
  explicit Wind(graze::ObjectId ball) : ball_(ball) {}

  void begin_step(graze::World& world, double) override {
    const graze::Vec3 air(-1.0, 0.0, 0.0);
    const graze::AcceleratedState state = world.object(ball_).state();
    graze::StateChange change;
    change.acceleration = 0.2 * (air - state.velocity);
    world.change(ball_, change);
  }

 private:
  graze::ObjectId ball_;
};
}  // namespace

int main() {
  using namespace graze;
  const auto floor = std::make_shared<RigidBody>(
      make_fixed_body(Shape::from_box({20, 20, 0.5}), {Mat3::Identity(), {0, 0, -0.5}}));
  const Shape sphere = Shape::from_mesh(make_shape("icosphere", {{"triangles", 320}}));
  const auto ball =
      std::make_shared<RigidBody>(make_rigid_body(sphere, {Mat3::Identity(), {0, 0, 2}}, 1.0));
  ball->matter.restitution = floor->matter.restitution = 0.7;
  ball->state.velocity = {3, 0, 0};

  World world;
  world.add(rigid_object("floor", floor));
  const ObjectId ball_id = world.add(rigid_object("ball", ball));
  world.add(std::make_unique<Gravity>());
  world.add(std::make_unique<Wind>(ball_id));
  world.add(std::make_unique<ImpulseResponse>());

  int bounces = 0;
  for (int i = 0; i < 120; ++i) {
    for (const Collision& hit : world.step(1.0 / 60.0).collisions) {
      ++bounces;
      std::printf("t = %.4f s  x = %5.2f  %-11s  speed up %5.2f  spin %6.2f rad/s  (%s)\n",
                  hit.event.time, ball->state.pose.translation.x(),
                  std::string(name(hit.event.kind)).c_str(), ball->state.velocity.z(),
                  ball->state.angular_velocity.y(), std::string(name(hit.report.method)).c_str());
    }
  }
  return bounces > 0 && ball->state.angular_velocity.y() > 0.0 ? 0 : 1;
}
