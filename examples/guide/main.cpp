// SPDX-License-Identifier: MIT
#include <cstdio>
#include <utility>

#include "guide.h"

int main() {
  using namespace guide;
  constexpr std::pair<const char*, void (*)()> pages[] = {
      {"shape", shape},       {"motion", motion}, {"scene", scene},
      {"question", question}, {"report", report}, {"frames", frames},
      {"threads", threads},   {"errors", errors}, {"methods", methods}};
  for (const auto& [name, run] : pages) {
    std::printf("== %s\n", name);
    run();
  }
}
