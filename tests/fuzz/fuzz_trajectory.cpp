// SPDX-License-Identifier: MIT
// Trajectories and rigid paths: any bytes give numbers that fit together, or an InputError.
#include <cstdint>
#include <string_view>

#include "graze/base/error.h"
#include "graze/io/trajectory_io.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto attempt = [&](auto parse) {
    try {
      parse();
    } catch (const graze::InputError&) {
    }
  };
  attempt([&] { check(graze::parse_trajectory_csv(text, "fuzz.csv")); });
  attempt([&] { check(graze::parse_trajectory_json(text, "fuzz.json")); });
  attempt([&] { graze::parse_rigid_path(text, "fuzz.path"); });
  return 0;
}
