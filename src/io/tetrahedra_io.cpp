// SPDX-License-Identifier: MIT
#include "graze/io/tetrahedra_io.h"

#include <charconv>
#include <cmath>
#include <unordered_map>

#include "graze/base/error.h"
#include "graze/io/file.h"

namespace graze {
namespace {
constexpr std::size_t kLargestTetrahedraFile = std::size_t{1} << 32;

/// Words of a text, with the line of the last one.
class TetrahedraWords {
 public:
  TetrahedraWords(std::string_view text, const std::string& place, char comment = '\0')
      : left_(text), place_(place), comment_(comment) {}

  /// Empty at the end.
  std::string_view next() {
    skip_blanks();
    std::size_t size = 0;
    while (size < left_.size() && !is_blank(left_[size])) ++size;
    const std::string_view word = left_.substr(0, size);
    left_.remove_prefix(size);
    return word;
  }
  std::string_view needed(const std::string& expected) {
    const std::string_view word = next();
    if (word.empty()) refuse("the end of the file", expected);
    return word;
  }
  template <typename Number>
  Number number(const std::string& expected) {
    const std::string_view word = needed(expected);
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) {
      refuse("'" + std::string(word.substr(0, 40)) + "'", expected);
    }
    return value;
  }
  /// A count of things that each take at least two bytes.
  std::size_t count(const std::string& expected) {
    const auto value = number<std::uint64_t>(expected);
    if (value > left_.size())
      refuse(std::to_string(value), expected + " that the file has room for");
    return value;
  }
  Vec3 point() {
    Vec3 p;
    for (int k = 0; k < 3; ++k) {
      p[k] = number<double>("a coordinate");
      if (!std::isfinite(p[k])) refuse("a number that is not finite", "a coordinate");
    }
    return p;
  }
  void skip(std::size_t words) {
    for (std::size_t k = 0; k < words; ++k) needed("more numbers");
  }
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const {
    throw InputError({place_ + ":" + std::to_string(line_), found, expected, ""});
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  void skip_blanks() {
    while (!left_.empty() && (is_blank(left_[0]) || left_[0] == comment_)) {
      if (left_[0] == comment_ && comment_ != '\0') {
        left_.remove_prefix(std::min(left_.find('\n'), left_.size()));
        continue;
      }
      line_ += left_[0] == '\n' ? 1 : 0;
      left_.remove_prefix(1);
    }
  }

  std::string_view left_;
  const std::string& place_;
  char comment_;
  std::size_t line_ = 1;
};

/// Vertices with numbers of the file's own.
class NumberedVertices {
 public:
  explicit NumberedVertices(TetrahedralMesh& mesh) : mesh_(mesh) {}
  void add(std::uint64_t number, const Vec3& p) {
    places_[number] = static_cast<std::uint32_t>(mesh_.vertices.size());
    mesh_.vertices.push_back(p);
  }
  std::uint32_t find(std::uint64_t number, const TetrahedraWords& words) const {
    const auto it = places_.find(number);
    if (it == places_.end()) words.refuse("node " + std::to_string(number), "a node of the file");
    return it->second;
  }
  void add_tetrahedron(TetrahedraWords& words) {
    Tetrahedron t;
    for (std::uint32_t& corner : t) corner = find(words.number<std::uint64_t>("a node"), words);
    mesh_.tetrahedra.push_back(t);
  }

 private:
  TetrahedralMesh& mesh_;
  std::unordered_map<std::uint64_t, std::uint32_t> places_;
};

TetrahedralMesh with_tetrahedra(TetrahedralMesh mesh, const std::string& place) {
  if (mesh.tetrahedra.empty()) {
    throw InputError({place, "no tetrahedra", "at least one", "is it a mesh of a surface?"});
  }
  return oriented(std::move(mesh));
}

constexpr int kMshTetrahedron = 4;  // Gmsh's number of the kind

/// How many nodes the kinds of Gmsh have, from 1 on.
std::size_t nodes_of_kind(int kind, const TetrahedraWords& words) {
  constexpr std::size_t kNodes[] = {2, 3, 4, 4, 8, 6, 5, 3, 6, 9, 10, 27, 18, 14, 1, 8, 20, 15, 13};
  if (kind < 1 || kind > 19) words.refuse("elements of kind " + std::to_string(kind), "1 to 19");
  return kNodes[kind - 1];
}

void read_msh2_nodes(TetrahedraWords& words, NumberedVertices& vertices) {
  const std::size_t count = words.count("a number of nodes");
  for (std::size_t k = 0; k < count; ++k) {
    const auto number = words.number<std::uint64_t>("a node's number");
    vertices.add(number, words.point());
  }
}

void read_msh2_elements(TetrahedraWords& words, NumberedVertices& vertices) {
  const std::size_t count = words.count("a number of elements");
  for (std::size_t k = 0; k < count; ++k) {
    words.skip(1);
    const int kind = words.number<int>("an element's kind");
    words.skip(words.count("a number of tags"));
    kind == kMshTetrahedron ? vertices.add_tetrahedron(words)
                            : words.skip(nodes_of_kind(kind, words));
  }
}

void read_msh4_nodes(TetrahedraWords& words, NumberedVertices& vertices) {
  const std::size_t blocks = words.count("a number of blocks");
  words.skip(3);
  for (std::size_t b = 0; b < blocks; ++b) {
    words.skip(2);
    if (words.number<int>("0 or 1") != 0) words.refuse("parametric nodes", "plain ones");
    std::vector<std::uint64_t> numbers(words.count("a number of nodes"));
    for (std::uint64_t& n : numbers) n = words.number<std::uint64_t>("a node's number");
    for (const std::uint64_t n : numbers) vertices.add(n, words.point());
  }
}

void read_msh4_elements(TetrahedraWords& words, NumberedVertices& vertices) {
  const std::size_t blocks = words.count("a number of blocks");
  words.skip(3);
  for (std::size_t b = 0; b < blocks; ++b) {
    words.skip(2);
    const int kind = words.number<int>("an element's kind");
    const std::size_t count = words.count("a number of elements");
    for (std::size_t k = 0; k < count; ++k) {
      words.skip(1);
      kind == kMshTetrahedron ? vertices.add_tetrahedron(words)
                              : words.skip(nodes_of_kind(kind, words));
    }
  }
}

constexpr int kVtkTetrahedron = 10;

/// Cells of a legacy file, each its corners' numbers; version 5 has offsets and connectivity.
std::vector<std::vector<std::uint32_t>> read_vtk_cells(TetrahedraWords& words) {
  const std::size_t count = words.count("a number of cells"), size = words.count("a size");
  std::vector<std::vector<std::uint32_t>> cells;
  std::string_view word = words.needed("cells");
  if (word == "OFFSETS") words.refuse("cells of version 5", "cells of version 2 to 4");
  std::size_t read = 0;
  const auto number = [&](std::string_view text) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
      words.refuse("'" + std::string(text.substr(0, 40)) + "'", "a whole number");
    }
    return value;
  };
  while (cells.size() < count) {
    const std::uint32_t corners = number(word);
    if (corners > size - std::min(size, read))
      words.refuse("a cell beyond the size", "its corners");
    read += corners + 1;
    cells.emplace_back();
    for (std::uint32_t k = 0; k < corners; ++k) {
      cells.back().push_back(number(words.needed("a corner")));
    }
    if (cells.size() < count) word = words.needed("a cell");
  }
  return cells;
}

bool ends_in(const std::filesystem::path& path, const char* extension) {
  return path.extension() == extension;
}
}  // namespace

TetrahedralMesh parse_msh(std::string_view text, const std::string& place) {
  TetrahedraWords words(text, place);
  TetrahedralMesh mesh;
  NumberedVertices vertices(mesh);
  if (words.next() != "$MeshFormat") words.refuse("a different first line", "$MeshFormat");
  const auto version = words.number<double>("a version");
  if (words.number<int>("0 or 1") != 0) words.refuse("a binary file", "a text file");
  const bool is_four = version >= 4.0;
  if (version < 2.0 || version >= 5.0 || (is_four && version < 4.1)) {
    words.refuse("version " + std::to_string(version), "version 2 or 4.1");
  }
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "$Nodes") {
      is_four ? read_msh4_nodes(words, vertices) : read_msh2_nodes(words, vertices);
    } else if (word == "$Elements") {
      is_four ? read_msh4_elements(words, vertices) : read_msh2_elements(words, vertices);
    }
  }
  return with_tetrahedra(std::move(mesh), place);
}

TetrahedralMesh parse_vtk(std::string_view text, const std::string& place) {
  if (!text.starts_with("# vtk DataFile")) {
    throw InputError({place, "a different first line", "# vtk DataFile", ""});
  }
  // Two lines of title: they may hold any word.
  for (int line = 0; line < 2; ++line)
    text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
  TetrahedraWords words(text, place);
  if (words.next() != "ASCII") words.refuse("a binary file", "ASCII");
  TetrahedralMesh mesh;
  std::vector<std::vector<std::uint32_t>> cells;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "POINTS") {
      const std::size_t count = words.count("a number of points");
      words.skip(1);
      for (std::size_t k = 0; k < count; ++k) mesh.vertices.push_back(words.point());
    } else if (word == "CELLS") {
      cells = read_vtk_cells(words);
    } else if (word == "CELL_TYPES") {
      if (words.count("a number of cells") != cells.size())
        words.refuse("another number", "one a cell");
      for (const auto& cell : cells) {
        if (words.number<int>("a cell's type") != kVtkTetrahedron) continue;
        if (cell.size() != 4) words.refuse("a tetrahedron without four corners", "four");
        mesh.tetrahedra.push_back({cell[0], cell[1], cell[2], cell[3]});
      }
      break;  // what follows is data
    }
  }
  return with_tetrahedra(std::move(mesh), place);
}

TetrahedralMesh parse_medit(std::string_view text, const std::string& place) {
  TetrahedraWords words(text, place, '#');
  TetrahedralMesh mesh;
  NumberedVertices vertices(mesh);
  if (words.next() != "MeshVersionFormatted") {
    words.refuse("a different first line", "MeshVersionFormatted");
  }
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "Vertices") {
      const std::size_t count = words.count("a number of vertices");
      for (std::size_t k = 0; k < count; ++k) {
        vertices.add(k + 1, words.point());
        words.skip(1);
      }
    } else if (word == "Tetrahedra") {
      const std::size_t count = words.count("a number of tetrahedra");
      for (std::size_t k = 0; k < count; ++k) {
        vertices.add_tetrahedron(words);
        words.skip(1);
      }
    }
  }
  return with_tetrahedra(std::move(mesh), place);
}

TetrahedralMesh parse_tetgen(std::string_view nodes, std::string_view elements,
                             const std::string& place) {
  TetrahedralMesh mesh;
  NumberedVertices vertices(mesh);
  TetrahedraWords of_nodes(nodes, place, '#');
  const std::size_t count = of_nodes.count("a number of nodes");
  if (of_nodes.number<int>("3") != 3) of_nodes.refuse("another dimension", "3");
  const std::size_t extra = of_nodes.count("a number of attributes") + of_nodes.count("0 or 1");
  for (std::size_t k = 0; k < count; ++k) {
    const auto number = of_nodes.number<std::uint64_t>("a node's number");
    vertices.add(number, of_nodes.point());
    of_nodes.skip(extra);
  }
  TetrahedraWords words(elements, place, '#');
  const std::size_t tetrahedra = words.count("a number of tetrahedra");
  const std::size_t corners = words.count("4 or 10");
  if (corners != 4 && corners != 10) words.refuse(std::to_string(corners) + " corners", "4 or 10");
  const std::size_t attributes = words.count("a number of attributes");
  for (std::size_t k = 0; k < tetrahedra; ++k) {
    words.skip(1);
    vertices.add_tetrahedron(words);
    words.skip(corners - 4 + attributes);
  }
  return with_tetrahedra(std::move(mesh), place);
}

TetrahedralMesh read_tetrahedra(const std::filesystem::path& path) {
  if (ends_in(path, ".node") || ends_in(path, ".ele")) {
    std::filesystem::path nodes = path, elements = path;
    nodes.replace_extension(".node");
    elements.replace_extension(".ele");
    return parse_tetgen(read_file(nodes, kLargestTetrahedraFile),
                        read_file(elements, kLargestTetrahedraFile), nodes.string());
  }
  const std::string text = read_file(path, kLargestTetrahedraFile);
  if (ends_in(path, ".msh")) return parse_msh(text, path.string());
  if (ends_in(path, ".vtk")) return parse_vtk(text, path.string());
  if (ends_in(path, ".mesh")) return parse_medit(text, path.string());
  throw InputError({path.string(), "'" + path.extension().string() + "'",
                    ".msh, .vtk, .mesh, .node or .ele", ""});
}

}  // namespace graze
