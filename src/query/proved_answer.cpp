// SPDX-License-Identifier: MIT
#include "query/proved_answer.h"

namespace graze::query {

ContactReport proved_answer(const PairQuestion& question) {
  const bool has_bounds =
      question.a.frame_from_shape.has_bounds() && question.b.frame_from_shape.has_bounds();
  const Method method = has_bounds ? Method::kCertified : Method::kBisection;
  return graze::answer(question, {.method = method});
}

}  // namespace graze::query
