// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <string>

#include "graze/math/pose.h"
#include "graze/scene/shape.h"
#include "io/urdf/mesh_path.h"
#include "io/xml/xml_cursor.h"

namespace graze::urdf {

/// <origin xyz rpy>: roll about x, then pitch about y, then yaw about z, fixed axes. The identity
/// if the parent has none.
Pose read_origin(const xml::XmlCursor& parent);

/// Shapes of <collision> and <visual>; meshes that are used twice are read once.
class GeometryReader {
 public:
  explicit GeometryReader(MeshPlaces places, bool apply_up_axis = false)
      : places_(std::move(places)), apply_up_axis_(apply_up_axis) {}

  /// In the link's frame.
  Shape read(const xml::XmlCursor& collision);

  /// Meshes whose <up_axis> is not z and was not applied; a sentence each.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  TriangleMesh read_turned(const std::filesystem::path& path);
  Shape read_mesh_shape(const xml::XmlCursor& mesh);

  MeshPlaces places_;
  bool apply_up_axis_ = false;
  std::vector<std::string> warnings_;
  std::map<std::string, Shape> meshes_;  // by path and scale
};

}  // namespace graze::urdf
