// SPDX-License-Identifier: MIT
// What a call from Python costs above the same call from C++. This is the C++ side: it reads what
// to do from standard input, line by line, and answers with seconds of processor time. The other
// side, compare.py, starts it and takes turns with it.
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "graze/io/robot_io.h"
#include "graze/query/first_contact.h"
#include "graze/query/motion_checker.h"
#include "graze/query/prepared_scene.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {

PreparedScene two_balls() {
  Scene scene;
  const Shape ball = Shape::from_sphere(Vec3::Zero(), 1.0);
  const Pose from{Mat3::Identity(), {-4.0, 0.0, 0.0}}, to{Mat3::Identity(), {4.0, 0.0, 0.0}};
  add_body(scene, {.name = "still", .shape = ball});
  add_body(scene, {.name = "flying", .shape = ball, .motion = Motion::between(from, to)});
  return PreparedScene(scene);
}

MotionChecker arm_checker(const std::string& folder) {
  Robot arm = load_urdf(folder + "/arm.urdf");
  load_srdf(folder + "/arm.srdf", arm);
  Scene world;
  const auto at = [](const Vec3& place) { return Motion::still({Mat3::Identity(), place}); };
  add_body(world, {.name = "table",
                   .shape = Shape::from_box({1.0, 1.0, 0.05}),
                   .motion = at({0.0, 0.0, -0.2})});
  add_body(world,
           {.name = "post", .shape = Shape::from_capsule({0.6, 0.3, 0.0}, {0.6, 0.3, 1.0}, 0.05)});
  return MotionChecker(arm, world);
}

std::vector<double> numbers_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::vector<double> numbers(static_cast<std::size_t>(file.tellg()) / sizeof(double));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(numbers.data()),
            static_cast<std::streamsize>(numbers.size() * sizeof(double)));
  return numbers;
}

/// Seconds of processor time of `count` questions.
double ask(const PreparedScene& scene, int count) {
  const ContactOptions options{.threads = 1};
  int touching = 0;
  const double begin = process_seconds();
  for (int i = 0; i < count; ++i) {
    touching += first_contact(scene, options).report.outcome == Outcome::kContact;
  }
  const double seconds = process_seconds() - begin;
  return touching == count ? seconds : -1.0;
}

void check(const MotionChecker& checker, const std::vector<double>& edges) {
  const double begin = process_seconds();
  const std::vector<MotionCheck> checks = checker.check_edges(edges, 1);
  const double seconds = process_seconds() - begin;
  std::size_t free = 0;
  for (const MotionCheck& one : checks) free += one.is_free();
  std::cout << seconds << " " << free << std::endl;
}

int serve(const std::string& robots, const std::string& edges_file) {
  const PreparedScene balls = two_balls();
  const MotionChecker checker = arm_checker(robots);
  const std::vector<double> edges = numbers_of(edges_file);
  std::string word;
  while (std::cin >> word) {
    if (word == "edges") {
      check(checker, edges);
    } else {
      std::cout << ask(balls, std::stoi(word)) << std::endl;
    }
  }
  return 0;
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  if (argc == 3) return graze::bench::serve(argv[1], argv[2]);
  std::cout << "started by bench/python/compare.py\n";
}
