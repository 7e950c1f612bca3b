// SPDX-License-Identifier: MIT
#include "graze/geometry/tetrahedral_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "graze/base/error.h"

namespace graze {
namespace {
/// Outward faces of a tetrahedron whose volume is positive.
constexpr std::array<std::array<int, 3>, 4> kTetrahedronFaces{
    {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};

[[noreturn]] void refuse_tetrahedron(std::size_t number, const std::string& found,
                                     const std::string& expected, const std::string& advice = "") {
  throw InputError({"tetrahedron " + std::to_string(number), found, expected, advice});
}

void check_corners(const TetrahedralMesh& mesh) {
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    if (mesh.vertices[v].allFinite()) continue;
    throw InputError(
        {"vertex " + std::to_string(v), "a number that is not finite", "finite coordinates", ""});
  }
  for (std::size_t t = 0; t < mesh.tetrahedra.size(); ++t) {
    for (const std::uint32_t corner : mesh.tetrahedra[t]) {
      if (corner < mesh.vertices.size()) continue;
      refuse_tetrahedron(t, "vertex " + std::to_string(corner),
                         "one of " + std::to_string(mesh.vertices.size()) + " vertices");
    }
  }
}
}  // namespace

double volume_of(const TetrahedralMesh& mesh, const Tetrahedron& t) {
  const Vec3& a = mesh.vertices[t[0]];
  const Vec3 ab = mesh.vertices[t[1]] - a, ac = mesh.vertices[t[2]] - a;
  return ab.cross(ac).dot(mesh.vertices[t[3]] - a) / 6.0;
}

void check(const TetrahedralMesh& mesh) {
  if (mesh.tetrahedra.empty()) throw InputError({"mesh", "no tetrahedra", "at least one", ""});
  check_corners(mesh);
  for (std::size_t t = 0; t < mesh.tetrahedra.size(); ++t) {
    const double volume = volume_of(mesh, mesh.tetrahedra[t]);
    double longest = 0.0;
    for (int k = 1; k < 4; ++k) {
      const Tetrahedron& corners = mesh.tetrahedra[t];
      longest = std::max(
          longest,
          (mesh.vertices[corners[static_cast<std::size_t>(k)]] - mesh.vertices[corners[0]]).norm());
    }
    if (!(std::abs(volume) > 1e-12 * longest * longest * longest)) {
      refuse_tetrahedron(t, "no volume", "four corners that are not in one plane");
    }
    if (volume < 0.0) {
      refuse_tetrahedron(t, "corners that turn it inside out", "a positive volume like the others",
                         "mend the mesh where it folds over itself");
    }
  }
}

TetrahedralMesh oriented(TetrahedralMesh mesh) {
  check_corners(mesh);
  const bool is_turned = std::ranges::all_of(
      mesh.tetrahedra, [&](const Tetrahedron& t) { return volume_of(mesh, t) < 0.0; });
  if (is_turned) {
    for (Tetrahedron& t : mesh.tetrahedra) std::swap(t[2], t[3]);
  }
  return mesh;
}

TriangleMesh surface_of(const TetrahedralMesh& mesh) {
  check_corners(mesh);
  struct Face {
    Triangle triangle;
    int uses = 0;
  };
  std::map<Triangle, Face> faces;  // by sorted corners: the surface's order is the same everywhere
  for (std::size_t t = 0; t < mesh.tetrahedra.size(); ++t) {
    for (const auto& corners : kTetrahedronFaces) {
      Triangle face;
      for (std::size_t k = 0; k < 3; ++k) {
        face[k] = mesh.tetrahedra[t][static_cast<std::size_t>(corners[k])];
      }
      Triangle key = face;
      std::ranges::sort(key);
      Face& entry = faces[key];
      entry.triangle = face;
      if (++entry.uses > 2) refuse_tetrahedron(t, "a face of a third tetrahedron", "two at most");
    }
  }
  std::vector<Triangle> outside;
  for (const auto& [key, face] : faces) {
    if (face.uses == 1) outside.push_back(face.triangle);
  }
  return TriangleMesh(mesh.vertices, std::move(outside));
}

}  // namespace graze
