// SPDX-License-Identifier: MIT
// What a robot's report says beside the pairs: segments, joint values, limits, clearance. [G3]
#pragma once
#include <span>
#include <string>
#include <vector>

#include "graze/contact/pair_report.h"
#include "graze/query/prepared_scene.h"
#include "robot_scene.h"

namespace graze::tool {

/// Pairs of which one body starts inside the other, as reports of an overlap at the start; those
/// already reported to overlap are left out.
std::vector<PairReport> contained_pairs(const PreparedScene& scene,
                                        std::span<const PairReport> reports);

/// For each contact the waypoint segment, the joints' values there and at the last safe time.
std::string contact_details(const RobotScene& robot, std::span<const PairReport> reports);

/// Limits that the trajectory or the state at rest breaks, a line each; empty if none.
std::string limit_lines(const RobotScene& robot);

/// The document of report_document with `segment`, `joints` and `joints_last_safe` in each contact,
/// and `limit_breaches`.
std::string with_robot_details(const std::string& document, const RobotScene& robot,
                               std::span<const PairReport> reports);

/// Smallest distance of all checked pairs at `samples` times and, proved, over the whole span.
struct ClearanceCurve {
  struct Sample {
    double time = 0.0;
    PairClearance nearest;
  };
  std::vector<Sample> samples;
  PairClearance smallest;  ///< over the span
};
ClearanceCurve clearance_curve(const PreparedScene& scene, const ContactOptions& options,
                               std::size_t samples);
std::string curve_text(const RobotScene& robot, const ClearanceCurve& curve);

}  // namespace graze::tool
