// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstring>
#include <fstream>

#include "graze/io/file.h"
#include "graze/io/tree_cache.h"
#include "io/sample_meshes.h"
#include "support/soups.h"

namespace graze::test {
namespace {
namespace fs = std::filesystem;

bool is_same(const WideObbTree& a, const WideObbTree& b) {
  return a.nodes().size() == b.nodes().size() && std::ranges::equal(a.order(), b.order()) &&
         a.crown().content_hash() == b.crown().content_hash() &&
         std::memcmp(a.nodes().data(), b.nodes().data(), a.nodes().size_bytes()) == 0;
}

fs::path only_tree(const fs::path& folder) {
  fs::path found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".tree") found = entry.path();
  }
  return found;
}

class C3_TreeCache : public testing::Test {
 protected:
  ScratchFolder scratch_;
  fs::path folder_ = scratch_.path() / "cache";
  TriangleMesh mesh_ = bumpy_sphere(60, 120);
  WideObbTree tree_ = build_wide_obb_tree(mesh_);
};

TEST_F(C3_TreeCache, GivesBackWhatItWasGivenAlsoToTheNextProgram) {
  EXPECT_FALSE(TreeCache(folder_).find(mesh_));
  ASSERT_TRUE(TreeCache(folder_).keep(tree_));
  const auto found = TreeCache(folder_).find(mesh_);
  ASSERT_TRUE(found);
  EXPECT_TRUE(is_same(*found, tree_));
  EXPECT_FALSE(TreeCache(folder_).find(bumpy_sphere(60, 121)));
}

TEST_F(C3_TreeCache, ATreeThatWasFoundOutlivesItsFile) {
  ASSERT_TRUE(TreeCache(folder_).keep(tree_));
  const auto found = TreeCache(folder_).find(mesh_);
  ASSERT_TRUE(found);
  fs::remove(only_tree(folder_));
  EXPECT_TRUE(is_same(*found, tree_));
  ASSERT_TRUE(TreeCache(folder_).keep(*found));  // from one file into the next
  const auto again = TreeCache(folder_).find(mesh_);
  ASSERT_TRUE(again);
  EXPECT_TRUE(is_same(*again, tree_));
}

TEST_F(C3_TreeCache, ALinkInThePlaceOfAFileIsNotFollowed) {
  ASSERT_TRUE(TreeCache(folder_).keep(tree_));
  const fs::path path = only_tree(folder_);
  fs::rename(path, scratch_.path() / "elsewhere");
  fs::create_symlink(scratch_.path() / "elsewhere", path);
  EXPECT_FALSE(TreeCache(folder_).find(mesh_));
}

TEST_F(C3_TreeCache, ASlashAtTheEndOfTheFoldersNameChangesNothing) {
  ASSERT_TRUE(TreeCache(folder_ / "").keep(tree_));
  EXPECT_TRUE(TreeCache(folder_ / "").find(mesh_));
  EXPECT_TRUE(TreeCache(folder_).find(mesh_));
}

TEST_F(C3_TreeCache, AFileWithAnyByteChangedOrMissingIsNotThere) {
  const TreeCache cache(folder_);
  ASSERT_TRUE(cache.keep(tree_));
  const fs::path path = only_tree(folder_);
  const std::string bytes = read_file(path);
  for (std::size_t i = 0; i < bytes.size(); i += i < 64 ? 1 : bytes.size() / 97) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 4);
    write_file(path, changed);
    EXPECT_FALSE(cache.find(mesh_)) << i;
    write_file(path, std::string_view(bytes).substr(0, i));
    EXPECT_FALSE(cache.find(mesh_)) << i;
  }
  write_file(path, bytes + "x");
  EXPECT_FALSE(cache.find(mesh_));
  write_file(path, bytes);
  EXPECT_TRUE(cache.find(mesh_));
}

TEST_F(C3_TreeCache, AFileOfAnotherKeyOrUnderAnotherNameIsNotThere) {
  ASSERT_TRUE(TreeCache(folder_).keep(tree_));
  const fs::path other = scratch_.path() / "other";
  ASSERT_FALSE(TreeCache(other).find(mesh_));
  const fs::path path = only_tree(folder_);
  fs::copy_file(path, other / path.filename());
  EXPECT_FALSE(TreeCache(other).find(mesh_));

  // A tree of another mesh, of as many vertices and triangles, in this one's place.
  std::vector<Vec3> moved(mesh_.vertices().begin(), mesh_.vertices().end());
  moved.back().x() += 1e-9;
  const TriangleMesh twin(moved, {mesh_.triangles().begin(), mesh_.triangles().end()});
  const fs::path third = scratch_.path() / "third";
  ASSERT_TRUE(TreeCache(third).keep(build_wide_obb_tree(twin)));
  fs::rename(only_tree(third), third / path.filename());
  EXPECT_FALSE(TreeCache(third).find(mesh_));
}

TEST_F(C3_TreeCache, AFolderOrKeyThatOthersCanReachIsNotUsed) {
  ASSERT_TRUE(TreeCache(folder_).keep(tree_));
  for (const fs::path& path : {folder_, folder_ / "key"}) {
    const fs::perms before = fs::status(path).permissions();
    fs::permissions(path, fs::perms::others_read, fs::perm_options::add);
    EXPECT_FALSE(TreeCache(folder_).find(mesh_));
    EXPECT_FALSE(TreeCache(folder_).keep(tree_));
    fs::permissions(path, before);
    EXPECT_TRUE(TreeCache(folder_).find(mesh_));
  }
  const fs::path link = scratch_.path() / "link";
  fs::create_directory_symlink(folder_, link);
  EXPECT_FALSE(TreeCache(link).find(mesh_));
  EXPECT_FALSE(TreeCache("").find(mesh_));
  EXPECT_FALSE(TreeCache("/proc/no/such/folder").keep(tree_));
}
}  // namespace
}  // namespace graze::test
