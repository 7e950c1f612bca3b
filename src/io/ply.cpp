// SPDX-License-Identifier: MIT
// Reads PLY, text and both binaries: positions from `vertex`, polygons from `face`. Other elements
// and properties are ignored, lists included.
#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "io/bytes.h"
#include "io/mesh_builder.h"
#include "io/mesh_formats.h"
#include "io/ply_header.h"
#include "io/text_cursor.h"

namespace graze {
namespace {
using io::MeshBuilder;
using io::PlyElement;
using io::PlyHeader;
using io::PlyProperty;
using io::PlyType;
using io::TextCursor;

/// Rows as lines of text, one element a line.
class TextRows {
 public:
  TextRows(io::InputBytes& input, const std::string& place, const PlyHeader& header)
      : input_(input), cursor_(input.view(), place) {
    while (cursor_.position() < header.body) cursor_.next_line();
  }

  void begin_row() {
    if (!cursor_.find_content(TextCursor::kNoComment)) {
      cursor_.refuse_word(cursor_.position(), "another element", "is the file complete?");
    }
  }
  void end_row() {
    if (cursor_.at_line_end()) return cursor_.next_line();
    cursor_.refuse_word(cursor_.position(), "the end of the line",
                        "the header does not describe all values of this line");
  }
  double number(PlyType) { return cursor_.number("a number"); }
  std::int64_t whole(PlyType) { return cursor_.whole("a whole number"); }
  void skip(PlyType, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (cursor_.word().empty()) cursor_.refuse_word(cursor_.position(), "another value");
    }
  }
  const char* position() {
    cursor_.skip_blanks();
    return cursor_.position();
  }
  void forget_behind() { cursor_.forget_behind(input_); }
  std::size_t bytes_left() const { return cursor_.bytes_left(); }
  bool only_blanks_left() { return !cursor_.find_content(TextCursor::kNoComment); }
  static std::size_t least_bytes(PlyType) { return 2; }  // a digit and a blank
  [[noreturn]] void refuse(const char* where, std::string found, std::string expected,
                           std::string advice) const {
    cursor_.refuse(where, std::move(found), std::move(expected), std::move(advice));
  }

 private:
  io::InputBytes& input_;
  TextCursor cursor_;
};

/// Rows as packed numbers.
template <std::endian order>
class BinaryRows {
 public:
  BinaryRows(io::InputBytes& input, const std::string& place, const PlyHeader& header)
      : input_(input),
        begin_(input.view().data()),
        p_(header.body),
        end_(begin_ + input.view().size()),
        place_(&place) {}

  void begin_row() {}
  void end_row() {}
  double number(PlyType type) {
    const char* const p = take(io::size_of(type));
    if (type == PlyType::kFloat32) return checked(io::load<float>(p, order));
    if (type == PlyType::kFloat64) return checked(io::load<double>(p, order));
    return static_cast<double>(load_whole(p, type));
  }
  std::int64_t whole(PlyType type) { return load_whole(take(io::size_of(type)), type); }
  void skip(PlyType type, std::size_t count) { take(io::size_of(type) * count); }
  const char* position() const { return p_; }
  void forget_behind() {
    if (input_.is_worth_forgetting(p_)) input_.forget_before(p_);
  }
  std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - p_); }
  bool only_blanks_left() const {
    return std::string_view(p_, bytes_left()).find_first_not_of(" \r\n\0") ==
           std::string_view::npos;
  }
  static std::size_t least_bytes(PlyType type) { return io::size_of(type); }
  [[noreturn]] void refuse(const char* where, std::string found, std::string expected,
                           std::string advice) const {
    throw InputError({*place_ + ": byte " + std::to_string(where - begin_), std::move(found),
                      std::move(expected), std::move(advice)});
  }

 private:
  const char* take(std::size_t size) {
    if (bytes_left() < size) {
      refuse(end_, "the end of the file", std::to_string(size - bytes_left()) + " more bytes",
             "is the file complete?");
    }
    const char* const p = p_;
    p_ += size;
    return p;
  }
  double checked(double value) const {
    if (std::isfinite(value)) return value;
    refuse(p_, "a number that is NaN or infinite just before here", "finite numbers", "");
  }
  static std::int64_t load_whole(const char* p, PlyType type) {
    switch (type) {
      case PlyType::kInt8:
        return io::load<std::int8_t>(p, order);
      case PlyType::kUint8:
        return io::load<std::uint8_t>(p, order);
      case PlyType::kInt16:
        return io::load<std::int16_t>(p, order);
      case PlyType::kUint16:
        return io::load<std::uint16_t>(p, order);
      case PlyType::kInt32:
        return io::load<std::int32_t>(p, order);
      default:
        return io::load<std::uint32_t>(p, order);
    }
  }

  io::InputBytes& input_;
  const char* begin_;
  const char* p_;
  const char* end_;
  const std::string* place_;
};

template <typename Rows>
class BodyReader {
 public:
  BodyReader(Rows rows, const PlyHeader& header, const TextCursor& header_cursor)
      : rows_(std::move(rows)),
        header_(header),
        header_cursor_(header_cursor),
        builder_(
            [this](const char* where, std::string found, std::string expected, std::string advice) {
              rows_.refuse(where, std::move(found), std::move(expected), std::move(advice));
            }) {}

  TriangleMesh read() {
    vertex_count_ = header_.find("vertex")->count;
    for (const PlyElement& element : header_.elements) {
      check_count(element);
      if (element.name == "vertex") {
        read_vertices(element);
      } else if (element.name == "face") {
        read_faces(element);
      } else if (!element.properties.empty()) {
        for (std::size_t i = 0; i < element.count; ++i) skip_row(element);
      }
    }
    if (!rows_.only_blanks_left()) {
      rows_.refuse(rows_.position(), "more data", "the end of the file",
                   "the header does not describe all of it");
    }
    return builder_.finish();
  }

 private:
  /// Nothing is reserved before the rest of the file could hold what the header claims.
  void check_count(const PlyElement& element) const {
    std::size_t row = 0;
    for (const PlyProperty& property : element.properties) {
      row += Rows::least_bytes(property.count_type.value_or(property.type));
    }
    const std::size_t most = row == 0 ? element.count : (rows_.bytes_left() + 1) / row;
    if (element.count <= most) return;
    header_cursor_.refuse_word(element.where,
                               "at most " + std::to_string(most) + " elements of '" + element.name +
                                   "' in a file of this size",
                               "is the file complete?");
  }

  void read_vertices(const PlyElement& element) {
    const std::size_t axes[3] = {coordinate(element, "x"), coordinate(element, "y"),
                                 coordinate(element, "z")};
    builder_.vertices.reserve(element.count);
    for (std::size_t i = 0; i < element.count; ++i) {
      Vec3 vertex = Vec3::Zero();
      rows_.begin_row();
      for (std::size_t k = 0; k < element.properties.size(); ++k) {
        const PlyProperty& property = element.properties[k];
        const auto axis = std::find(axes, axes + 3, k) - axes;
        if (axis < 3) {
          vertex[axis] = rows_.number(property.type);
        } else {
          skip_property(property);
        }
      }
      rows_.end_row();
      builder_.vertices.push_back(vertex);
      forget_behind();
    }
  }

  void forget_behind() {
    if (!builder_.is_waiting()) rows_.forget_behind();
  }

  std::size_t coordinate(const PlyElement& element, std::string_view axis) const {
    const std::optional<std::size_t> found = element.find({axis});
    if (found && !element.properties[*found].count_type) return *found;
    header_cursor_.refuse(element.where, "vertices without a number " + std::string(axis),
                          "properties x, y and z");
  }

  void read_faces(const PlyElement& element) {
    const std::size_t indices = index_list(element);
    builder_.reserve(0, element.count);
    for (std::size_t i = 0; i < element.count; ++i) {
      rows_.begin_row();
      const char* const where = rows_.position();
      for (std::size_t k = 0; k < element.properties.size(); ++k) {
        if (k == indices) {
          read_corners(element.properties[k]);
        } else {
          skip_property(element.properties[k]);
        }
      }
      rows_.end_row();
      builder_.add_face(corners_, where);
      forget_behind();
    }
  }

  std::size_t index_list(const PlyElement& element) const {
    const std::optional<std::size_t> found = element.find({"vertex_indices", "vertex_index"});
    if (found && element.properties[*found].count_type &&
        element.properties[*found].type < PlyType::kFloat32) {
      return *found;
    }
    header_cursor_.refuse(element.where, "faces without vertex indices",
                          "a list of whole numbers called vertex_indices");
  }

  void read_corners(const PlyProperty& property) {
    const std::size_t count = list_length(property);
    corners_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const char* const where = rows_.position();
      const std::int64_t index = rows_.whole(property.type);
      if (index < 0 || index >= static_cast<std::int64_t>(vertex_count_)) {
        rows_.refuse(where, "vertex index " + std::to_string(index),
                     "an index below the vertex count " + std::to_string(vertex_count_), "");
      }
      corners_.push_back(static_cast<std::uint32_t>(index));
    }
  }

  std::size_t list_length(const PlyProperty& property) {
    const char* const where = rows_.position();
    const std::int64_t length = rows_.whole(*property.count_type);
    const auto most =
        static_cast<std::int64_t>((rows_.bytes_left() + 1) / Rows::least_bytes(property.type));
    if (length < 0 || length > most) {
      rows_.refuse(where, "a list of " + std::to_string(length) + " values",
                   "at most " + std::to_string(most) + ", which is what the file could hold", "");
    }
    return static_cast<std::size_t>(length);
  }

  void skip_property(const PlyProperty& property) {
    rows_.skip(property.type, property.count_type ? list_length(property) : 1);
  }

  void skip_row(const PlyElement& element) {
    rows_.begin_row();
    for (const PlyProperty& property : element.properties) skip_property(property);
    rows_.end_row();
  }

  Rows rows_;
  const PlyHeader& header_;
  const TextCursor& header_cursor_;
  MeshBuilder builder_;
  std::size_t vertex_count_ = 0;
  std::vector<std::uint32_t> corners_;
};

void check_elements(const PlyHeader& header, const TextCursor& cursor) {
  if (header.find("vertex") == nullptr) {
    cursor.refuse(header.body, "no vertex element", "element vertex");
  }
  if (const PlyElement* strips = header.find("tristrips"); strips != nullptr) {
    cursor.refuse(strips->where, "triangle strips", "element face",
                  "convert strips to faces first");
  }
}
}  // namespace

TriangleMesh io::read_ply(InputBytes& input, const std::string& place) {
  const PlyHeader header = read_ply_header(input.view(), place);
  const TextCursor cursor(input.view(), place);
  check_elements(header, cursor);
  input.keep_before(header.body);
  const auto read = [&](auto rows) {
    return BodyReader<decltype(rows)>(std::move(rows), header, cursor).read();
  };
  switch (header.encoding) {
    case io::PlyEncoding::kAscii:
      return read(TextRows(input, place, header));
    case io::PlyEncoding::kLittleEndian:
      return read(BinaryRows<std::endian::little>(input, place, header));
    default:
      return read(BinaryRows<std::endian::big>(input, place, header));
  }
}

}  // namespace graze
