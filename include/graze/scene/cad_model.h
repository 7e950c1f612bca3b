// SPDX-License-Identifier: MIT
// What a CAD file holds: parts made of curved faces, and where instances of them are.        [C10]
#pragma once
#include <graze/geometry/surface.h>
#include <graze/geometry/triangle_mesh.h>
#include <graze/math/pose.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace graze {

/// A part of a CAD face. Its own parameters run over form.u and form.v while those of the CAD face
/// run linearly over u and v; for faces that are one patch both are the same.
struct CadPatch {
  PatchFace form;
  Interval u, v;
};

struct CadFace {
  std::string name;      ///< of the file, or "face 12"
  std::string kind;      ///< "plane", "cylinder", "b-spline", …
  bool flipped = false;  ///< outside is where S_v x S_u points, as of SurfaceFace
  std::vector<CadPatch> patches;
  std::string refused;     ///< why it has no patches; empty if it has
  double model_gap = 0.0;  ///< how far its edges are from it in the file, sampled
};

/// Triangles that stand for the faces of a part.
struct CadMesh {
  TriangleMesh mesh;
  std::vector<std::uint32_t> face_of_triangle;
  /// Proved: every point of a face is within this of the mesh, and every point of the mesh within
  /// this of the faces. Infinite if it is not proved: `unproved` says why.
  double deviation = 0.0;
  std::string unproved = {};
};

/// A solid or a sheet, in a frame of its own.
struct CadPart {
  std::string name;
  std::vector<CadFace> faces;
  std::optional<CadMesh> mesh;
};

struct CadInstance {
  std::string path;  ///< names from the top of the assembly down, "/" between; unique
  std::uint32_t part = 0;
  Pose model_from_part;
  std::optional<Vec3> colour;  ///< red, green, blue from 0 to 1
};

struct CadModel {
  std::string units = "mm";  ///< of all lengths
  std::string schema;        ///< what the file calls itself: "AP214", "BREP", …
  std::vector<CadPart> parts;
  std::vector<CadInstance> instances;
};

/// All faces of a part, each under its name. Throws InputError that names the first face that was
/// refused, with its reason.
std::vector<SurfaceFace> faces_of(const CadPart& part);
Surface surface_of(const CadPart& part);

/// The instance of that path. Throws InputError with the nearest path if there is none.
const CadInstance& instance_at(const CadModel& model, const std::string& path);

}  // namespace graze
