// SPDX-License-Identifier: MIT
// Public sets of linear CCD queries: CSV files of exact rationals.                             [C5]
//
// A query has eight rows: four points at t = 0, then the same four at t = 1. A row is
// `xn,xd,yn,yd,zn,zd` (numerators and denominators, any length) with or without a seventh column:
// the true answer, 0 or 1. Without that column, a file DIR/queries/NAME.csv may have its answers in
// DIR/mma_bool/NAME_mma_bool.json, a list of true and false.
#pragma once
#include <graze/methods/linear.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct LinearQuerySet {
  std::filesystem::path path;
  std::vector<LinearQuery> queries;
  std::vector<bool> truth;   ///< as many as queries, or empty if the answers are not known
  std::size_t enclosed = 0;  ///< queries with a coordinate that is not a double
};

/// From a folder named edge-edge or vertex-face, or a file name that ends in ee or vf.
std::optional<LinearKind> kind_from_path(const std::filesystem::path& path);

/// Throws InputError (file:line) for anything that is not such a row, for a missing row, and for a
/// number too large for a double; also if no kind is given and the path does not tell it.
LinearQuerySet read_linear_queries(const std::filesystem::path& path,
                                   std::optional<LinearKind> kind = {});

/// The same from text; `file` is for messages.
LinearQuerySet parse_linear_queries(std::string_view text, const std::string& file,
                                    LinearKind kind);

/// The CSV files below each directory (in order of their names), and the places that are files.
std::vector<std::filesystem::path> find_linear_queries(
    const std::vector<std::filesystem::path>& places);

}  // namespace graze
