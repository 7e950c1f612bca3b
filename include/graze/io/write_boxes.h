// SPDX-License-Identifier: MIT
// All contact intervals of boxes and convex polytopes, written and read as JSON (docs/report.md).
//                                                                                     [B1-B6, G3]
#pragma once
#include <graze/methods/analytic_convex.h>
#include <graze/methods/analytic_printed.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace graze {

/// The document of `graze boxes`.
struct BoxesDocument {
  struct Homogeneous {
    Interval span;               ///< seconds
    bool is_eliminated = false;  ///< by bounding spheres
    std::size_t pairs = 0;
    std::size_t zeros = 0;
    std::size_t contacts = 0;
  };
  /// What the printed method did: see PrintedBoxes.
  struct Printed {
    std::size_t pieces = 0, degree = 0, outside = 0, eliminated = 0;
    std::vector<Homogeneous> homogeneous;
  };
  struct Pair {
    std::array<std::string, 2> bodies = {};  ///< their names
    std::string solids = {};                 ///< "boxes", "polytopes" or "affine boxes"
    bool is_complete = true;                 ///< false: certain only up to `sure_until`
    double sure_until = 0.0;                 ///< seconds
    std::size_t degree = 0;                  ///< largest degree of a separating function
    double error = 0.0;                      ///< of grazing contacts and openings, scene units
    /// The second alternative is for polytopes.
    std::variant<std::vector<BoxContactInterval>, std::vector<ConvexContactInterval>> intervals =
        {};
    /// Windows in which the bodies may separate, by no more than `error`.
    std::vector<Interval> openings = {};
    double seconds = 0.0;                 ///< that the answer took
    std::optional<Printed> printed = {};  ///< if requested
  };
  std::string scene;  ///< file or name
  std::string units;
  Interval span;            ///< seconds
  bool is_complete = true;  ///< false: stopped early; the remaining pairs are missing
  std::vector<Pair> pairs;
};
BoxesDocument::Printed printed_facts(const PrintedBoxes& printed);
std::string boxes_document(const BoxesDocument& document);

/// Throws InputError with line and column, or with the JSON path.
BoxesDocument parse_boxes(std::string_view text, const std::string& place = "boxes");

}  // namespace graze
