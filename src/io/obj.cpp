// SPDX-License-Identifier: MIT
// Reads OBJ: `v` and `f` in all their spellings. Colours, texture and normal data, groups, lines
// and points carry no surface and are ignored; free-form surfaces and included files are
// refused, since leaving them out would lose surface.
#include "graze/base/error.h"
#include "io/decimal.h"
#include "io/mesh_builder.h"
#include "io/mesh_formats.h"
#include "io/text_cursor.h"

namespace graze {
namespace {
using io::MeshBuilder;
using io::TextCursor;

struct Counts {
  std::size_t vertices = 0;
  std::size_t faces = 0;
};

/// How many lines start with "v " or "f ": what to reserve, and how many vertices a face may name.
/// A line that goes on after a backslash cannot start so: the second pass refuses it.
Counts count_statements(TextCursor cursor) {
  Counts counts;
  while (cursor.find_content('#')) {
    const char first = *cursor.position();
    if (first == 'v') counts.vertices += cursor.word().size() == 1;
    if (first == 'f') ++counts.faces;
    cursor.next_line();
  }
  return counts;
}

class ObjReader {
 public:
  ObjReader(io::InputBytes& input, const std::string& place)
      : input_(input),
        cursor_(input.view(), place, true),
        builder_(
            [this](const char* where, std::string found, std::string expected, std::string advice) {
              cursor_.refuse(where, std::move(found), std::move(expected), std::move(advice));
            }) {}

  TriangleMesh read() {
    const Counts counts = count_statements(cursor_);
    vertex_count_ = counts.vertices;
    if (vertex_count_ == 0) {
      cursor_.refuse(cursor_.position(), cursor_.at_end() ? "an empty file" : "no vertex (v x y z)",
                     "an OBJ file with vertices and faces");
    }
    builder_.reserve(counts.vertices, counts.faces);
    while (cursor_.find_content('#')) {
      read_statement();
      if (!builder_.is_waiting()) cursor_.forget_behind(input_);
    }
    return builder_.finish();
  }

 private:
  void read_statement() {
    const char* const where = cursor_.position();
    const std::string_view keyword = cursor_.word();
    if (keyword == "v") {
      read_vertex();
    } else if (keyword == "f" || keyword == "fo") {
      read_face(where);
    } else if (keyword == "surf" || keyword == "call") {
      cursor_.refuse_word(where, "polygons only", "convert free-form surfaces to polygons first");
    } else if (static_cast<unsigned char>(keyword.front()) < ' ') {
      cursor_.refuse_word(where, "text", "is this a binary file, or a damaged one?");
    }
    cursor_.next_line();
  }

  void read_vertex() {
    const double x = cursor_.number("a number for x");
    const double y = cursor_.number("a number for y");
    const double z = cursor_.number("a number for z");
    builder_.vertices.emplace_back(x, y, z);  // a weight or colour may follow
  }

  void read_face(const char* where) {
    corners_.clear();
    while (!cursor_.at_line_end() && *cursor_.position() != '#') corners_.push_back(read_corner());
    builder_.add_face(corners_, where);
  }

  /// 7, 7/1, 7//2, 7/1/2 or -1: only the position counts.
  std::uint32_t read_corner() {
    const char* const where = cursor_.position();
    const io::WholeNumber index = io::parse_whole(where, cursor_.end());
    if (index.end == nullptr) cursor_.refuse_word(where, "a vertex index");
    cursor_.move_to(index.end);
    skip_attributes(where);
    const auto known = static_cast<std::int64_t>(builder_.vertices.size());
    const std::int64_t number = index.value < 0 ? known + index.value : index.value - 1;
    if (number < 0 || number >= static_cast<std::int64_t>(vertex_count_)) {
      refuse_index(where, index.value, known);
    }
    return static_cast<std::uint32_t>(number);
  }

  void skip_attributes(const char* where) {
    const char* p = cursor_.position();
    while (p < cursor_.end() && (*p == '/' || *p == '-' || (*p >= '0' && *p <= '9'))) ++p;
    cursor_.move_to(p);
    if (!cursor_.at_word_end()) cursor_.refuse_word(where, "a corner like 7, 7/1, 7//2 or 7/1/2");
  }

  [[noreturn]] void refuse_index(const char* where, std::int64_t index, std::int64_t known) {
    std::string expected = "an index from 1 to " + std::to_string(vertex_count_);
    if (index < 0) expected += " or down to -" + std::to_string(known);
    cursor_.refuse(where, "vertex index " + std::to_string(index), std::move(expected));
  }

  io::InputBytes& input_;
  TextCursor cursor_;
  MeshBuilder builder_;
  std::size_t vertex_count_ = 0;
  std::vector<std::uint32_t> corners_;
};
}  // namespace

TriangleMesh io::read_obj(InputBytes& input, const std::string& place) {
  return ObjReader(input, place).read();
}

}  // namespace graze
