// SPDX-License-Identifier: MIT
#include "graze/io/linear_queries.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/rational.h"
#include "io/files_below.h"

namespace graze {
namespace {
namespace fs = std::filesystem;
constexpr std::size_t kRowsPerQuery = 8;

/// Where reading stands, for messages.
struct Place {
  std::string file;
  std::size_t line = 0;

  [[noreturn]] void refuse(std::string found, std::string expected, std::string advice = {}) const {
    throw InputError({file + ":" + std::to_string(line), std::move(found), std::move(expected),
                      std::move(advice)});
  }
};

std::string shortened(std::string_view text) {
  constexpr std::size_t kMost = 40;
  return fmt::format("'{}{}'", text.substr(0, kMost), text.size() > kMost ? "..." : "");
}

std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

struct Fields {
  std::array<std::string_view, 7> text;
  std::size_t count = 0;
};

Fields split(std::string_view line, const Place& place) {
  Fields fields;
  for (;;) {
    if (fields.count == fields.text.size()) {
      place.refuse("more than 7 fields", "xn,xd,yn,yd,zn,zd and perhaps the truth");
    }
    const std::size_t end = std::min(line.find(','), line.size());
    fields.text[fields.count++] = line.substr(0, end);
    if (end == line.size()) return fields;
    line.remove_prefix(end + 1);
  }
}

Interval coordinate(const Fields& fields, std::size_t axis, const Place& place) {
  const std::string_view numerator = fields.text[2 * axis], denominator = fields.text[2 * axis + 1];
  const std::optional<Interval> value = enclose_fraction(numerator, denominator);
  if (value) return *value;
  place.refuse(shortened(numerator) + " over " + shortened(denominator),
               "two integers whose quotient a double can hold",
               "the format is in docs/methods/linear.md");
}

bool truth_of(std::string_view field, const Place& place) {
  if (field != "0" && field != "1") place.refuse("truth " + shortened(field), "0 or 1");
  return field == "1";
}

/// Rows of one query, collected until there are eight.
class SetBuilder {
 public:
  SetBuilder(LinearKind kind, LinearQuerySet& set) : kind_(kind), set_(set) {}

  void add_row(const Fields& fields, const Place& place) {
    if (columns_ == 0) columns_ = fields.count;
    if (fields.count < 6 || fields.count != columns_) {
      place.refuse(std::to_string(fields.count) + " fields",
                   columns_ < 6 ? "6 or 7 fields" : std::to_string(columns_) + " fields as before");
    }
    points_[rows_] = {coordinate(fields, 0, place), coordinate(fields, 1, place),
                      coordinate(fields, 2, place)};
    if (columns_ == 7) add_truth(truth_of(fields.text[6], place), place);
    if (++rows_ == kRowsPerQuery) finish_query();
  }

  void finish(const Place& place) const {
    if (rows_ == 0) return;
    place.refuse(std::to_string(rows_) + " rows after the last whole query", "8 rows a query",
                 "the file may be cut off");
  }

 private:
  void add_truth(bool truth, const Place& place) {
    if (rows_ == 0) {
      set_.truth.push_back(truth);
    } else if (set_.truth.back() != truth) {
      place.refuse("another truth than in the row above", "one truth in all 8 rows of a query");
    }
  }

  void finish_query() {
    set_.queries.push_back(enclose_query(kind_, points_));
    if (set_.queries.back().uncertainty > 0.0) ++set_.enclosed;
    rows_ = 0;
  }

  LinearKind kind_;
  LinearQuerySet& set_;
  std::array<IntervalVec3, kRowsPerQuery> points_;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
};

LinearKind kind_of(const fs::path& path, std::optional<LinearKind> kind) {
  if (!kind) kind = kind_from_path(path);
  if (kind) return *kind;
  throw InputError({path.string(), "no kind of query in the path",
                    "a folder named edge-edge or vertex-face, or a name that ends in ee or vf",
                    "give --kind edge-edge or --kind vertex-face"});
}

/// DIR/queries/NAME.csv -> DIR/mma_bool/NAME_mma_bool.json
fs::path truth_path(const fs::path& path) {
  return path.parent_path().parent_path() / "mma_bool" / (path.stem().string() + "_mma_bool.json");
}

void read_truth_beside(LinearQuerySet& set) {
  const fs::path path = truth_path(fs::absolute(set.path));
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return;
  const auto json = nlohmann::json::parse(read_file(path), nullptr, false);
  const bool is_list = json.is_array() && std::all_of(json.begin(), json.end(),
                                                      [](const auto& v) { return v.is_boolean(); });
  if (!is_list || json.size() != set.queries.size()) {
    throw InputError({path.string(),
                      is_list ? std::to_string(json.size()) + " answers" : "no such list",
                      "a list of " + std::to_string(set.queries.size()) + " booleans",
                      {}});
  }
  for (const auto& value : json) set.truth.push_back(value.get<bool>());
}
}  // namespace

std::optional<LinearKind> kind_from_path(const fs::path& path) {
  for (const fs::path& part : path) {
    if (part == "edge-edge") return LinearKind::kEdgeEdge;
    if (part == "vertex-face") return LinearKind::kVertexFace;
  }
  const std::string name = path.stem().string();
  if (name.ends_with("ee")) return LinearKind::kEdgeEdge;
  if (name.ends_with("vf")) return LinearKind::kVertexFace;
  return {};
}

LinearQuerySet parse_linear_queries(std::string_view text, const std::string& file,
                                    LinearKind kind) {
  LinearQuerySet set;
  set.path = file;
  Place place{file, 0};
  SetBuilder builder(kind, set);
  while (!text.empty()) {
    ++place.line;
    const std::string_view line = next_line(text);
    if (!line.empty()) builder.add_row(split(line, place), place);
  }
  builder.finish(place);
  if (set.queries.empty()) place.refuse("no query", "rows of six or seven integers");
  return set;
}

LinearQuerySet read_linear_queries(const fs::path& path, std::optional<LinearKind> kind) {
  const LinearKind known = kind_of(path, kind);
  LinearQuerySet set = parse_linear_queries(read_file(path), path.string(), known);
  if (set.truth.empty()) read_truth_beside(set);
  return set;
}

std::vector<fs::path> find_linear_queries(const std::vector<fs::path>& places) {
  std::vector<fs::path> files;
  for (const fs::path& place : places) {
    const std::vector<fs::path> found = files_below(place, [](const fs::directory_entry& entry) {
      return entry.is_regular_file() && entry.path().extension() == ".csv";
    });
    if (found.empty()) {
      throw InputError({place.string(), "no .csv file below it", "sets of queries", {}});
    }
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

}  // namespace graze
