// SPDX-License-Identifier: MIT
// Reads STL, text and binary. Which one it is follows from the size alone, since binary files may
// start with "solid" too. Normals and attribute bytes are not used.
#include "graze/base/error.h"
#include "io/bytes.h"
#include "io/mesh_formats.h"
#include "io/text_cursor.h"
#include "io/vertex_welder.h"

namespace graze {
namespace {
using io::TextCursor;
using io::VertexWelder;

constexpr std::size_t kStlHeaderBytes = 84;
constexpr std::size_t kFacetBytes = 50;
constexpr std::size_t kNormalBytes = 12;
constexpr std::size_t kFacetsAhead = 8;  // far enough to hide a cache miss

[[noreturn]] void refuse_byte(const std::string& place, std::size_t byte, std::string found,
                              std::string expected) {
  throw InputError(
      {place + ": byte " + std::to_string(byte), std::move(found), std::move(expected), ""});
}

std::size_t claimed_facets(std::string_view bytes) {
  return io::load<std::uint32_t>(bytes.data() + kStlHeaderBytes - 4);
}

Vec3 load_corner(std::string_view bytes, std::size_t at) {
  const char* const p = bytes.data() + at;
  return {io::load<float>(p), io::load<float>(p + 4), io::load<float>(p + 8)};
}

Vec3 checked_corner(std::string_view bytes, std::size_t at, const std::string& place) {
  const Vec3 corner = load_corner(bytes, at);
  if (corner.allFinite()) return corner;
  refuse_byte(place, at, "a coordinate that is NaN or infinite", "finite numbers");
}

TriangleMesh read_binary(io::InputBytes& input, const std::string& place) {
  const std::string_view bytes = input.view();
  const std::size_t count = claimed_facets(bytes);
  const std::size_t wanted = kStlHeaderBytes + count * kFacetBytes;
  if (wanted != bytes.size()) {
    refuse_byte(place, kStlHeaderBytes - 4,
                std::to_string(count) + " triangles in a file of " + std::to_string(bytes.size()) +
                    " bytes",
                std::to_string(wanted) + " bytes for binary STL, or text that starts with 'solid'");
  }
  VertexWelder welder(count / 2 + 16);  // a closed mesh has half as many vertices as triangles
  std::vector<Triangle> triangles(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t first = kStlHeaderBytes + i * kFacetBytes + kNormalBytes;
    const std::size_t ahead = first + kFacetsAhead * kFacetBytes;
    for (std::size_t k = 0; k < 3; ++k) {
      if (i + kFacetsAhead < count) welder.expect(load_corner(bytes, ahead + 12 * k));
      triangles[i][k] = welder.add(checked_corner(bytes, first + 12 * k, place));
    }
    if (input.is_worth_forgetting(&bytes[first])) input.forget_before(&bytes[first]);
  }
  return TriangleMesh(welder.take(), std::move(triangles));
}

bool equals_ignoring_case(std::string_view word, std::string_view lower) {
  if (word.size() != lower.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i] >= 'A' && word[i] <= 'Z' ? static_cast<char>(word[i] + 32) : word[i];
    if (c != lower[i]) return false;
  }
  return true;
}

class AsciiStlReader {
 public:
  AsciiStlReader(io::InputBytes& input, const std::string& place)
      : input_(input), cursor_(input.view(), place), welder_(input.view().size() / 500) {}

  TriangleMesh read() {
    while (find_word()) read_solid();
    return TriangleMesh(welder_.take(), std::move(triangles_));
  }

 private:
  /// Words may be spread over lines in any way.
  bool find_word() { return cursor_.find_content(TextCursor::kNoComment); }

  std::string_view next_word(std::string_view expected) {
    if (!find_word()) cursor_.refuse_word(cursor_.position(), expected, "is the file complete?");
    return cursor_.word();
  }

  void demand(std::string_view expected) {
    const std::string_view word = next_word(expected);
    if (!equals_ignoring_case(word, expected)) cursor_.refuse_word(word.data(), expected);
  }

  void read_solid() {
    demand("solid");
    cursor_.next_line();  // the name
    while (true) {
      const std::string_view word = next_word("facet or endsolid");
      if (equals_ignoring_case(word, "endsolid")) break;
      if (!equals_ignoring_case(word, "facet")) {
        cursor_.refuse_word(word.data(), "facet or endsolid");
      }
      read_facet();
      forget_facets();
    }
    cursor_.next_line();  // the name again
  }

  /// Only where a line begins, so that columns stay right.
  void forget_facets() {
    if (!cursor_.at_line_end()) return;
    cursor_.next_line();
    cursor_.forget_behind(input_);
  }

  void read_facet() {
    demand("normal");
    for (int k = 0; k < 3; ++k) next_word("a normal");  // some writers put nan here
    demand("outer");
    demand("loop");
    Triangle triangle{};
    for (std::uint32_t& corner : triangle) {
      demand("vertex");
      corner = welder_.add(read_point());
    }
    demand("endloop");
    demand("endfacet");
    triangles_.push_back(triangle);
  }

  Vec3 read_point() {
    const double x = cursor_.number("a number for x");
    const double y = cursor_.number("a number for y");
    const double z = cursor_.number("a number for z");
    return {x, y, z};
  }

  io::InputBytes& input_;
  TextCursor cursor_;
  VertexWelder welder_;
  std::vector<Triangle> triangles_;
};
}  // namespace

namespace io {
bool is_binary_stl(std::string_view bytes) {
  return bytes.size() >= kStlHeaderBytes &&
         (bytes.size() - kStlHeaderBytes) == claimed_facets(bytes) * kFacetBytes;
}

bool is_ascii_stl(std::string_view bytes) {
  const std::size_t start = bytes.find_first_not_of(" \t\r\n");
  return start != std::string_view::npos && equals_ignoring_case(bytes.substr(start, 5), "solid") &&
         bytes.substr(0, 1024).find('\0') == std::string_view::npos;
}

TriangleMesh read_stl(InputBytes& input, const std::string& place) {
  const std::string_view bytes = input.view();
  if (is_binary_stl(bytes)) return read_binary(input, place);
  if (is_ascii_stl(bytes)) return AsciiStlReader(input, place).read();
  if (bytes.size() >= kStlHeaderBytes) return read_binary(input, place);
  refuse_byte(place, 0, bytes.empty() ? "an empty file" : quoted(bytes.substr(0, 16)),
              "'solid' for text STL, or at least 84 bytes for binary STL");
}
}  // namespace io

}  // namespace graze
