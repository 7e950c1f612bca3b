// SPDX-License-Identifier: MIT
// MoveIt's .scene text: any bytes give a planning scene, or an InputError.
#include <cstdint>
#include <string_view>

#include "graze/base/error.h"
#include "graze/io/planning_scene.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    graze::parse_scene_text({reinterpret_cast<const char*>(data), size}, "fuzz.scene");
  } catch (const graze::InputError&) {
  }
  return 0;
}
