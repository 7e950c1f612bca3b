// SPDX-License-Identifier: MIT
// Files that come over the wire, out of their frame.                                          [G4]
#include <algorithm>
#include <cstring>

#include "graze/base/error.h"
#include "graze/server/session.h"
#include "io/json/contact_json.h"

namespace graze {
namespace {
using json::Json;
using json::JsonCursor;

constexpr std::size_t kMostFiles = 500;
constexpr std::size_t kLongestName = 200;

/// Nothing that leads anywhere: no folders, no hidden files, no options.
bool is_plain_name(const std::string& name) {
  const auto is_bad = [](char c) {
    return c == '/' || c == '\\' || (static_cast<unsigned char>(c) < 32);
  };
  return !name.empty() && name.size() <= kLongestName && name[0] != '.' && name[0] != '-' &&
         std::none_of(name.begin(), name.end(), is_bad);
}

/// The head, and the bytes after it.
std::pair<Json, std::string_view> split_head(std::string_view payload) {
  std::uint32_t size = 0;
  if (payload.size() >= sizeof size) std::memcpy(&size, payload.data(), sizeof size);
  if (payload.size() < sizeof size || payload.size() - sizeof size < size)
    throw InputError({"files", "a frame that ends within its head", "a head and bytes", ""});
  const std::string_view head = payload.substr(sizeof size, size);
  return {json::parse_json(head, "files"), payload.substr(sizeof size + size)};
}
}  // namespace

std::vector<BroughtFile> parse_brought(std::string_view payload) {
  const auto [head, all] = split_head(payload);
  std::string_view rest = all;
  const JsonCursor cursor(head, "files");
  cursor.expect_keys({"files"});
  std::vector<BroughtFile> files;
  for (const JsonCursor& one : cursor.at("files").items()) {
    one.expect_keys({"name", "bytes"});
    const std::string name = one.at("name").text();
    if (!is_plain_name(name)) one.at("name").refuse("'" + name + "'", "a file's name, no path", "");
    const std::size_t bytes = one.at("bytes").index(rest.size() + 1);
    files.push_back({name, rest.substr(0, bytes)});
    rest.remove_prefix(bytes);
  }
  if (files.empty() || files.size() > kMostFiles || !rest.empty())
    throw InputError(
        {"files",
         std::to_string(files.size()) + " files and " + std::to_string(rest.size()) + " bytes more",
         "1 to " + std::to_string(kMostFiles) + " files that fill the frame", ""});
  return files;
}

}  // namespace graze
