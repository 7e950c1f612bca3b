// SPDX-License-Identifier: MIT
#include "io/xml/xml_cursor.h"

#include <tinyxml2.h>

#include <cmath>

#include "graze/base/error.h"
#include "io/decimal.h"
#include "io/text_cursor.h"

namespace graze::xml {
namespace {
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

const char* skip_blanks(const char* p, const char* end) {
  while (p < end && is_blank(*p)) ++p;
  return p;
}

std::string_view word_at(const char* p, const char* end) {
  const char* stop = p;
  while (stop < end && !is_blank(*stop)) ++stop;
  return {p, static_cast<std::size_t>(stop - p)};
}
}  // namespace

std::vector<double> parse_numbers(std::string_view text, const std::string& place,
                                  std::size_t most) {
  std::vector<double> numbers;
  const char* const end = text.data() + text.size();
  for (const char* p = skip_blanks(text.data(), end); p < end; p = skip_blanks(p, end)) {
    const std::string_view word = word_at(p, end);
    const io::Decimal decimal = io::parse_decimal(p, end);
    if (decimal.end != word.data() + word.size() || !std::isfinite(decimal.value)) {
      const bool is_macro = word.find('$') != std::string_view::npos;
      throw InputError({place, io::quoted(word), "a finite number",
                        is_macro ? "expand it first: xacro robot.xacro > robot.urdf" : ""});
    }
    if (numbers.size() == most) {
      throw InputError({place, "more numbers than that", std::to_string(most), ""});
    }
    numbers.push_back(decimal.value);
    p = decimal.end;
  }
  return numbers;
}

std::string XmlCursor::name() const { return element_->Name(); }

std::string XmlCursor::place() const {
  return *file_ + ":" + std::to_string(element_->GetLineNum()) + " <" + name() + ">";
}

std::optional<XmlCursor> XmlCursor::find(const char* child) const {
  const tinyxml2::XMLElement* found = element_->FirstChildElement(child);
  if (found == nullptr) return std::nullopt;
  return XmlCursor(found, file_);
}

XmlCursor XmlCursor::at(const char* child) const {
  if (const auto found = find(child)) return *found;
  refuse(std::string("no <") + child + ">", "one");
}

std::vector<XmlCursor> XmlCursor::children(const char* child) const {
  std::vector<XmlCursor> all;
  for (auto* e = element_->FirstChildElement(child); e != nullptr;
       e = e->NextSiblingElement(child)) {
    all.emplace_back(e, file_);
  }
  return all;
}

std::vector<XmlCursor> XmlCursor::children() const { return children(nullptr); }

bool XmlCursor::has(const char* attribute) const {
  return element_->Attribute(attribute) != nullptr;
}

std::string XmlCursor::attribute(const char* name) const {
  const char* value = element_->Attribute(name);
  if (value == nullptr) refuse(std::string("no attribute '") + name + "'", "one");
  if (*value == '\0') refuse(std::string("an empty attribute '") + name + "'", "a value");
  return value;
}

std::string XmlCursor::attribute(const char* name, const std::string& otherwise) const {
  return has(name) ? attribute(name) : otherwise;
}

double XmlCursor::number(const char* name) const {
  const auto numbers = parse_numbers(attribute(name), place() + " " + name, 1);
  if (numbers.empty()) refuse(std::string("an empty attribute '") + name + "'", "a number");
  return numbers[0];
}

double XmlCursor::number(const char* name, double otherwise) const {
  return has(name) ? number(name) : otherwise;
}

double XmlCursor::length(const char* name) const {
  const double value = number(name);
  if (value > 0.0 && value <= 1e12) return value;
  refuse(std::string(name) + " = " + attribute(name), "a length > 0");
}

Vec3 XmlCursor::vec3(const char* name) const {
  const auto numbers = parse_numbers(attribute(name), place() + " " + name);
  if (numbers.size() == 3) return {numbers[0], numbers[1], numbers[2]};
  refuse(std::string(name) + " with " + std::to_string(numbers.size()) + " numbers",
         "three numbers");
}

Vec3 XmlCursor::vec3(const char* name, const Vec3& otherwise) const {
  return has(name) ? vec3(name) : otherwise;
}

std::string_view XmlCursor::text() const {
  const char* text = element_->GetText();
  return text == nullptr ? std::string_view() : std::string_view(text);
}

void XmlCursor::refuse(std::string found, std::string expected, std::string advice) const {
  throw InputError({place(), std::move(found), std::move(expected), std::move(advice)});
}

XmlDocument::XmlDocument(std::string_view text, std::string place)
    : document_(std::make_unique<tinyxml2::XMLDocument>()), place_(std::move(place)) {
  document_->Parse(text.data(), text.size());
  if (document_->Error()) {
    const int line = document_->ErrorLineNum();
    throw InputError({place_ + (line > 0 ? ":" + std::to_string(line) : ""),
                      std::string("text that is not XML (") +
                          tinyxml2::XMLDocument::ErrorIDToName(document_->ErrorID()) + ")",
                      "an XML document", ""});
  }
  if (document_->RootElement() == nullptr) {
    throw InputError({place_, "no element", "an XML document", ""});
  }
}

XmlDocument::~XmlDocument() = default;

XmlCursor XmlDocument::root() const { return {document_->RootElement(), &place_}; }

XmlCursor XmlDocument::root(const char* name, const char* what) const {
  const XmlCursor cursor = root();
  if (cursor.name() != name) {
    cursor.refuse("<" + cursor.name() + "> as the outermost element",
                  std::string("<") + name + ">, as in " + what);
  }
  return cursor;
}

}  // namespace graze::xml
