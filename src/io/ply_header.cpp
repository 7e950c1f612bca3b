// SPDX-License-Identifier: MIT
#include "io/ply_header.h"

#include <algorithm>
#include <array>
#include <utility>

#include "io/mesh_formats.h"
#include "io/text_cursor.h"

namespace graze::io {
namespace {
struct TypeName {
  std::string_view name;
  PlyType type;
};

constexpr std::array<TypeName, 16> kTypeNames{{{"char", PlyType::kInt8},
                                               {"uchar", PlyType::kUint8},
                                               {"short", PlyType::kInt16},
                                               {"ushort", PlyType::kUint16},
                                               {"int", PlyType::kInt32},
                                               {"uint", PlyType::kUint32},
                                               {"float", PlyType::kFloat32},
                                               {"double", PlyType::kFloat64},
                                               {"int8", PlyType::kInt8},
                                               {"uint8", PlyType::kUint8},
                                               {"int16", PlyType::kInt16},
                                               {"uint16", PlyType::kUint16},
                                               {"int32", PlyType::kInt32},
                                               {"uint32", PlyType::kUint32},
                                               {"float32", PlyType::kFloat32},
                                               {"float64", PlyType::kFloat64}}};

constexpr std::string_view kLastLine = "end_header";
constexpr std::size_t kMaxProperties = 4096;  // of all elements; real files have a few dozen

/// Length of the header with its last word; npos if that word is missing.
std::size_t header_length(std::string_view bytes) {
  std::size_t at = 0;
  while ((at = bytes.find(kLastLine, at + 1)) != std::string_view::npos) {
    if (bytes[at - 1] == '\n' || bytes[at - 1] == '\r') return at + kLastLine.size();
  }
  return std::string_view::npos;
}

class HeaderReader {
 public:
  HeaderReader(std::string_view header, const std::string& place) : cursor_(header, place) {}

  PlyHeader read() {
    next_line_of("format");
    while (next_statement() != kLastLine) read_statement();
    return std::move(header_);
  }

 private:
  void next_line_of(std::string_view keyword) {
    cursor_.next_line();  // "ply"
    if (next_statement() != keyword) cursor_.refuse_word(statement_.data(), keyword);
    read_format();
  }

  /// First word of the next line that says something; end_header always comes.
  std::string_view next_statement() {
    do {
      if (!statement_.empty()) cursor_.next_line();
      if (!cursor_.find_content(TextCursor::kNoComment)) {
        cursor_.refuse_word(cursor_.position(), kLastLine);
      }
      statement_ = cursor_.word();
    } while (statement_ == "comment" || statement_ == "obj_info");
    return statement_;
  }

  void read_format() {
    const std::string_view word = cursor_.word();
    if (word == "ascii") {
      header_.encoding = PlyEncoding::kAscii;
    } else if (word == "binary_little_endian") {
      header_.encoding = PlyEncoding::kLittleEndian;
    } else if (word == "binary_big_endian") {
      header_.encoding = PlyEncoding::kBigEndian;
    } else {
      cursor_.refuse_word(word.data(), "ascii, binary_little_endian or binary_big_endian");
    }
    const std::string_view version = cursor_.word();
    if (version != "1.0") cursor_.refuse_word(version.data(), "version 1.0");
  }

  void read_statement() {
    if (statement_ == "element") {
      read_element();
    } else if (statement_ == "property") {
      read_property();
    } else {
      cursor_.refuse_word(statement_.data(), "element, property, comment or end_header");
    }
  }

  void read_element() {
    PlyElement element;
    const std::string_view name = cursor_.word();
    if (name.empty() || header_.find(name) != nullptr) {
      cursor_.refuse_word(name.data(), "a new element name");
    }
    element.name = name;
    cursor_.skip_blanks();
    element.where = cursor_.position();
    const std::int64_t count = cursor_.whole("the number of " + element.name + " elements");
    if (count < 0) cursor_.refuse_word(element.where, "a number of elements that is not negative");
    element.count = static_cast<std::size_t>(count);
    header_.elements.push_back(std::move(element));
  }

  void read_property() {
    if (header_.elements.empty()) cursor_.refuse_word(statement_.data(), "an element first");
    if (++property_count_ > kMaxProperties) {
      cursor_.refuse_word(statement_.data(),
                          "at most " + std::to_string(kMaxProperties) + " properties");
    }
    PlyProperty property;
    const std::string_view word = cursor_.word();
    if (word == "list") {
      property.count_type = whole_type(cursor_.word());
      property.type = type_named(cursor_.word());
    } else {
      property.type = type_named(word);
    }
    const std::string_view name = cursor_.word();
    if (name.empty()) cursor_.refuse_word(name.data(), "a property name");
    property.name = name;
    header_.elements.back().properties.push_back(std::move(property));
  }

  PlyType type_named(std::string_view word) const {
    for (const TypeName& entry : kTypeNames) {
      if (entry.name == word) return entry.type;
    }
    cursor_.refuse_word(word.data(), "a type like float, double, int or uchar");
  }

  PlyType whole_type(std::string_view word) const {
    const PlyType type = type_named(word);
    if (type == PlyType::kFloat32 || type == PlyType::kFloat64) {
      cursor_.refuse_word(word.data(), "a whole-number type for the length of a list");
    }
    return type;
  }

  TextCursor cursor_;
  std::string_view statement_;
  PlyHeader header_;
  std::size_t property_count_ = 0;
};

/// Behind the line end that follows the header; its style is that of the header.
const char* body_start(std::string_view bytes, std::size_t length) {
  const bool carriage_returns_only = bytes.substr(0, length).find('\n') == std::string_view::npos;
  std::size_t at = length;
  while (at < bytes.size() && (bytes[at] == ' ' || bytes[at] == '\t')) ++at;
  if (at < bytes.size() && bytes[at] == '\r') ++at;
  if (!carriage_returns_only && at < bytes.size() && bytes[at] == '\n') ++at;
  return bytes.data() + at;
}
}  // namespace

std::optional<std::size_t> PlyElement::find(std::initializer_list<std::string_view> names) const {
  for (std::size_t i = 0; i < properties.size(); ++i) {
    if (std::find(names.begin(), names.end(), properties[i].name) != names.end()) return i;
  }
  return std::nullopt;
}

const PlyElement* PlyHeader::find(std::string_view name) const {
  for (const PlyElement& element : elements) {
    if (element.name == name) return &element;
  }
  return nullptr;
}

bool is_ply(std::string_view bytes) {
  return bytes.starts_with("ply") && bytes.size() > 3 &&
         (bytes[3] == '\n' || bytes[3] == '\r' || bytes[3] == ' ');
}

PlyHeader read_ply_header(std::string_view bytes, const std::string& place) {
  const TextCursor start(bytes, place);
  if (!is_ply(bytes)) start.refuse_word(bytes.data(), "a first line 'ply'");
  const std::size_t length = header_length(bytes);
  if (length == std::string_view::npos) {
    start.refuse(bytes.data() + bytes.size(), "the end of the file", "end_header",
                 "is the file complete?");
  }
  PlyHeader header = HeaderReader(bytes.substr(0, length), place).read();
  header.body = body_start(bytes, length);
  return header;
}

}  // namespace graze::io
