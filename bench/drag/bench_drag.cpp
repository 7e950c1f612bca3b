// SPDX-License-Identifier: MIT
// A car's door pulled about in its frame: CPU time a tick, and whether it ever overlaps. [C12]
//   bench_drag [TICKS [TRIANGLES_CAR TRIANGLES_DOOR [FILE]]]
// FILE: targets and poses, for tests/page/engine_drag.mjs, which drags the same in WebAssembly.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>

#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "graze/query/drag.h"

namespace graze {
namespace {

Scene car_and_door(double car, double door) {
  Scene scene;
  scene.bodies.resize(2);
  scene.bodies[0].name = "car";
  scene.bodies[0].shape = Shape::from_mesh(make_shape("car_body", {{"triangles", car}}));
  scene.bodies[1].name = "door";
  scene.bodies[1].shape = Shape::from_mesh(make_shape("car_door", {{"triangles", door}}));
  return scene;
}

/// What a hand does: now here, now there, always near the frame of the car.
Pose pulled_to(std::mt19937_64& random, const Pose& home, double reach) {
  std::uniform_real_distribution<double> one(-1.0, 1.0);
  const Vec3 turn(0.15 * one(random), 0.15 * one(random), 0.3 * one(random));
  return {times(rotation_from_vector(turn), home.rotation),
          home.translation + reach * Vec3(one(random), one(random), one(random))};
}

/// Where the hand goes, as a file can hold it and scene.json is read.
struct Target {
  Vec3 place;
  Quat turn;

  explicit Target(const Pose& pose)
      : place(pose.translation), turn(quaternion_from_rotation(pose.rotation)) {}
  Pose pose() const { return {turn.normalized().toRotationMatrix(), place}; }
};

void write_pose(std::FILE* file, const char* name, const Target& pose) {
  const Vec3& p = pose.place;
  const Quat& q = pose.turn;
  std::fprintf(file, "\"%s\": [%.17g, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g]", name, p.x(),
               p.y(), p.z(), q.w(), q.x(), q.y(), q.z());
}

/// A line of the file: where it was pulled to, and where it went.
void write_tick(std::FILE* file, double skin, const Target& target, const Pose& pose) {
  if (file == nullptr) return;
  std::fprintf(file, "{\"skin\": %.17g, ", skin);
  write_pose(file, "target", target);
  std::fprintf(file, ", ");
  write_pose(file, "pose", Target(pose));
  std::fprintf(file, "}\n");
}

void drag_door(const PreparedScene& scene, double skin, int ticks, std::FILE* file) {
  const double size = scene.scene().bodies[1].shape.diagonal();
  Drag drag(scene, BodyId(1), {.skin = skin * size});
  std::mt19937_64 random(1);
  const Pose home = drag.pose();
  Target target(home);
  std::vector<double> milliseconds;
  int overlaps = 0, reached = 0;
  double way = 0.0;
  for (int k = 0; k < ticks; ++k) {
    if (k % 25 == 0) target = Target(pulled_to(random, home, 0.3 * size));
    const Vec3 before = drag.pose().translation;
    const std::clock_t begin = std::clock();
    const DragTick tick = drag.follow(target.pose());
    milliseconds.push_back(1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    overlaps += tick.state == DragState::kOverlapping || !(tick.gap > 0.0) ? 1 : 0;
    reached += tick.state == DragState::kReached ? 1 : 0;
    way += (tick.pose.translation - before).norm();
    write_tick(file, skin * size, target, tick.pose);
  }
  std::sort(milliseconds.begin(), milliseconds.end());
  const auto share = [&](double p) {
    return milliseconds[static_cast<std::size_t>(p * static_cast<double>(ticks - 1))];
  };
  std::printf("%8.0e %6d %9d %8d %8.2f %8.3f %8.3f %8.3f %8.3f\n", skin, ticks, overlaps, reached,
              way / size, share(0.5), share(0.9), share(0.99), share(1.0));
}

int run(int count, char** arguments) {
  const auto number = [&](int i, double other) {
    return count > i ? std::atof(arguments[i]) : other;
  };
  const PreparedScene scene(car_and_door(number(2, 29000), number(3, 16000)));
  std::printf("car %zu, door %zu triangles; CPU milliseconds a tick\n",
              scene.scene().bodies[0].shape.mesh().triangles().size(),
              scene.scene().bodies[1].shape.mesh().triangles().size());
  std::printf("    skin  ticks  overlaps  reached      way      p50      p90      p99      max\n");
  std::FILE* file = count > 4 ? std::fopen(arguments[4], "w") : nullptr;
  for (const double skin : {1e-3, 1e-4, 1e-5, 1e-6})
    drag_door(scene, skin, static_cast<int>(number(1, 1000)), file);
  if (file != nullptr) std::fclose(file);
  return 0;
}
}  // namespace
}  // namespace graze

int main(int count, char** arguments) { return graze::run(count, arguments); }
