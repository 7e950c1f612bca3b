// SPDX-License-Identifier: MIT
// A place in an XML document that knows its line, so that every error can name it.
#pragma once
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/math/vec.h"

namespace tinyxml2 {
class XMLDocument;
class XMLElement;
}  // namespace tinyxml2

namespace graze::xml {

/// Numbers separated by blanks. Throws InputError at `place` for anything else, for a number that
/// is not finite, and for more than `most` of them.
std::vector<double> parse_numbers(std::string_view text, const std::string& place,
                                  std::size_t most = std::size_t{1} << 30);

/// Cheap to copy; refers to a document that must outlive it. Reading functions throw InputError
/// with file and line, what was found and what was expected.
class XmlCursor {
 public:
  XmlCursor(const tinyxml2::XMLElement* element, const std::string* file)
      : element_(element), file_(file) {}

  std::string name() const;
  std::string place() const;  ///< "robot.urdf:12 <joint>"

  std::optional<XmlCursor> find(const char* child) const;  ///< the first one
  XmlCursor at(const char* child) const;                   ///< throws if there is none
  std::vector<XmlCursor> children(const char* child) const;
  std::vector<XmlCursor> children() const;

  bool has(const char* attribute) const;
  std::string attribute(const char* name) const;  ///< throws if it is missing or empty
  std::string attribute(const char* name, const std::string& otherwise) const;
  double number(const char* name) const;
  double number(const char* name, double otherwise) const;
  double length(const char* name) const;  ///< > 0
  Vec3 vec3(const char* name) const;
  Vec3 vec3(const char* name, const Vec3& otherwise) const;
  std::string_view text() const;  ///< of the element; may be empty

  [[noreturn]] void refuse(std::string found, std::string expected, std::string advice = {}) const;

 private:
  const tinyxml2::XMLElement* element_;
  const std::string* file_;
};

/// A parsed document.
class XmlDocument {
 public:
  /// Throws InputError for text that is not XML or has no element. Entities that a document
  /// defines are not expanded.
  XmlDocument(std::string_view text, std::string place);
  ~XmlDocument();
  XmlDocument(const XmlDocument&) = delete;
  XmlDocument& operator=(const XmlDocument&) = delete;

  XmlCursor root() const;  ///< the outermost element
  /// Throws InputError unless that is its name.
  XmlCursor root(const char* name, const char* what) const;

 private:
  std::unique_ptr<tinyxml2::XMLDocument> document_;
  std::string place_;
};

}  // namespace graze::xml
