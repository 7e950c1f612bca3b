// SPDX-License-Identifier: MIT
// Any bytes: a set of linear queries is refused with an InputError, or every query of it is
// answered without an assertion.                                                              [C5]
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "graze/base/error.h"
#include "graze/io/linear_queries.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto kind : {graze::LinearKind::kVertexFace, graze::LinearKind::kEdgeEdge}) {
    try {
      const auto set = graze::parse_linear_queries(text, "fuzz", kind);
      for (const auto& query : set.queries) {
        graze::first_contact_linear(query, {.max_steps = 1000});
      }
    } catch (const graze::InputError&) {
    }
  }
  return 0;
}
