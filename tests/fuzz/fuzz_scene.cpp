// SPDX-License-Identifier: MIT
// scene.json: any bytes give a scene that can be asked about, or an InputError.
#include <cstdint>
#include <string_view>

#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/query/first_contact.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const graze::Scene scene = graze::parse_scene({reinterpret_cast<const char*>(data), size},
                                                  "fuzz.json", "/nonexistent");
    graze::ContactOptions options;
    options.threads = 1;
    options.budget.max_tests = 1000;
    graze::contacts_per_pair(scene, options);
  } catch (const graze::InputError&) {
  }
  return 0;
}
