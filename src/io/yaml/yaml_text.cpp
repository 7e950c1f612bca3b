// SPDX-License-Identifier: MIT
#include "io/yaml/yaml_text.h"

#include <yaml-cpp/yaml.h>

#include <cmath>

#include "graze/base/error.h"
#include "io/decimal.h"
#include "io/foreign_format.h"

namespace graze::yaml {
namespace {
using json::Json;
constexpr int kDeepestYaml = 64;
constexpr std::size_t kMostValues = 2'000'000;

/// Turns nodes into JSON and counts them: nested aliases can stand for billions.
class Converter {
 public:
  explicit Converter(const std::string& place) : place_(place) {}

  Json convert(const YAML::Node& node, int depth) {
    if (depth > kDeepestYaml) refuse(node, "more than 64 levels", "a flatter document");
    if (++count_ > kMostValues) refuse(node, "more than 2 million values", "fewer");
    if (node.IsMap()) return map(node, depth);
    if (node.IsSequence()) return sequence(node, depth);
    return node.IsScalar() ? scalar(node) : Json(nullptr);
  }

 private:
  [[noreturn]] void refuse(const YAML::Node& node, std::string found, std::string expected) const {
    throw InputError({place_ + ":" + std::to_string(node.Mark().line + 1), std::move(found),
                      std::move(expected), ""});
  }

  Json map(const YAML::Node& node, int depth) {
    Json object = Json::object();
    for (const auto& entry : node) {
      if (!entry.first.IsScalar()) refuse(node, "a key that is not text", "text");
      const std::string& key = entry.first.Scalar();
      if (object.contains(key)) refuse(node, "'" + key + "' a second time", "each key once");
      object[key] = convert(entry.second, depth + 1);
    }
    return object;
  }

  Json sequence(const YAML::Node& node, int depth) {
    Json array = Json::array();
    for (const YAML::Node& item : node) array.push_back(convert(item, depth + 1));
    return array;
  }

  static Json scalar(const YAML::Node& node) {
    const std::string& text = node.Scalar();
    if (node.Tag() == "!") return text;  // quoted
    if (text.empty() || text == "~" || text == "null") return nullptr;
    if (text == "true" || text == "True") return true;
    if (text == "false" || text == "False") return false;
    const io::Decimal number = io::parse_decimal(text.data(), text.data() + text.size());
    const bool is_number = number.end == text.data() + text.size() && std::isfinite(number.value);
    if (!is_number) return text;
    const bool is_whole = text.find_first_of(".eE") == std::string::npos &&
                          std::fabs(number.value) < 9007199254740992.0;
    return is_whole ? Json(static_cast<std::int64_t>(number.value)) : Json(number.value);
  }

  std::string place_;
  std::size_t count_ = 0;
};
}  // namespace

Json parse_yaml(std::string_view text, const std::string& place) {
  try {
    std::vector<YAML::Node> documents = YAML::LoadAll(std::string(text));
    std::erase_if(documents, [](const YAML::Node& node) { return node.IsNull(); });
    if (documents.empty()) return Json(nullptr);
    if (documents.size() > 1) {
      throw InputError({place + ":" + std::to_string(documents[1].Mark().line + 1),
                        "a second document after '---'", "one", "keep the one that you mean"});
    }
    return Converter(place).convert(documents[0], 0);
  } catch (const YAML::Exception& error) {
    throw InputError({place + ":" + std::to_string(error.mark.line + 1), error.msg, "YAML", ""});
  }
}

bool is_yaml(const std::filesystem::path& path) {
  const std::string ending = io::lower_extension(path);
  return ending == ".yaml" || ending == ".yml";
}

Json parse_document(std::string_view text, const std::string& place) {
  return is_yaml(place) ? parse_yaml(text, place) : json::parse_json(text, place);
}

}  // namespace graze::yaml
