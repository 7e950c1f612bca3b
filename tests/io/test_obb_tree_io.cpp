// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <unistd.h>

#include "graze/base/error.h"
#include "graze/io/obb_tree_io.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
ObbTree small_tree() {
  std::mt19937_64 random(7);
  return build_obb_tree(random_soup(random, {.triangles = 30}));
}

TEST(C3_ObbTreeIo, WhatIsReadIsWhatWasWritten) {
  for (std::size_t trial = 0, count = trials(200); trial < count; ++trial) {
    auto random = generator(trial);
    const TriangleMesh mesh = random_soup(
        random,
        {.triangles = random() % 60, .offset = random_vector(random, 1e4), .odd_share = 0.5});
    const ObbTree tree = build_obb_tree(mesh, {.leaf_triangles = 1 + static_cast<int>(trial % 4)});
    const ObbTree read = obb_tree_from_bytes(obb_tree_bytes(tree), mesh);
    EXPECT_EQ(read.content_hash(), tree.content_hash());
    EXPECT_EQ(read.report().depth, tree.report().depth);
    EXPECT_EQ(read.nodes().size(), tree.nodes().size());
  }
}

TEST(C3_ObbTreeIo, FilesGoRoundTrip) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("graze_tree_" + std::to_string(::getpid()) + ".obb");
  const ObbTree tree = small_tree();
  save_obb_tree(tree, path);
  EXPECT_EQ(load_obb_tree(path, tree.mesh()).content_hash(), tree.content_hash());
  std::filesystem::remove(path);
  EXPECT_THROW(load_obb_tree(path, tree.mesh()), InputError);
}

TEST(C3_ObbTreeIo, LayoutIsTheDocumentedOne) {
  const TriangleMesh mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  const std::string bytes = obb_tree_bytes(build_obb_tree(mesh));
  ASSERT_EQ(bytes.size(), 48u + 128u + 4u);
  EXPECT_EQ(bytes.substr(0, 8), "GRAZEOBB");
  EXPECT_EQ(bytes.substr(8, 8), std::string("\x01\0\0\0\0\0\0\0", 8));
  EXPECT_EQ(bytes.substr(24, 8), std::string("\x01\0\0\0\0\0\0\0", 8));
}

TEST(C3_ObbTreeIo, EveryCutIsRefused) {
  const ObbTree tree = small_tree();
  const std::string bytes = obb_tree_bytes(tree);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW(obb_tree_from_bytes(std::string_view(bytes).substr(0, size), tree.mesh()),
                 InputError);
  }
  EXPECT_THROW(obb_tree_from_bytes(bytes + "x", tree.mesh()), InputError);
}

TEST(C3_ObbTreeIo, EveryChangedByteIsRefused) {
  const ObbTree tree = small_tree();
  const std::string bytes = obb_tree_bytes(tree);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const int change : {1, 0x40, 0xff}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ change);
      EXPECT_THROW(obb_tree_from_bytes(changed, tree.mesh()), InputError) << "byte " << i;
    }
  }
}

TEST(C3_ObbTreeIo, AnotherMeshIsRefused) {
  std::mt19937_64 random(8);
  const TriangleMesh other = random_soup(random, {.triangles = 30});
  EXPECT_THROW(obb_tree_from_bytes(obb_tree_bytes(small_tree()), other), InputError);
}
}  // namespace
}  // namespace graze::test
