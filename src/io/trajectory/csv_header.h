// SPDX-License-Identifier: MIT
// The first line of a table of joint values, as people and recorders write it.                [G3]
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "graze/scene/joint_trajectory.h"

namespace graze::csv {

/// A line that is neither empty nor a comment.
struct Line {
  std::size_t number = 0;
  std::string_view text;
};

std::string_view trimmed(std::string_view text);
std::vector<std::string_view> fields_of(std::string_view line, char separator);
[[noreturn]] void refuse(const std::string& place, std::size_t line, std::string found,
                         std::string expected, std::string advice = {});

/// Where a column's numbers go.
struct Column {
  enum class Role { kTime, kJoint, kName, kSkipped };
  Role role = Role::kTime;
  std::size_t joint = 0;
  std::vector<double> TrajectoryPoint::*numbers = nullptr;
  std::string name = {};  ///< kName: what stands in every row
};

struct CsvHeader {
  std::vector<std::string> joints;
  std::vector<Column> columns;
  char separator = ',';
  double time_unit = 0.0;  ///< seconds; 0: found from the numbers
};

/// Of PlotJuggler (__time, /joint_states/elbow/position), of rostopic echo -p (%time, field.name0,
/// field.position0), or plain: time, elbow, elbow.velocity. Throws InputError unless all joints
/// have positions, and all or none velocities and accelerations.
CsvHeader read_header(const std::vector<Line>& lines, const std::string& place);

}  // namespace graze::csv
