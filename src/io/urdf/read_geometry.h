// SPDX-License-Identifier: MIT
#pragma once
#include <map>
#include <string>
#include <tuple>

#include "graze/math/pose.h"
#include "graze/scene/shape.h"
#include "io/urdf/mesh_path.h"
#include "io/xml/xml_cursor.h"

namespace graze::urdf {

inline constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// Roll about x, then pitch about y, then yaw about z, fixed axes.
Mat3 rotation_of_rpy(const Vec3& rpy);

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

  /// A mesh file by its name, in its own frame. `where` names it in errors.
  Shape read_mesh(const std::string& filename, const Vec3& scale, const xml::XmlCursor& where);

  /// Meshes whose <up_axis> is not z and was not applied; a sentence each.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  TriangleMesh read_turned(const std::filesystem::path& path);

  MeshPlaces places_;
  bool apply_up_axis_ = false;
  std::vector<std::string> warnings_;
  std::map<std::tuple<std::string, double, double, double>, Shape> meshes_;  // by path and scale
};

}  // namespace graze::urdf
