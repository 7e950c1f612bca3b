// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>

#include "graze/base/error.h"
#include "graze/io/trajectory_io.h"
#include "io/decimal.h"
#include "io/text_cursor.h"

namespace graze {
namespace {
constexpr std::size_t kMostColumns = 10'000;

struct Line {
  std::size_t number = 0;
  std::string_view text;
};

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Lines that are not empty and no comment ('#').
std::vector<Line> content_lines(std::string_view text) {
  std::vector<Line> lines;
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // spreadsheets write it
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.front() != '#') lines.push_back({number, line});
  }
  return lines;
}

std::vector<std::string_view> fields_of(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  while (true) {
    const auto end = line.find(separator);
    std::string_view field = trimmed(line.substr(0, end));
    if (field.size() > 1 && field.front() == '"' && field.back() == '"') {
      field = field.substr(1, field.size() - 2);
    }
    fields.push_back(field);
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

/// What stands between the names of the first line.
char separator_of(std::string_view header) {
  for (const char c : {';', ',', '\t'}) {
    if (header.find(c) != std::string_view::npos) return c;
  }
  return ',';
}

/// Where a column's numbers go.
struct Column {
  enum class Role { kTime, kJoint, kSkipped };
  Role role = Role::kTime;
  std::size_t joint = 0;
  std::vector<double> TrajectoryPoint::*numbers = nullptr;
};

struct CsvHeader {
  std::vector<std::string> joints;
  std::vector<Column> columns;
  char separator = ',';
};

/// PlotJuggler's __time, rostopic's %time (in nanoseconds).
bool is_time(std::string_view field) {
  for (const std::string_view name :
       {"time", "t", "Time", "__time", "%time", "timestamp", "time_s"}) {
    if (field == name) return true;
  }
  return false;
}

/// What a column of a joint is about, told by the ending of its name.
struct Ending {
  std::string_view text;
  std::vector<double> TrajectoryPoint::*numbers;  ///< null: not read
};
constexpr Ending kEndings[] = {
    {".velocity", &TrajectoryPoint::velocities}, {".acceleration", &TrajectoryPoint::accelerations},
    {".position", &TrajectoryPoint::positions},  {".effort", nullptr},
    {"/velocity", &TrajectoryPoint::velocities}, {"/acceleration", &TrajectoryPoint::accelerations},
    {"/position", &TrajectoryPoint::positions},  {"/effort", nullptr}};

[[noreturn]] void refuse(const std::string& place, std::size_t line, std::string found,
                         std::string expected, std::string advice = {}) {
  throw InputError({place + ":" + std::to_string(line), std::move(found), std::move(expected),
                    std::move(advice)});
}

/// "elbow.velocity" is the elbow's velocity; of "/joint_states/elbow/position" the topic goes, and
/// what is no joint there (/joint_states/header/seq) is passed over.
Column column_of(std::string_view field, std::vector<std::string>& joints) {
  Column column{Column::Role::kJoint, 0, &TrajectoryPoint::positions};
  bool is_told = false;
  for (const Ending& ending : kEndings) {
    if (!field.ends_with(ending.text) || field.size() == ending.text.size()) continue;
    field.remove_suffix(ending.text.size());
    column.numbers = ending.numbers;
    is_told = true;
    break;
  }
  const bool is_topic = field.starts_with('/') || field.starts_with("field.");
  if (column.numbers == nullptr || (is_topic && !is_told)) return {Column::Role::kSkipped};
  if (is_topic)
    field.remove_prefix(field.rfind('/') == std::string_view::npos ? 0 : field.rfind('/') + 1);
  const auto found = std::find(joints.begin(), joints.end(), field);
  column.joint = static_cast<std::size_t>(found - joints.begin());
  if (found == joints.end()) joints.emplace_back(field);
  return column;
}

CsvHeader read_header(const Line& line, const std::string& place) {
  CsvHeader header;
  header.separator = separator_of(line.text);
  const auto fields = fields_of(line.text, header.separator);
  if (fields.size() > kMostColumns) refuse(place, line.number, "more than 10,000 columns", "fewer");
  if (!is_time(fields[0])) {
    refuse(place, line.number, io::quoted(fields[0]), "a first line 'time,joint,joint,…'",
           "name the columns: time in seconds, then the joints");
  }
  header.columns.push_back({});
  for (std::size_t i = 1; i < fields.size(); ++i) {
    if (fields[i].empty()) refuse(place, line.number, "an empty column name", "a joint's name");
    header.columns.push_back(column_of(fields[i], header.joints));
    if (std::count(fields.begin(), fields.end(), fields[i]) > 1) {
      refuse(place, line.number, io::quoted(fields[i]) + " a second time", "each column once");
    }
  }
  return header;
}

/// How many of the header's columns go to each list: all joints or none.
void check_header(const CsvHeader& header, const Line& line, const std::string& place) {
  const auto count = [&](std::vector<double> TrajectoryPoint::*member) {
    return static_cast<std::size_t>(std::count_if(
        header.columns.begin() + 1, header.columns.end(),
        [&](const Column& c) { return c.role == Column::Role::kJoint && c.numbers == member; }));
  };
  const std::size_t joints = header.joints.size();
  if (joints == 0) refuse(place, line.number, "no joint", "at least one column beside time");
  if (count(&TrajectoryPoint::positions) != joints) {
    refuse(place, line.number, "a joint without a column of positions", "positions of every joint");
  }
  for (const auto member : {&TrajectoryPoint::velocities, &TrajectoryPoint::accelerations}) {
    const std::size_t here = count(member);
    if (here != 0 && here != joints) {
      refuse(place, line.number, "velocities or accelerations of some joints only",
             "of all or none");
    }
  }
}

double read_number(std::string_view field, const std::string& place, std::size_t line) {
  const io::Decimal decimal = io::parse_decimal(field.data(), field.data() + field.size());
  if (decimal.end == field.data() + field.size() && std::isfinite(decimal.value))
    return decimal.value;
  refuse(place, line, io::quoted(field), "a finite number",
         field.find(',') != std::string_view::npos ? "decimals are written with a point" : "");
}

TrajectoryPoint read_point(const Line& line, const CsvHeader& header, const std::string& place) {
  const auto fields = fields_of(line.text, header.separator);
  if (fields.size() != header.columns.size()) {
    refuse(place, line.number, std::to_string(fields.size()) + " columns",
           std::to_string(header.columns.size()) + ", as in the first line");
  }
  TrajectoryPoint point;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Column& column = header.columns[i];
    if (column.role == Column::Role::kSkipped) continue;
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

/// Recordings count from 1970, some in nanoseconds; ours begin at 0 then.
void shift_recorded_times(TrajectoryFile& file) {
  std::vector<TrajectoryPoint>& points = file.trajectory.points;
  const double first = points.front().time;
  if (first < 1e8) return;
  const double unit = first > 1e16 ? 1e-9 : 1.0;
  for (TrajectoryPoint& point : points) point.time = (point.time - first) * unit;
  file.warnings.push_back("times of a recording: the first one is taken as 0 s");
}
}  // namespace

TrajectoryFile parse_trajectory_table(std::string_view text, const std::string& place) {
  const auto lines = content_lines(text);
  if (lines.empty()) throw InputError({place, "no lines", "a first line 'time,joint,joint,…'", ""});
  const CsvHeader header = read_header(lines[0], place);
  check_header(header, lines[0], place);
  TrajectoryFile file;
  JointTrajectory& trajectory = file.trajectory;
  trajectory.joints = header.joints;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    trajectory.points.push_back(read_point(lines[i], header, place));
    const std::size_t last = trajectory.points.size() - 1;
    if (last > 0 && !(trajectory.points[last - 1].time < trajectory.points[last].time)) {
      refuse(place, lines[i].number, "a time that is not after the one before",
             "times that ascend");
    }
  }
  if (trajectory.points.empty())
    throw InputError({place, "no waypoints", "at least one line of numbers", ""});
  trajectory.interpolation = natural_interpolation(trajectory);
  shift_recorded_times(file);
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
