// SPDX-License-Identifier: MIT
// Cycles of octrees in one workspace, written and read as JSON (docs/report.md).            [O2-O7]
#pragma once
#include <graze/contact/contact_report.h>
#include <graze/spatial/octree.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// The document of `graze octree`.
struct OctreeDocument {
  struct Alarm {
    std::array<std::string, 2> bodies;  ///< their names
    std::size_t face_pairs = 0;
  };
  struct Cycle {
    double time = 0.0;  ///< scene time at which it starts, seconds
    std::size_t interfering_cells = 0;
    std::size_t interfering_pairs = 0;
    std::size_t faces_found = 0;
    std::size_t face_pairs_tested = 0;
    std::vector<Alarm> alarms;
    double seconds = 0.0;                     ///< of CPU time
    std::optional<double> all_faces_seconds;  ///< without octrees, if requested
  };
  std::string scene;  ///< file or name
  Guarantee guarantee = Guarantee::kConservative;
  int levels = 4;
  OctreeCube cube;
  std::vector<Cycle> cycles;
};
std::string octree_document(const OctreeDocument& document);

/// Throws InputError with line and column, or with the JSON path.
OctreeDocument parse_octree_document(std::string_view text, const std::string& place = "octree");

}  // namespace graze
