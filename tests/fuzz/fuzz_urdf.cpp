// SPDX-License-Identifier: MIT
// URDF: any bytes give a robot that stands in a scene, or an InputError.
#include <cstdint>
#include <string_view>

#include "graze/base/error.h"
#include "graze/io/robot_io.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const graze::Robot robot =
        graze::parse_urdf({reinterpret_cast<const char*>(data), size}, "fuzz.urdf", "/nonexistent");
    graze::Scene scene;
    add_robot(scene, robot);
    check(scene);
  } catch (const graze::InputError&) {
  }
  return 0;
}
