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
  explicit GeometryReader(MeshPlaces places) : places_(std::move(places)) {}

  /// In the link's frame.
  Shape read(const xml::XmlCursor& collision);

 private:
  Shape read_mesh_shape(const xml::XmlCursor& mesh);

  MeshPlaces places_;
  std::map<std::string, Shape> meshes_;  // by path and scale
};

}  // namespace graze::urdf
