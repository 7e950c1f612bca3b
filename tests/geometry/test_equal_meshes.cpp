// SPDX-License-Identifier: MIT
// Equal hashes are not equal meshes.
#include <gtest/gtest.h>

#include "graze/geometry/equal_meshes.h"
#include "support/colliding_meshes.h"

namespace graze {
namespace {
TEST(G1_EqualMeshes, MeshesOfOneHashAreTold) {
  const auto [small, large] = test::colliding_cubes();
  ASSERT_EQ(small.content_hash(), large.content_hash()) << "the collision is no collision";
  EXPECT_FALSE(are_equal(small, large));
  MeshNumbers numbers;
  EXPECT_EQ(numbers.add(small), std::pair(std::size_t{0}, true));
  EXPECT_EQ(numbers.add(large), std::pair(std::size_t{1}, true));
  EXPECT_EQ(numbers.add(large), std::pair(std::size_t{1}, false));
  EXPECT_EQ(numbers.add(small), std::pair(std::size_t{0}, false));
  EXPECT_EQ(numbers.size(), 2u);
}

TEST(G1_EqualMeshes, EqualContentsAreEqualWhereverTheyAreStored) {
  const TriangleMesh mesh = test::cube_with_unused(0.5, Vec3::Zero());
  const TriangleMesh copy({mesh.vertices().begin(), mesh.vertices().end()},
                          {mesh.triangles().begin(), mesh.triangles().end()});
  EXPECT_TRUE(are_equal(mesh, mesh));
  EXPECT_TRUE(are_equal(mesh, copy));
  EXPECT_FALSE(are_equal(mesh, test::cube_with_unused(0.5, Vec3::Ones())));
  EXPECT_FALSE(are_equal(mesh, TriangleMesh()));
}
}  // namespace
}  // namespace graze
