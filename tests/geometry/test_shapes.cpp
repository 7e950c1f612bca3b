// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"

namespace graze {
namespace {

// Closed and consistently oriented: every directed edge once, and its opposite once.
std::string defect(const TriangleMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  std::vector<bool> is_used(mesh.vertices().size(), false);
  for (const Triangle& t : mesh.triangles()) {
    for (int k = 0; k < 3; ++k) {
      ++edges[{t[k], t[(k + 1) % 3]}];
      is_used[t[k]] = true;
    }
  }
  for (const auto& [edge, uses] : edges) {
    const auto opposite = edges.find({edge.second, edge.first});
    if (uses != 1 || opposite == edges.end()) {
      return "edge " + std::to_string(edge.first) + " " + std::to_string(edge.second);
    }
  }
  for (std::size_t i = 0; i < is_used.size(); ++i) {
    if (!is_used[i]) return "unused vertex " + std::to_string(i);
  }
  return "";
}

double volume_of(const TriangleMesh& mesh) {
  double six = 0.0;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto c = mesh.corners(i);
    six += c[0].dot(c[1].cross(c[2]));
  }
  return six / 6.0;
}

double smallest_area(const TriangleMesh& mesh) {
  double least = 1e300;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto c = mesh.corners(i);
    least = std::min(least, 0.5 * (c[1] - c[0]).cross(c[2] - c[0]).norm());
  }
  return least;
}

const ShapeParameter* find_parameter(const ShapeInfo& info, std::string_view name) {
  for (const ShapeParameter& p : info.parameters) {
    if (p.name == name) return &p;
  }
  return nullptr;
}

TEST(G5_Shapes, AreClosedOutwardAndWithoutFlatTrianglesAtStandardValues) {
  for (const std::string& name : shape_names()) {
    const TriangleMesh mesh = make_shape(name);
    EXPECT_EQ(defect(mesh), "") << name;
    EXPECT_GT(volume_of(mesh), 0.0) << name;
    EXPECT_GT(smallest_area(mesh), 1e-9) << name;
    std::printf("%-12s %8zu triangles, volume %.6f, hash %016llx\n", name.c_str(),
                mesh.triangles().size(), volume_of(mesh),
                static_cast<unsigned long long>(mesh.content_hash()));
  }
}

TEST(G5_Shapes, HaveAboutTheWantedNumberOfTriangles) {
  for (const std::string& name : shape_names()) {
    const ShapeParameter* triangles = find_parameter(shape_info(name), "triangles");
    if (triangles == nullptr) continue;
    for (const double wanted : {1e3, 2e3, 5e3, 1e4, 3e4, 1e5}) {
      if (wanted < triangles->lo) continue;
      const TriangleMesh mesh = make_shape(name, {{"triangles", wanted}});
      const double found = static_cast<double>(mesh.triangles().size());
      const bool is_coarse = shape_info(name).summary.find("within 25 %") != std::string::npos;
      const double share = is_coarse ? 0.25 : 0.1;
      EXPECT_NEAR(found, wanted, share * wanted) << name;
      EXPECT_EQ(defect(mesh), "") << name << " with " << wanted;
      EXPECT_GT(volume_of(mesh), 0.0) << name << " with " << wanted;
    }
  }
}

}  // namespace
}  // namespace graze
