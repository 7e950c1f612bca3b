// SPDX-License-Identifier: MIT
#include "check_result.h"

#include <fmt/format.h>

#include <algorithm>

#include "nothing_checked.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {

int exit_code_of(const CheckOutput& result) {
  const OutcomeCounts counts = count_outcomes(result.reports);
  if (counts.contacts + counts.overlaps > 0) return kFound;
  if (result.limits_fail && !result.breaches.empty()) return kFound;
  if (counts.undecided > 0 || (result.tube && !result.tube->is_free())) return kUnknown;
  return result.checked_pairs == 0 && !result.may_be_empty ? kNothing : kFine;
}

std::string why_empty(const Scene& scene, const CheckOutput& result) {
  if (result.checked_pairs > 0) return "";
  const std::size_t shapes = count_shapes(scene);
  if (shapes == 1 && std::ranges::any_of(scene.bodies, &Body::deforms)) {
    return "only one body has a shape; --self checks it against itself, and graze crossings asks "
           "what is new against its rest pose";
  }
  if (!result.robot && !result.moves && shapes > 1) {
    return fmt::format("the file has no animation, so none of its {} moves",
                       counted(shapes, "body"));
  }
  return why_no_pair(scene, result.robot != nullptr);
}

}  // namespace graze::tool
