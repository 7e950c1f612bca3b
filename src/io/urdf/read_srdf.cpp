// SPDX-License-Identifier: MIT
// What an SRDF adds to a robot. Groups, end effectors and virtual joints are for planners and are
// not read.                                                                                  [G3]
#include "graze/base/nearest_word.h"
#include "graze/io/file.h"
#include "graze/io/robot_io.h"
#include "io/xml/xml_cursor.h"

namespace graze {
namespace {
using xml::XmlCursor;
constexpr std::size_t kLargestSrdf = std::size_t{1} << 26;

/// Gives warnings with their places.
struct SrdfReader {
  Robot& robot;
  const Warn& take;

  void warn(const XmlCursor& cursor, const std::string& what) const {
    if (take) take(cursor.place() + ": " + what);
  }
};

std::vector<std::string_view> link_names(const Robot& robot) {
  std::vector<std::string_view> names;
  for (const RobotLink& link : robot.links) names.push_back(link.name);
  return names;
}

/// Published SRDFs name links of other variants of their robot. A rule about a missing link allows
/// nothing, so it is safe to skip it.
bool has_link(const XmlCursor& pair, const char* attribute, const SrdfReader& reader) {
  const std::string name = pair.attribute(attribute);
  if (find_link(reader.robot, name)) return true;
  const std::string hint = did_you_mean(name, link_names(reader.robot));
  reader.warn(pair,
              "skipped: the robot has no link '" + name + "'" + (hint.empty() ? "" : "; " + hint));
  return false;
}

void read_pair(const XmlCursor& pair, const SrdfReader& reader) {
  const bool has_first = has_link(pair, "link1", reader);
  const bool has_second = has_link(pair, "link2", reader);
  if (!has_first || !has_second) return;
  reader.robot.may_touch.emplace_back(pair.attribute("link1"), pair.attribute("link2"));
}

NamedState read_state(const XmlCursor& cursor, const SrdfReader& reader) {
  NamedState state;
  state.name = cursor.attribute("name");
  state.group = cursor.attribute("group", "");
  for (const XmlCursor& entry : cursor.children("joint")) {
    const std::string name = entry.attribute("name");
    const auto joint = find_joint(reader.robot, name);
    const auto values = xml::parse_numbers(entry.attribute("value"), entry.place() + " value");
    if (!joint) {
      reader.warn(entry, "skipped: the robot has no joint '" + name + "'");
      continue;
    }
    // Joints with several values, and joints that follow others, keep their values.
    const RobotJoint& known = reader.robot.joints[*joint];
    if (values.size() != 1 || !known.has_value() || known.mimic) continue;
    state.values[name] = values[0];
  }
  return state;
}
}  // namespace

void parse_srdf(std::string_view text, const std::string& place, Robot& robot, const Warn& warn) {
  const xml::XmlDocument document(text, place);
  const XmlCursor root = document.root("robot", "an SRDF");
  const SrdfReader reader{robot, warn};
  const std::string name = root.attribute("name", robot.name);
  if (name != robot.name) {
    reader.warn(root, "for robot '" + name + "', the URDF is of '" + robot.name + "'");
  }
  for (const XmlCursor& pair : root.children("disable_collisions")) read_pair(pair, reader);
  for (const XmlCursor& state : root.children("group_state")) {
    robot.states.push_back(read_state(state, reader));
  }
}

void load_srdf(const std::filesystem::path& path, Robot& robot, const Warn& warn) {
  parse_srdf(read_file(path, kLargestSrdf), path.string(), robot, warn);
}

}  // namespace graze
