// SPDX-License-Identifier: MIT
// Shapes of type "step": parts of CAD files, in the scene's units.                           [C10]
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "graze/scene/cad_model.h"
#include "graze/scene/shape.h"
#include "io/json/json_cursor.h"

namespace graze::scene_json {

/// Of triangles where none is asked for, as a share of a part's diagonal.
inline constexpr double kUsualDeviation = 1e-3;

/// Reads each CAD file once for each deviation that is asked for.
class CadShapes {
 public:
  /// {"type": "step", "path": "as1.stp", "part": "as1/PLATE", "deviation": 0.01}: one instance, or
  /// all of the file, in the frame of the file's assembly. The shape is a surface with the file's
  /// faces and triangles within a proved deviation; `notes` says how near they are, and how exact
  /// the file itself is.
  Shape read(const json::JsonCursor& cursor, const std::filesystem::path& base_dir,
             const std::string& units, std::set<std::string>& notes);

  /// A model that was read already, with the usual deviation.
  void know(const std::filesystem::path& path, CadModel model) {
    models_.insert_or_assign({path.string(), 0.0}, std::move(model));
  }

  /// By how much a shape that was read here has to grow so that its faces meet at their edges:
  /// twice what the file's edges are seen to be off. None for other shapes.
  std::optional<double> sealing_of(const Shape& shape) const;

 private:
  const CadModel& model(const std::filesystem::path& path, double deviation_mm,
                        const std::string& part);
  std::map<std::pair<std::string, double>, CadModel> models_;
  std::map<std::string, double> gaps_;  ///< of the file's edges, by the source of the shape
};

}  // namespace graze::scene_json
