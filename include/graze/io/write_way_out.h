// SPDX-License-Identifier: MIT
// The ways out for a part, written and read as JSON (docs/report.md).                          [G3]
#pragma once
#include <graze/contact/way_out.h>
#include <graze/scene/scene.h>

#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// The document of `graze free`; `name` is the scene's file or name.
std::string way_out_document(const Scene& scene, const std::string& name, BodyId part,
                             const WayOut& out);

/// What way_out_document wrote. `bodies[k]` is the name of BodyId(k); the part comes first. The hit
/// holds only outcome, pair, time and one contact.
struct WayOutDocument {
  std::string scene;
  std::string units;
  std::vector<std::string> bodies;
  WayOut out;
};
/// Throws InputError with line and column, or with the JSON path.
WayOutDocument parse_way_out(std::string_view text, const std::string& place = "free");

}  // namespace graze
