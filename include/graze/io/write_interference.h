// SPDX-License-Identifier: MIT
// Interferences, written and read as JSON (docs/report.md).                                    [G3]
#pragma once
#include <graze/contact/interference.h>
#include <graze/scene/scene.h>

#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// The document of `graze interference`; `name` is the scene's file or name.
std::string interference_document(const Scene& scene, const std::string& name,
                                  const InterferenceReport& report);

/// What interference_document wrote; `bodies[k]` is the name of BodyId(k). It does not hold the
/// number of pairs asked about.
struct InterferenceDocument {
  std::string scene;
  std::string units;
  std::vector<std::string> bodies;
  InterferenceReport report;
};
/// Throws InputError with line and column, or with the JSON path.
InterferenceDocument parse_interferences(std::string_view text,
                                         const std::string& place = "interference");

}  // namespace graze
