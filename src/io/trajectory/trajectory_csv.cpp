// SPDX-License-Identifier: MIT
#include <cmath>

#include "graze/base/error.h"
#include "graze/io/trajectory_io.h"
#include "io/decimal.h"
#include "io/text_cursor.h"
#include "io/trajectory/csv_header.h"

namespace graze {
namespace {
using csv::Column;
using csv::CsvHeader;
using csv::fields_of;
using csv::Line;
using csv::refuse;

/// Lines that are neither empty nor a comment ('#').
std::vector<Line> content_lines(std::string_view text) {
  std::vector<Line> lines;
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // spreadsheets write it
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    const std::string_view line = csv::trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.front() != '#') lines.push_back({number, line});
  }
  return lines;
}

double read_number(std::string_view field, const std::string& place, std::size_t line) {
  const io::Decimal decimal = io::parse_decimal(field.data(), field.data() + field.size());
  if (decimal.end == field.data() + field.size() && std::isfinite(decimal.value))
    return decimal.value;
  if (field.empty()) {
    refuse(place, line, "an empty cell", "a finite number",
           "record all joints in one message, or leave the row out");
  }
  refuse(place, line, io::quoted(field), "a finite number",
         field.find(',') != std::string_view::npos ? "write decimals with a point" : "");
}

std::vector<std::string_view> cells_of(const Line& line, const CsvHeader& header,
                                       const std::string& place) {
  auto fields = fields_of(line.text, header.separator);
  if (fields.size() == header.columns.size()) return fields;
  refuse(place, line.number, std::to_string(fields.size()) + " columns",
         std::to_string(header.columns.size()) + ", as in the first line");
}

/// Recorders of several topics give each message a row, in which the cells of the others are empty.
bool is_about_no_joint(const std::vector<std::string_view>& cells, const CsvHeader& header) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (header.columns[i].role == Column::Role::kJoint && !cells[i].empty()) return false;
  }
  return true;
}

TrajectoryPoint read_point(const std::vector<std::string_view>& fields, const Line& line,
                           const CsvHeader& header, const std::string& place) {
  TrajectoryPoint point;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Column& column = header.columns[i];
    if (column.role == Column::Role::kSkipped) continue;
    if (column.role == Column::Role::kName) {
      if (fields[i] == column.name) continue;
      refuse(place, line.number, io::quoted(fields[i]),
             "'" + column.name + "', as in the first row",
             "record messages that list the joints in one order");
    }
    const double number = read_number(fields[i], place, line.number);
    if (column.role == Column::Role::kTime) {
      point.time = number;
    } else {
      (point.*column.numbers).resize(header.joints.size());
      (point.*column.numbers)[column.joint] = number;
    }
  }
  return point;
}

/// Recordings count from 1970, some in nanoseconds; such times are shifted to begin at 0.
void shift_recorded_times(double unit, TrajectoryFile& file) {
  std::vector<TrajectoryPoint>& points = file.trajectory.points;
  const double first = points.front().time;
  if (unit == 0.0 && first < 1e8) return;
  if (unit == 0.0) unit = first > 1e16 ? 1e-9 : 1.0;
  for (TrajectoryPoint& point : points) point.time = (point.time - first) * unit;
  file.warnings.push_back("times of a recording: the first one is taken as 0 s");
}
}  // namespace

TrajectoryFile parse_trajectory_table(std::string_view text, const std::string& place) {
  const auto lines = content_lines(text);
  if (lines.empty()) throw InputError({place, "no lines", "a first line 'time,joint,joint,…'", ""});
  const CsvHeader header = read_header(lines, place);
  TrajectoryFile file;
  JointTrajectory& trajectory = file.trajectory;
  trajectory.joints = header.joints;
  std::size_t left_out = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto cells = cells_of(lines[i], header, place);
    if (is_about_no_joint(cells, header)) {
      ++left_out;
      continue;
    }
    trajectory.points.push_back(read_point(cells, lines[i], header, place));
    const std::size_t last = trajectory.points.size() - 1;
    if (last > 0 && !(trajectory.points[last - 1].time < trajectory.points[last].time)) {
      refuse(place, lines[i].number, "a time that is not later than the one before",
             "times that ascend");
    }
  }
  if (trajectory.points.empty())
    throw InputError({place, "no waypoints", "at least one line of numbers", ""});
  if (left_out > 0) {
    file.warnings.push_back("rows without a value of any joint are left out: " +
                            std::to_string(left_out));
  }
  trajectory.interpolation = natural_interpolation(trajectory);
  shift_recorded_times(header.time_unit, file);
  check(trajectory);
  return file;
}

JointTrajectory parse_trajectory_csv(std::string_view text, const std::string& place) {
  return parse_trajectory_table(text, place).trajectory;
}

std::vector<TimedPose> parse_rigid_path(std::string_view text, const std::string& place) {
  std::vector<TimedPose> poses;
  for (const Line& line : content_lines(text)) {
    double n[7];
    io::TextCursor cursor(line.text, place);
    for (double& x : n) {
      if (cursor.at_line_end())
        refuse(place, line.number, "fewer than 7 numbers", "x y z qx qy qz qw");
      const std::string_view word = cursor.word();
      x = read_number(word, place, line.number);
    }
    if (!cursor.at_line_end())
      refuse(place, line.number, "more than 7 numbers", "x y z qx qy qz qw");
    const Quat q(n[6], n[3], n[4], n[5]);
    if (!(std::fabs(q.norm() - 1.0) <= 1e-3)) {
      refuse(place, line.number, "a quaternion of length " + std::to_string(q.norm()),
             "length 1 to 1e-3");
    }
    poses.push_back({static_cast<double>(poses.size()),
                     {q.normalized().toRotationMatrix(), Vec3(n[0], n[1], n[2])}});
  }
  if (poses.empty()) throw InputError({place, "no poses", "lines of x y z qx qy qz qw", ""});
  return poses;
}

}  // namespace graze
