// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>

#include "graze/base/error.h"
#include "graze/geometry/closed_polyhedron.h"
#include "graze/geometry/shapes.h"

namespace graze {
namespace {

// Empty if the mesh is what every shape promises to be.
std::string defect(const TriangleMesh& mesh) {
  const ClosednessReport report = diagnose(mesh);
  std::vector<bool> is_used(mesh.vertices().size(), false);
  for (const Triangle& t : mesh.triangles()) {
    for (const std::uint32_t v : t) is_used[v] = true;
  }
  for (std::size_t i = 0; i < is_used.size(); ++i) {
    if (!is_used[i]) return "unused vertex " + std::to_string(i);
  }
  return report.is_outward() && report.summary() == "closed" ? "" : report.summary();
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
    EXPECT_GT(smallest_area(mesh), 1e-9) << name;
  }
}

// A change of any bit of any standard shape changes answers and recorded results: it must be meant.
TEST(G5_Shapes, HaveTheSameBitsOnEveryMachine) {
  const std::map<std::string, std::uint64_t> expected{
      {"arm_link", 0x1ec881e49e85f795u},  {"blob", 0xf9c3b490bc9a1b55u},
      {"bolt", 0xbef06be754555a09u},      {"box", 0xb503d45ad54b75c3u},
      {"capsule", 0x901cb88d7983c727u},   {"car_body", 0x710e5b3b45a23f58u},
      {"car_door", 0x4cdb9da33484347au},  {"chain_link", 0x9f091fa260138984u},
      {"cone", 0x7d9170ceec97e305u},      {"cylinder", 0x21440ca13733fdb8u},
      {"gear", 0xfaf0b8c3e9b1b1d4u},      {"hole", 0x4728616b960aacbbu},
      {"icosphere", 0xda2ff49b31f334c8u}, {"l_bracket", 0xb4cf6c8e6f210158u},
      {"nut", 0x41ef0e09bf36d3adu},       {"ring", 0xf722f5bf03a58b4cu},
      {"shaft", 0x173c319c6f8ef94fu},     {"shuttle", 0x9308c142cdd1109bu},
      {"stairs", 0x646f76578d51e2c6u},    {"torus", 0x6a03fb3341c474fbu},
      {"uv_sphere", 0xae7696d2e9a9eef8u},
  };
  for (const std::string& name : shape_names()) {
    const TriangleMesh mesh = make_shape(name);
    const auto found = expected.find(name);
    ASSERT_NE(found, expected.end()) << name;
    EXPECT_EQ(mesh.content_hash(), found->second) << name << std::hex << " " << mesh.content_hash();
    EXPECT_EQ(mesh.content_hash(), make_shape(name).content_hash()) << name;
  }
  EXPECT_EQ(expected.size(), shape_names().size());
}

TEST(G5_Shapes, RefuseBadParametersAndSayWhich) {
  const auto place_of = [](std::string_view name, const ShapeParameters& parameters) {
    try {
      make_shape(name, parameters);
    } catch (const InputError& error) {
      return error.parts().place + ": " + error.parts().expected;
    }
    return std::string("no error");
  };
  EXPECT_EQ(place_of("box", {{"x", -1}}), "shape box, parameter x: a number in [1e-06, 1e+06]");
  EXPECT_EQ(place_of("box", {{"radius", 1}}),
            "shape box, parameter radius: one of x, y, z, triangles");
  EXPECT_EQ(place_of("gear", {{"teeth", 3.5}}),
            "shape gear, parameter teeth: a whole number in [3, 1000]");
  EXPECT_EQ(place_of("torus", {{"tube", 2}}), "shape torus, parameter tube: less than radius");
  EXPECT_EQ(place_of("blb", {}).substr(0, 34), "shape name: one of arm_link, blob,");
  EXPECT_EQ(place_of("box", {{"x", std::nan("")}}).substr(0, 22), "shape box, parameter x");
  EXPECT_THROW(make_arm(3), InputError);
}

TEST(G5_Shapes, StayClosedOverTheirParameters) {
  for (const std::string& name : shape_names()) {
    for (const ShapeParameter& parameter : shape_info(name).parameters) {
      if (parameter.name == "triangles") continue;
      for (const double factor : {0.5, 0.8, 1.25, 2.0, 3.0}) {
        double value = parameter.standard * factor;
        if (parameter.is_whole) value = std::floor(value);
        TriangleMesh mesh;
        try {
          mesh = make_shape(name, {{parameter.name, value}});
        } catch (const InputError&) {
          continue;  // out of range or in contradiction with the others
        }
        EXPECT_EQ(defect(mesh), "") << name << " " << parameter.name << " " << value;
      }
    }
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
    }
  }
}

TEST(G5_Shapes, AreAllInTheDocsWithTheirParameters) {
  std::ifstream file("docs/shapes.md");
  ASSERT_TRUE(file) << "run in the project's root";
  std::map<std::string, std::string> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("| `")) rows[line.substr(3, line.find('`', 3) - 3)] += line;
  }
  for (const std::string& name : shape_names()) {
    const ShapeInfo& info = shape_info(name);
    EXPECT_NE(rows[name].find(info.summary), std::string::npos) << name;
    for (const ShapeParameter& p : info.parameters) {
      EXPECT_NE(rows[name].find("`" + p.name + "` = "), std::string::npos) << name << " " << p.name;
      EXPECT_NE(rows[name].find(p.meaning), std::string::npos) << name << " " << p.name;
    }
    const std::string count = std::to_string(make_shape(name).triangles().size());
    EXPECT_NE(rows[name].find("| " + count + " |"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace graze
