// SPDX-License-Identifier: MIT
// Any bytes: a rigid query is refused with an InputError, or answered without an assertion.   [C5]
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "graze/base/error.h"
#include "graze/io/rigid_queries.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const graze::RigidQuery query = graze::parse_rigid_query(text, "fuzz");
    graze::CertifiedOptions options;
    options.budget.max_tests = 10'000;
    graze::first_contact_certified(query.a, query.b, options);
  } catch (const graze::InputError&) {
  }
  return 0;
}
