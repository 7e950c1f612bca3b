// SPDX-License-Identifier: MIT
// What an SRDF adds to a robot. Groups, end effectors and virtual joints are for planners and are
// not read.                                                                                  [G3]
#include "graze/io/file.h"
#include "graze/io/robot_io.h"
#include "io/json/json_cursor.h"
#include "io/xml/xml_cursor.h"

namespace graze {
namespace {
using xml::XmlCursor;
constexpr std::size_t kLargestSrdf = std::size_t{1} << 26;

std::string read_link(const XmlCursor& cursor, const char* attribute, const Robot& robot) {
  const std::string name = cursor.attribute(attribute);
  if (find_link(robot, name)) return name;
  std::vector<std::string_view> known;
  for (const RobotLink& link : robot.links) known.push_back(link.name);
  const auto near = json::nearest_word(name, known);
  cursor.refuse("link '" + name + "', which robot '" + robot.name + "' does not have",
                "a link of the URDF", near ? "did you mean '" + *near + "'?" : "");
}

NamedState read_state(const XmlCursor& cursor, const Robot& robot) {
  NamedState state;
  state.name = cursor.attribute("name");
  state.group = cursor.attribute("group", "");
  for (const XmlCursor& entry : cursor.children("joint")) {
    const std::string name = entry.attribute("name");
    const auto joint = find_joint(robot, name);
    if (!joint) entry.refuse("joint '" + name + "'", "a joint of robot '" + robot.name + "'");
    const auto& text = entry.attribute("value");
    const auto values = xml::parse_numbers(text, entry.place() + " value");
    // Joints of several values, and joints that follow others, keep what they have.
    const RobotJoint& known = robot.joints[*joint];
    if (values.size() != 1 || !known.has_value() || known.mimic) continue;
    state.values[name] = values[0];
  }
  return state;
}
}  // namespace

void parse_srdf(std::string_view text, const std::string& place, Robot& robot) {
  const xml::XmlDocument document(text, place);
  const XmlCursor root = document.root("robot", "an SRDF");
  const std::string name = root.attribute("name", robot.name);
  if (name != robot.name) {
    root.refuse("robot '" + name + "'", "robot '" + robot.name + "', as in the URDF");
  }
  for (const XmlCursor& pair : root.children("disable_collisions")) {
    robot.may_touch.emplace_back(read_link(pair, "link1", robot), read_link(pair, "link2", robot));
  }
  for (const XmlCursor& state : root.children("group_state")) {
    robot.states.push_back(read_state(state, robot));
  }
}

void load_srdf(const std::filesystem::path& path, Robot& robot) {
  parse_srdf(read_file(path, kLargestSrdf), path.string(), robot);
}

}  // namespace graze
