// SPDX-License-Identifier: MIT
// Reads text OFF with its prefixes ST, C and N: what follows the position of a vertex or the
// corners of a face is ignored.
#include "graze/base/error.h"
#include "io/mesh_builder.h"
#include "io/mesh_formats.h"
#include "io/text_cursor.h"

namespace graze {
namespace {
using io::MeshBuilder;
using io::TextCursor;

bool is_off_word(std::string_view word) {
  for (const std::string_view prefix : {"ST", "C", "N"}) {
    if (word.starts_with(prefix)) word.remove_prefix(prefix.size());
  }
  return word == "OFF";
}

class OffReader {
 public:
  OffReader(io::InputBytes& input, const std::string& place)
      : input_(input),
        cursor_(input.view(), place),
        builder_(
            [this](const char* where, std::string found, std::string expected, std::string advice) {
              cursor_.refuse(where, std::move(found), std::move(expected), std::move(advice));
            }) {}

  TriangleMesh read() {
    read_keyword();
    vertex_count_ = read_count("the number of vertices", 6);  // "0 0 0\n"
    face_count_ = read_count("the number of faces", 2);
    cursor_.next_line();  // the number of edges, often wrong, is not used
    builder_.reserve(vertex_count_, face_count_);
    for (std::size_t i = 0; i < vertex_count_; ++i) read_vertex();
    for (std::size_t i = 0; i < face_count_; ++i) read_face();
    demand_end();
    return builder_.finish();
  }

 private:
  void demand_content(std::string_view expected) {
    if (!cursor_.find_content('#')) {
      cursor_.refuse_word(cursor_.position(), expected, "is the file complete?");
    }
  }

  /// The keyword is optional in old files.
  void read_keyword() {
    demand_content("OFF");
    TextCursor ahead = cursor_;
    const std::string_view word = ahead.word();
    if (word.find_first_not_of("0123456789") == std::string_view::npos) return;
    if (!is_off_word(word)) {
      cursor_.refuse_word(word.data(), "OFF, COFF, NOFF, CNOFF or STOFF",
                          "positions must have three coordinates");
    }
    cursor_ = ahead;
    const std::string_view second = ahead.word();
    if (second == "BINARY") {
      cursor_.refuse_word(second.data(), "text", "convert binary OFF to text or to PLY");
    }
  }

  /// A count that the rest of the file could hold, at `least_bytes` each.
  std::size_t read_count(std::string_view what, std::size_t least_bytes) {
    demand_content(what);
    const char* const where = cursor_.position();
    const std::int64_t count = cursor_.whole(what);
    const auto most = static_cast<std::int64_t>((cursor_.bytes_left() + 1) / least_bytes);
    if (count < 0 || count > most) {
      cursor_.refuse_word(
          where,
          std::string(what) + ", at most " + std::to_string(most) + " in a file of this size",
          "is the file complete?");
    }
    return static_cast<std::size_t>(count);
  }

  void read_vertex() {
    demand_content("a vertex");
    const double x = cursor_.number("a number for x");
    const double y = cursor_.number("a number for y");
    const double z = cursor_.number("a number for z");
    builder_.vertices.emplace_back(x, y, z);
    cursor_.next_line();
    cursor_.forget_behind(input_);
  }

  void read_face() {
    demand_content("a face");
    const char* const where = cursor_.position();
    const std::size_t corner_count = read_count("the number of corners", 2);
    corners_.clear();
    for (std::size_t k = 0; k < corner_count; ++k) corners_.push_back(read_corner());
    builder_.add_face(corners_, where);
    cursor_.next_line();  // a colour
    cursor_.forget_behind(input_);
  }

  std::uint32_t read_corner() {
    cursor_.skip_blanks();
    const char* const where = cursor_.position();
    const std::int64_t index = cursor_.whole("a vertex index");
    if (index < 0 || index >= static_cast<std::int64_t>(vertex_count_)) {
      cursor_.refuse(where, "vertex index " + std::to_string(index),
                     "an index below the vertex count " + std::to_string(vertex_count_));
    }
    return static_cast<std::uint32_t>(index);
  }

  void demand_end() {
    if (!cursor_.find_content('#')) return;
    cursor_.refuse_word(cursor_.position(), "the end of the file",
                        "are the counts in the header right?");
  }

  io::InputBytes& input_;
  TextCursor cursor_;
  MeshBuilder builder_;
  std::size_t vertex_count_ = 0;
  std::size_t face_count_ = 0;
  std::vector<std::uint32_t> corners_;
};
}  // namespace

namespace io {
bool is_off(std::string_view bytes) {
  const std::string place;
  TextCursor cursor(bytes.substr(0, 4096), place);
  return cursor.find_content('#') && is_off_word(cursor.word());
}

TriangleMesh read_off(InputBytes& input, const std::string& place) {
  return OffReader(input, place).read();
}
}  // namespace io

}  // namespace graze
