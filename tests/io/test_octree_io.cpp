// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <unistd.h>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/io/octree_io.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
Octree small_octree() {
  return build_octree(make_shape("torus", {{"triangles", 128}}), {.depth = 3});
}

TEST(O1_OctreeIo, WhatIsReadIsWhatWasWritten) {
  for (std::size_t trial = 0, count = trials(200); trial < count; ++trial) {
    auto random = generator(trial);
    const TriangleMesh mesh = random_soup(random, {.triangles = 1 + random() % 60});
    const Octree octree =
        build_octree(mesh, {.depth = int(trial % 6), .open_mesh = OpenMesh::kSurface});
    const Octree read = octree_from_bytes(octree_bytes(octree), mesh);
    EXPECT_EQ(read.content_hash(), octree.content_hash());
    EXPECT_EQ(read.is_solid(), octree.is_solid());
  }
}

TEST(O1_OctreeIo, FilesGoRoundTrip) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("graze_octree_" + std::to_string(::getpid()) + ".oct");
  const Octree octree = small_octree();
  save_octree(octree, path);
  EXPECT_EQ(load_octree(path, octree.mesh()).content_hash(), octree.content_hash());
  std::filesystem::remove(path);
  EXPECT_THROW(load_octree(path, octree.mesh()), InputError);
}

TEST(O1_OctreeIo, EveryCutIsRefused) {
  const Octree octree = small_octree();
  const std::string bytes = octree_bytes(octree);
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 50) {
    EXPECT_THROW(octree_from_bytes(bytes.substr(0, size), octree.mesh()), InputError) << size;
  }
  EXPECT_THROW(octree_from_bytes(bytes + std::string(4, '\0'), octree.mesh()), InputError);
}

TEST(O1_OctreeIo, EveryChangedByteIsRefused) {
  const Octree octree = small_octree();
  const std::string good = octree_bytes(octree);
  for (std::size_t trial = 0, count = trials(2000); trial < count; ++trial) {
    auto random = generator(trial);
    std::string bytes = good;
    char& byte = bytes[random() % bytes.size()];
    byte = static_cast<char>(byte ^ static_cast<char>(1 + random() % 255));
    EXPECT_THROW(octree_from_bytes(bytes, octree.mesh()), InputError) << trial;
  }
}

TEST(O1_OctreeIo, AnotherMeshIsRefused) {
  const TriangleMesh other = make_shape("torus", {{"triangles", 200}});
  EXPECT_THROW(octree_from_bytes(octree_bytes(small_octree()), other), InputError);
}
}  // namespace
}  // namespace graze::test
