// SPDX-License-Identifier: MIT
#include "io/collada/collada_geometry.h"

#include <algorithm>

#include "graze/base/error.h"
#include "io/decimal.h"
#include "io/mesh_builder.h"
#include "io/text_cursor.h"

namespace graze::collada {
namespace {
using xml::XmlCursor;

std::vector<std::int64_t> parse_wholes(const XmlCursor& cursor) {
  const std::string_view text = cursor.text();
  std::vector<std::int64_t> wholes;
  const char* p = text.data();
  const char* const end = p + text.size();
  while (true) {
    while (p < end && (*p == ' ' || (*p >= '\t' && *p <= '\r'))) ++p;
    if (p == end) return wholes;
    const io::WholeNumber whole = io::parse_whole(p, end);
    const bool ends = whole.end != nullptr && (whole.end == end || *whole.end == ' ' ||
                                               (*whole.end >= '\t' && *whole.end <= '\r'));
    if (!ends)
      cursor.refuse(io::quoted(text.substr(static_cast<std::size_t>(p - text.data()), 16)),
                    "a whole number");
    wholes.push_back(whole.value);
    p = whole.end;
  }
}

std::size_t whole_attribute(const XmlCursor& cursor, const char* name, double otherwise) {
  const double value = cursor.number(name, otherwise);
  if (value >= 0.0 && value <= 1e9 &&
      value == static_cast<double>(static_cast<std::int64_t>(value))) {
    return static_cast<std::size_t>(value);
  }
  cursor.refuse(std::string(name) + " = " + cursor.attribute(name), "a whole number");
}

/// Points of a <source> with x, y and z.
std::vector<Vec3> read_positions(const XmlCursor& source, const Ids& ids) {
  const XmlCursor accessor = source.at("technique_common").at("accessor");
  const XmlCursor array = referred(accessor, "source", ids);
  const auto numbers = xml::parse_numbers(array.text(), array.place());
  const std::size_t count = whole_attribute(accessor, "count", -1.0);
  const std::size_t stride = whole_attribute(accessor, "stride", 1.0);
  const std::size_t offset = whole_attribute(accessor, "offset", 0.0);
  if (stride < 3) accessor.refuse("stride " + std::to_string(stride), "at least 3: x, y and z");
  if (count > 0 && offset + (count - 1) * stride + 3 > numbers.size()) {
    accessor.refuse(std::to_string(count) + " points",
                    "as many as the array of " + std::to_string(numbers.size()) + " numbers holds");
  }
  std::vector<Vec3> points;
  points.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double* p = numbers.data() + offset + i * stride;
    points.emplace_back(p[0], p[1], p[2]);
  }
  return points;
}

XmlCursor input_of(const XmlCursor& cursor, std::string_view semantic) {
  for (const XmlCursor& input : cursor.children("input")) {
    if (input.attribute("semantic") == semantic) return input;
  }
  cursor.refuse("no <input> with semantic " + std::string(semantic), "one");
}

/// How the corners of a primitive lie in its <p>.
struct Layout {
  std::size_t stride = 1;
  std::size_t offset = 0;
};

Layout layout_of(const XmlCursor& primitive) {
  Layout layout;
  for (const XmlCursor& input : primitive.children("input")) {
    layout.stride = std::max(layout.stride, whole_attribute(input, "offset", 0.0) + 1);
  }
  layout.offset = whole_attribute(input_of(primitive, "VERTEX"), "offset", 0.0);
  if (layout.stride > 64) primitive.refuse("more than 64 inputs", "fewer");
  return layout;
}

std::vector<std::uint32_t> read_corners(const XmlCursor& p, const Layout& layout,
                                        std::size_t vertex_count) {
  const auto wholes = parse_wholes(p);
  std::vector<std::uint32_t> corners;
  for (std::size_t i = layout.offset; i < wholes.size(); i += layout.stride) {
    if (wholes[i] < 0 || static_cast<std::size_t>(wholes[i]) >= vertex_count) {
      p.refuse("vertex " + std::to_string(wholes[i]), "one of " + std::to_string(vertex_count));
    }
    corners.push_back(static_cast<std::uint32_t>(wholes[i]));
  }
  return corners;
}

using PolygonCorners = std::span<const std::uint32_t>;

void add_triangles(const XmlCursor& p, PolygonCorners corners, io::MeshBuilder& mesh) {
  if (corners.size() % 3 != 0)
    p.refuse(std::to_string(corners.size()) + " corners", "a multiple of 3");
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
    mesh.add_face(corners.subspan(i, 3), nullptr);
}

void add_polygons(const XmlCursor& primitive, PolygonCorners corners, io::MeshBuilder& mesh) {
  std::size_t first = 0;
  for (const std::int64_t count : parse_wholes(primitive.at("vcount"))) {
    if (count < 3 || static_cast<std::size_t>(count) > corners.size() - first) {
      primitive.refuse("a face with " + std::to_string(count) + " corners",
                       "at least 3, and no more than <p> has left");
    }
    mesh.add_face(corners.subspan(first, static_cast<std::size_t>(count)), nullptr);
    first += static_cast<std::size_t>(count);
  }
}

void add_strip(PolygonCorners corners, io::MeshBuilder& mesh) {
  for (std::size_t i = 0; i + 2 < corners.size(); ++i) {
    const std::uint32_t face[3] = {corners[i], corners[i + 1 + i % 2], corners[i + 2 - i % 2]};
    mesh.add_face(face, nullptr);
  }
}

void add_fan(PolygonCorners corners, io::MeshBuilder& mesh) {
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const std::uint32_t face[3] = {corners[0], corners[i], corners[i + 1]};
    mesh.add_face(face, nullptr);
  }
}

void add_primitive(const XmlCursor& primitive, io::MeshBuilder& mesh) {
  const std::string type = primitive.name();
  const bool is_known = type == "triangles" || type == "polylist" || type == "polygons" ||
                        type == "tristrips" || type == "trifans";
  if (!is_known) return;  // lines, points, sources, extras
  const Layout layout = layout_of(primitive);
  for (const XmlCursor& p : primitive.children("p")) {
    const auto corners = read_corners(p, layout, mesh.vertices.size());
    if (type == "triangles") add_triangles(p, corners, mesh);
    if (type == "polylist") add_polygons(primitive, corners, mesh);
    if (type == "polygons" && corners.size() >= 3) mesh.add_face(corners, nullptr);
    if (type == "tristrips") add_strip(corners, mesh);
    if (type == "trifans") add_fan(corners, mesh);
  }
}
}  // namespace

XmlCursor referred(const XmlCursor& cursor, const char* key, const Ids& ids) {
  const std::string url = cursor.attribute(key);
  const auto found = url.starts_with("#") ? ids.find(url.substr(1)) : ids.end();
  if (found != ids.end()) return found->second;
  cursor.refuse(std::string(key) + " '" + url + "'", "'#' and the id of an element of this file");
}

Geometry read_geometry(const XmlCursor& geometry, const Ids& ids) {
  const auto mesh = geometry.find("mesh");
  if (!mesh || !mesh->find("vertices")) return {};
  const auto refuse = [&](const char*, std::string found, std::string expected,
                          std::string advice) {
    geometry.refuse(std::move(found), std::move(expected), std::move(advice));
  };
  io::MeshBuilder builder(refuse);
  builder.vertices =
      read_positions(referred(input_of(mesh->at("vertices"), "POSITION"), "source", ids), ids);
  for (const XmlCursor& child : mesh->children()) add_primitive(child, builder);
  const TriangleMesh finished = builder.finish();
  return {{finished.vertices().begin(), finished.vertices().end()},
          {finished.triangles().begin(), finished.triangles().end()}};
}

}  // namespace graze::collada
