// SPDX-License-Identifier: MIT
// All answers of a check as one JSON document; parse_report (read_report.h) reads it.       [G1,
// G3]
#pragma once
#include <graze/scene/check_result.h>

#include <optional>
#include <string>

namespace graze {

/// What the document says besides the answers.
struct CheckHeader {
  std::string file;                ///< what was checked
  std::optional<double> fps = {};  ///< frames per second: contacts then have the number of a frame
};

/// The document of `graze check`: report_document, of a robot robot_report_document, with `fps`,
/// `tube` and `clearance` where they were asked for.
std::string check_document(const Scene& scene, const CheckResult& result,
                           const CheckHeader& header);

}  // namespace graze
