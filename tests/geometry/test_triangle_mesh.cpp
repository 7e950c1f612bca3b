// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <limits>

#include "graze/base/error.h"
#include "graze/geometry/triangle_mesh.h"

namespace graze {
namespace {

TEST(C3_TriangleMesh, KnowsItsBoundsAndSharesItsStorage) {
  const TriangleMesh mesh({{0, 0, 0}, {2, 0, 0}, {0, 3, 1}, {9, 9, 9}}, {{0, 1, 2}});
  const TriangleMesh copy = mesh;
  EXPECT_EQ(copy.vertices().data(), mesh.vertices().data());
  EXPECT_EQ(mesh.bounds().hi, Vec3(2, 3, 1)) << "a vertex that no triangle uses does not count";
}

TEST(C3_TriangleMesh, RefusesAnIndexOutOfRangeAndSaysWhich) {
  try {
    TriangleMesh({{0, 0, 0}}, {{0, 0, 7}});
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_EQ(error.parts().place, "triangle 0");
    EXPECT_EQ(error.parts().found, "vertex index 7");
  }
}

TEST(C3_TriangleMesh, RefusesNan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(TriangleMesh({{0, nan, 0}}, {}), InputError);
}

}  // namespace
}  // namespace graze
