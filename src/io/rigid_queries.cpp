// SPDX-License-Identifier: MIT
#include "graze/io/rigid_queries.h"

#include "graze/io/file.h"
#include "io/files_below.h"
#include "io/json/json_cursor.h"

namespace graze {
namespace {
namespace fs = std::filesystem;
using json::JsonCursor;

constexpr std::size_t kLargestQuery = std::size_t{1} << 20;

Motion::SixParameters read_query_pose(const JsonCursor& cursor) {
  cursor.expect_keys({"position", "rotation"});
  return {cursor.at("position").vec3(), cursor.at("rotation").vec3(json::kAngle)};
}

RigidPrimitive read_primitive(const JsonCursor& cursor,
                              const std::vector<std::string_view>& corners) {
  std::vector<std::string_view> keys = corners;
  keys.insert(keys.end(), {"pose_t0", "pose_t1"});
  cursor.expect_keys(keys);
  RigidPrimitive primitive;
  primitive.count = static_cast<int>(corners.size());
  for (std::size_t k = 0; k < corners.size(); ++k) {
    primitive.corners[k] = cursor.at(corners[k]).vec3();
  }
  const Motion::SixParameters begin = read_query_pose(cursor.at("pose_t0"));
  const Motion::SixParameters end = read_query_pose(cursor.at("pose_t1"));
  primitive.motion = json::placed(cursor, [&] { return Motion::six_parameters(begin, end); });
  return primitive;
}

std::optional<bool> read_truth(const JsonCursor& root) {
  const auto truth = root.find("contact");
  if (!truth) return {};
  if (!truth->value().is_boolean()) truth->refuse("true or false");
  return truth->value().get<bool>();
}

RigidQuery read_edges(const JsonCursor& root) {
  root.expect_keys({"type", "edge0", "edge1", "contact"});
  const std::vector<std::string_view> ends{"vertex0", "vertex1"};
  return {LinearKind::kEdgeEdge, read_primitive(root.at("edge0"), ends),
          read_primitive(root.at("edge1"), ends), read_truth(root)};
}

RigidQuery read_face_and_vertex(const JsonCursor& root) {
  root.expect_keys({"type", "face", "vertex", "contact"});
  return {LinearKind::kVertexFace, read_primitive(root.at("vertex"), {"vertex"}),
          read_primitive(root.at("face"), {"vertex0", "vertex1", "vertex2"}), read_truth(root)};
}

/// There may be other JSON files: only those with poses are queries.
bool looks_like_query(const fs::directory_entry& entry) {
  return entry.is_regular_file() && entry.path().extension() == ".json" &&
         entry.file_size() <= kLargestQuery &&
         read_file(entry.path()).find("\"pose_t0\"") != std::string::npos;
}
}  // namespace

RigidQuery parse_rigid_query(std::string_view text, const std::string& place) {
  const json::Json document = json::parse_json(text, place);
  const JsonCursor root(document, place);
  root.expect_keys({"type", "edge0", "edge1", "face", "vertex", "contact"});
  return root.at("type").word({"ee", "fv"}) == "ee" ? read_edges(root) : read_face_and_vertex(root);
}

RigidQuery read_rigid_query(const fs::path& path) {
  return parse_rigid_query(read_file(path, kLargestQuery), path.string());
}

std::vector<fs::path> find_rigid_queries(const std::vector<fs::path>& places) {
  std::vector<fs::path> files;
  for (const fs::path& place : places) {
    const std::vector<fs::path> found = files_below(place, looks_like_query);
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

}  // namespace graze
