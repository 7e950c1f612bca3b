// SPDX-License-Identifier: MIT
// 3MF: any bytes give a mesh or an InputError.
#include <cstdint>
#include <string_view>

#include "graze/base/error.h"
#include "graze/io/mesh_io.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    graze::parse_3mf({reinterpret_cast<const char*>(data), size}, "fuzz.3mf");
  } catch (const graze::InputError&) {
  }
  return 0;
}
