// SPDX-License-Identifier: MIT
// Question   Which world does a .scene file of MoveIt describe?                                [G3]
// Source     MoveIt's PlanningScene::saveGeometryToStream and geometric_shapes' saveAsText: a name,
//            then for each object "* id", its pose (newer versions), how many shapes; of each shape
//            its type, sizes, pose and colour; then subframes (newer versions); "." ends it.
// Guarantee  The same solids at the same places, or a refusal with its line.
// Changed    -
#include <charconv>
#include <cmath>

#include "graze/base/error.h"
#include "graze/io/planning_scene.h"
#include "io/decimal.h"
#include "io/moveit/solid_primitive.h"
#include "io/text_cursor.h"

namespace graze {
namespace {
/// Lines, and words across them.
class SceneText {
 public:
  SceneText(std::string_view text, std::string place) : rest_(text), place_(std::move(place)) {}

  bool at_end() {
    skip_blank();
    return rest_.empty();
  }
  std::string place() const { return place_ + ":" + std::to_string(line_); }

  [[noreturn]] void refuse(std::string found, std::string expected) const {
    throw InputError({place(), std::move(found), std::move(expected), ""});
  }

  /// The rest of the line; the next one if nothing is left of this one.
  std::string line() {
    skip_blank();
    const auto end = std::min(rest_.find('\n'), rest_.size());
    std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end);
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
    return std::string(text);
  }

  std::string word() {
    skip_blank();
    const auto end = std::min(rest_.find_first_of(" \t\r\n"), rest_.size());
    const std::string text(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return text;
  }

  double number() {
    const std::string text = word();
    const io::Decimal decimal = io::parse_decimal(text.data(), text.data() + text.size());
    if (text.empty() || decimal.end != text.data() + text.size() ||
        !(std::fabs(decimal.value) <= 1e12))
      refuse(text.empty() ? "the end of the file" : io::quoted(text), "a number");
    return decimal.value;
  }

  std::size_t count(std::size_t most) {
    const double value = number();
    if (value < 0.0 || value != std::floor(value) || value > static_cast<double>(most))
      refuse(std::to_string(value), "a whole number up to " + std::to_string(most));
    return static_cast<std::size_t>(value);
  }

  /// Does the next line hold more than one word?
  bool next_line_has_blanks() {
    skip_blank();
    std::string_view text = rest_.substr(0, rest_.find('\n'));
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
    return text.find(' ') != std::string_view::npos;
  }

  Pose pose() {
    const double x = number(), y = number(), z = number();
    const double qx = number(), qy = number(), qz = number(), qw = number();
    const Quat q(qw, qx, qy, qz);
    if (!(std::fabs(q.norm() - 1.0) <= 1e-3))
      refuse("a quaternion that is not unit", "qx qy qz qw");
    return {q.normalized().toRotationMatrix(), Vec3(x, y, z)};
  }

 private:
  void skip_blank() {
    while (!rest_.empty() && std::string_view(" \t\r\n").find(rest_[0]) != std::string_view::npos) {
      line_ += rest_[0] == '\n' ? 1 : 0;
      rest_.remove_prefix(1);
    }
  }

  std::string_view rest_;
  std::string place_;
  std::size_t line_ = 1;
};

Shape read_text_mesh(SceneText& text) {
  const std::size_t vertex_count = text.count(20'000'000), triangle_count = text.count(20'000'000);
  std::vector<Vec3> vertices;
  for (std::size_t i = 0; i < vertex_count; ++i) {
    const double x = text.number(), y = text.number(), z = text.number();
    vertices.emplace_back(x, y, z);
  }
  std::vector<Triangle> triangles;
  for (std::size_t i = 0; i < triangle_count; ++i) {
    Triangle triangle;
    for (auto& corner : triangle) {
      corner = static_cast<std::uint32_t>(text.count(vertex_count == 0 ? 0 : vertex_count - 1));
    }
    triangles.push_back(triangle);
  }
  return Shape::from_mesh(TriangleMesh(std::move(vertices), std::move(triangles)), "mesh");
}

Shape read_text_shape(SceneText& text) {
  const std::string type = text.word();
  if (type == "mesh") return read_text_mesh(text);
  moveit::check_primitive_type(type, text.place());
  std::vector<double> sizes{text.number()};
  if (type == "box") sizes.insert(sizes.end(), {text.number(), text.number()});
  if (type == "cylinder" || type == "cone") sizes.insert(sizes.begin(), text.number());
  return moveit::make_primitive(type, sizes, text.place());
}

void read_text_object(SceneText& text, Scene& world) {
  const std::string id = text.line();
  const bool has_frame = text.next_line_has_blanks();
  const Pose frame = has_frame ? text.pose() : Pose{};
  const std::size_t shapes = text.count(10'000);
  for (std::size_t i = 0; i < shapes; ++i) {
    Body body;
    body.name = i == 0 ? id : id + "/" + std::to_string(i + 1);
    body.shape = read_text_shape(text);
    body.motion = Motion::still(frame * text.pose());
    for (int channel = 0; channel < 4; ++channel) text.number();  // the colour
    add_body(world, std::move(body));
  }
  const std::size_t subframes = has_frame ? text.count(10'000) : 0;
  for (std::size_t i = 0; i < subframes; ++i) {
    text.line();
    text.pose();
  }
}
}  // namespace

PlanningScene parse_scene_text(std::string_view bytes, const std::string& place) {
  SceneText text(bytes, place);
  PlanningScene scene;
  scene.world.name = text.line();
  while (true) {
    if (text.at_end()) text.refuse("the end of the file", "'.' after the last object");
    const std::string mark = text.word();
    if (mark == ".") return scene;
    if (mark != "*") text.refuse(io::quoted(mark), "'* id' of an object, or '.' at the end");
    read_text_object(text, scene.world);
  }
}

}  // namespace graze
