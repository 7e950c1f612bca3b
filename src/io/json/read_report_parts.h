// SPDX-License-Identifier: MIT
// What the readers of several documents share.
#pragma once
#include "graze/io/read_report.h"
#include "io/json/contact_json.h"

namespace graze::json {

/// The keys that documents over a span begin with.
ReportHeader read_header(const JsonCursor& root);

/// "robot", "limit_breaches", and the joints of each report that has a contact.
RobotPart read_robot_part(const JsonCursor& root);

}  // namespace graze::json
