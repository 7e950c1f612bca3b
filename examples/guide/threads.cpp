// SPDX-License-Identifier: MIT
#include <graze/graze.h>

#include <atomic>
#include <cstdio>
#include <set>
#include <thread>

#include "guide.h"

using namespace graze;

void guide::threads() {
  Scene scene;
  const Shape gear = Shape::from_mesh(make_shape("gear"));
  add_body(scene, {.name = "one", .shape = gear});
  add_body(scene,
           {.name = "other",
            .shape = gear,
            .motion = Motion::screw(
                {.begin = {Mat3::Identity(), {1.05, 0, 0}}, .axis = {0, 0, 1}, .angle = 6.0})});
  const PreparedScene ready(scene);

  std::set<double> times;
  for (const int threads : {1, 2, 0}) {  // 0: all cores
    times.insert(first_contact(ready, {.threads = threads}).report.time.hi);
  }
  std::printf("%zu answer for any number of threads\n", times.size());

  std::vector<std::jthread> askers;
  std::atomic<int> asked = 0;
  for (int i = 0; i < 4; ++i) {
    askers.emplace_back([&] { asked += first_contact(ready).report.time.hi == *times.begin(); });
  }
  askers.clear();
  std::printf("%d threads asked one scene\n", asked.load());

  std::atomic<bool> stop = true;  // another thread, or a signal handler, sets it
  ContactOptions options;
  options.budget = {.max_tests = 1'000'000, .max_seconds = 0.5, .cancel = &stop};
  const ContactReport cut = first_contact(ready, options).report;
  std::printf("%s: %s\n", std::string(name(cut.outcome)).c_str(),
              std::string(name(cut.undecided)).c_str());
}
