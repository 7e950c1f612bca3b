// SPDX-License-Identifier: MIT
// Soft bodies that cannot be: one sentence each, with its place.                           [V4, G3]
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/simulation/load_world_scene.h"

namespace graze {
namespace {
/// What is said about a scene with one soft body.
std::string said_of(const std::string& shape, const std::string& soft) {
  try {
    make_world(parse_world_scene(R"({"units": "m", "bodies": [{"name": "body", "shape": )" + shape +
                                 R"(, "dynamics": {"soft": )" + soft + "}}]}"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

const std::string kSoftBox = R"({"type": "box", "size": [1, 1, 1]})";
const std::string kCorner = R"({"type": "mesh",
  "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
  "triangles": [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]]})";

void expect_said(const std::string& shape, const std::string& soft, const std::string& words) {
  const std::string said = said_of(shape, soft);
  EXPECT_NE(said.find(words), std::string::npos) << "'" << said << "' should say '" << words << "'";
  EXPECT_EQ(said.find('\n'), std::string::npos) << said;
  EXPECT_NE(said.find("bodies[0]"), std::string::npos) << said;
}

std::string of_material(const std::string& material) {
  return R"({"type": "lattice", "material": )" + material + "}";
}

TEST(V4_SoftBadInput, MaterialsThatCannotBe) {
  EXPECT_EQ(said_of(kSoftBox, of_material(R"({"density": 1000, "young": 1e5})")), "");
  expect_said(kSoftBox, of_material(R"({"density": -1, "young": 1e5})"), "density");
  expect_said(kSoftBox, of_material(R"({"density": 1000, "young": 1e30})"), "young");
  expect_said(kSoftBox, of_material(R"({"density": 1000, "young": 1e5, "poisson": 0.6})"),
              "poisson");
  expect_said(kSoftBox, of_material(R"({"density": 1000, "young": 1e5, "damping": -1})"),
              "damping");
  expect_said(kSoftBox, of_material(R"("cheese")"), "cheese");
}

TEST(V4_SoftBadInput, SurfacesThatEncloseNothing) {
  const std::string material = of_material(R"("rubber")");
  expect_said(R"({"type": "mesh", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
                  "triangles": [[1, 2, 3], [0, 3, 2], [0, 1, 3]]})",
              material, "open");
  expect_said(R"({"type": "mesh", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
                  "triangles": [[0, 1, 2], [0, 2, 1]]})",
              material, "found");
}

TEST(V4_SoftBadInput, ElementsThatAreWrong) {
  const auto elements = [](const std::string& tetrahedron, const std::string& last_weights) {
    return R"({"type": "elements", "material": {"density": 1000, "young": 1e5},
               "nodes": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "masses": [1, 1, 1, 1],
               "tetrahedra": [)" +
           tetrahedron + R"(], "weights": [[[0, 1]], [[1, 1]], [[2, 1]], )" + last_weights + "]}";
  };
  EXPECT_EQ(said_of(kCorner, elements("[0, 1, 2, 3]", "[[3, 1]]")), "");
  expect_said(kCorner, elements("[0, 2, 1, 3]", "[[3, 1]]"), "tetrahedr");
  expect_said(kCorner, elements("[0, 1, 2, 2]", "[[3, 1]]"), "tetrahedr");
  expect_said(kCorner, elements("[0, 1, 2, 3]", "[[3, 0.9]]"), "sum of 0.9");
  expect_said(kCorner, elements("[0, 1, 2, 3]", "[[2, 1]]"), "not the vertex");
}

}  // namespace
}  // namespace graze
