// SPDX-License-Identifier: MIT
// Public rigid CCD queries: JSON files of one pair of primitives each.                         [C5]
//
// {"type": "ee", "edge0": {"vertex0": [x, y, z], "vertex1": …, "pose_t0": P, "pose_t1": P},
//                "edge1": …}
// {"type": "fv", "face": {"vertex0": …, "vertex1": …, "vertex2": …, …}, "vertex": {"vertex": …, …}}
// with a pose P = {"position": [x, y, z], "rotation": [x, y, z]}, the rotation being a vector:
// angle times axis. Both go linearly from pose_t0 (t = 0) to pose_t1 (t = 1). A key "contact" may
// give the true answer.
#pragma once
#include <graze/methods/certified_primitives.h>
#include <graze/methods/linear.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct RigidQuery {
  LinearKind kind = LinearKind::kVertexFace;
  RigidPrimitive a;           ///< the vertex, or the first edge
  RigidPrimitive b;           ///< the face, or the second edge
  std::optional<bool> truth;  ///< whether they touch, if the file says
};

/// Throws InputError (file and JSON path) for anything that is not of the form above.
RigidQuery parse_rigid_query(std::string_view text, const std::string& place);
RigidQuery read_rigid_query(const std::filesystem::path& path);

/// The JSON files below each directory that have poses in them (in order of their names), and the
/// places that are files.
std::vector<std::filesystem::path> find_rigid_queries(
    const std::vector<std::filesystem::path>& places);

}  // namespace graze
