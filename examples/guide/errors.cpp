// SPDX-License-Identifier: MIT
#include <graze/graze.h>

#include <cstdio>

#include "guide.h"

using namespace graze;

void guide::errors() {
  Scene scene;
  add_body(scene, {.name = "box", .shape = Shape::from_box({1.0, 1.0, 1.0})});
  try {
    add_body(scene, {.name = "box", .shape = Shape::from_box({1.0, 1.0, 1.0})});
  } catch (const InputError& error) {
    std::printf("%s\n", error.what());
    std::printf("expected: %s\n", error.parts().expected.c_str());
  }
}
