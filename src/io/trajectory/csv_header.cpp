// SPDX-License-Identifier: MIT
#include "io/trajectory/csv_header.h"

#include <algorithm>
#include <map>

#include "graze/base/error.h"
#include "io/text_cursor.h"

namespace graze::csv {
namespace {
constexpr std::size_t kMostColumns = 10'000;

/// The character between the names of the first line.
char separator_of(std::string_view header) {
  for (const char c : {';', ',', '\t'}) {
    if (header.find(c) != std::string_view::npos) return c;
  }
  return ',';
}

/// PlotJuggler's __time, rostopic's %time (in nanoseconds).
bool is_time(std::string_view field) {
  for (const std::string_view name :
       {"time", "t", "Time", "__time", "%time", "timestamp", "time_s"}) {
    if (field == name) return true;
  }
  return false;
}

/// The number at the end of rostopic's columns of arrays, "field.position12".
std::string_view number_of(std::string_view field, std::string_view name) {
  if (!field.starts_with(name)) return {};
  field.remove_prefix(name.size());
  return field.find_first_not_of("0123456789") == std::string_view::npos ? field : "";
}

/// Columns of rostopic echo -p are numbered, and name their joints in every row: "field.name3"
/// holds the name of what "field.position3" is about. The same columns by the names of the first
/// row.
std::vector<std::string> named_columns(const std::vector<std::string_view>& fields,
                                       const std::vector<std::string_view>& first_row) {
  std::map<std::string_view, std::string_view> names;
  for (std::size_t i = 0; i < std::min(fields.size(), first_row.size()); ++i) {
    const std::string_view number = number_of(fields[i], "field.name");
    if (!number.empty()) names[number] = first_row[i];
  }
  std::vector<std::string> columns(fields.begin(), fields.end());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    for (const std::string kind : {"position", "velocity", "effort"}) {
      const auto name = names.find(number_of(fields[i], "field." + kind));
      if (name != names.end()) columns[i] = std::string(name->second) + "." + kind;
    }
  }
  return columns;
}

/// What a joint's column is about, by the ending of its name.
struct Ending {
  std::string_view text;
  std::vector<double> TrajectoryPoint::*numbers;  ///< null: not read
};
constexpr Ending kEndings[] = {
    {".velocity", &TrajectoryPoint::velocities}, {".acceleration", &TrajectoryPoint::accelerations},
    {".position", &TrajectoryPoint::positions},  {".effort", nullptr},
    {"/velocity", &TrajectoryPoint::velocities}, {"/acceleration", &TrajectoryPoint::accelerations},
    {"/position", &TrajectoryPoint::positions},  {"/effort", nullptr}};

/// "elbow.velocity" is the elbow's velocity; of "/joint_states/elbow/position" the topic goes, and
/// what is not a joint there (/joint_states/header/seq) is skipped.
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

/// Joints that have a column of this kind.
std::vector<bool> joints_with(const CsvHeader& header, std::vector<double> TrajectoryPoint::*kind) {
  std::vector<bool> found(header.joints.size(), false);
  for (const Column& column : header.columns) {
    if (column.role == Column::Role::kJoint && column.numbers == kind) found[column.joint] = true;
  }
  return found;
}

/// All joints have positions; velocities and accelerations all joints or none.
void check_header(const CsvHeader& header, const Line& line, const std::string& place) {
  if (header.joints.empty()) {
    refuse(place, line.number, "no column of a joint",
           "names such as 'elbow' or '/joint_states/elbow/position'",
           "name the columns after the robot's joints");
  }
  const auto missing = [&](std::vector<double> TrajectoryPoint::*kind) -> std::string {
    const auto found = joints_with(header, kind);
    const auto first = std::find(found.begin(), found.end(), false);
    return first == found.end() ? ""
                                : header.joints[static_cast<std::size_t>(first - found.begin())];
  };
  if (const std::string joint = missing(&TrajectoryPoint::positions); !joint.empty()) {
    refuse(place, line.number, "no positions of joint '" + joint + "'", "positions of every joint");
  }
  for (const auto& [kind, word] : {std::pair{&TrajectoryPoint::velocities, "velocities"},
                                   std::pair{&TrajectoryPoint::accelerations, "accelerations"}}) {
    const auto found = joints_with(header, kind);
    const std::string joint = missing(kind);
    if (joint.empty() || std::find(found.begin(), found.end(), true) == found.end()) continue;
    refuse(place, line.number, std::string("no ") + word + " of joint '" + joint + "'",
           std::string(word) + " of every joint or of none",
           "add its column, or remove the others");
  }
}
}  // namespace

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
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

void refuse(const std::string& place, std::size_t line, std::string found, std::string expected,
            std::string advice) {
  throw InputError({place + ":" + std::to_string(line), std::move(found), std::move(expected),
                    std::move(advice)});
}

CsvHeader read_header(const std::vector<Line>& lines, const std::string& place) {
  const Line& line = lines[0];
  CsvHeader header;
  header.separator = separator_of(line.text);
  const auto fields = fields_of(line.text, header.separator);
  if (fields.size() > kMostColumns) refuse(place, line.number, "more than 10,000 columns", "fewer");
  if (!is_time(fields[0])) {
    refuse(place, line.number, io::quoted(fields[0]), "a first line 'time,joint,joint,…'",
           "name the columns: time in seconds, then the joints");
  }
  header.columns.push_back({});
  if (fields[0] == "%time") header.time_unit = 1e-9;
  const auto row = lines.size() < 2 ? fields : fields_of(lines[1].text, header.separator);
  const std::vector<std::string> columns = named_columns(fields, row);
  for (std::size_t i = 1; i < fields.size(); ++i) {
    if (fields[i].empty()) refuse(place, line.number, "an empty column name", "a joint's name");
    header.columns.push_back(column_of(columns[i], header.joints));
    if (!number_of(fields[i], "field.name").empty()) {
      header.columns.back().role = Column::Role::kName;
      header.columns.back().name = row[std::min(i, row.size() - 1)];
    }
    if (std::count(fields.begin(), fields.end(), fields[i]) > 1) {
      refuse(place, line.number, io::quoted(fields[i]) + " a second time", "each column once");
    }
  }
  check_header(header, line, place);
  return header;
}

}  // namespace graze::csv
