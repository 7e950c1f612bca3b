// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "graze/io/file.h"
#include "graze/io/mesh_io.h"
#include "io/refusal.h"
#include "io/sample_meshes.h"
#include "support/trials.h"

namespace graze {
namespace {

bool keeps_numbering(MeshFormat format) {
  return format != MeshFormat::kStlAscii && format != MeshFormat::kStlBinary;
}

std::string file_name(MeshFormat format) {
  const std::string text(name(format));
  return "mesh." + text.substr(0, text.find('-'));
}

TriangleMesh random_soup(std::mt19937_64& random) {
  std::vector<Vec3> vertices(3 + random() % 30);
  for (Vec3& p : vertices) {
    for (double& x : p) {
      do x = std::bit_cast<double>(random());
      while (!std::isfinite(x));
    }
  }
  std::vector<Triangle> triangles(random() % 40);
  for (Triangle& t : triangles) {
    for (std::uint32_t& v : t) v = static_cast<std::uint32_t>(random() % vertices.size());
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}

TEST(G3_RoundTrip, EveryDoubleComesBackWithAllItsBits) {
  const std::size_t count = test::trials(2000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const TriangleMesh mesh = random_soup(random);
    for (const MeshFormat format : test::kAllFormats) {
      if (!keeps_numbering(format)) continue;
      const TriangleMesh back = parse_mesh(format_mesh(mesh, format), file_name(format));
      ASSERT_EQ(back.content_hash(), mesh.content_hash()) << name(format) << " trial " << trial;
    }
    const TriangleMesh back = parse_stl(format_mesh(mesh, MeshFormat::kStlAscii));
    ASSERT_EQ(back.triangles().size(), mesh.triangles().size());
    for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
      ASSERT_EQ(back.corners(i), mesh.corners(i)) << trial;
    }
  }
}

TEST(G3_RoundTrip, BinaryStlRoundsToTheNearestFloat) {
  const TriangleMesh mesh = test::torus(40, 20);
  const TriangleMesh back = parse_stl(format_mesh(mesh, MeshFormat::kStlBinary));
  ASSERT_EQ(back.triangles().size(), mesh.triangles().size());
  EXPECT_EQ(back.vertices().size(), mesh.vertices().size()) << "still closed";
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const std::array<Vec3, 3> corners = mesh.corners(i);
    const std::array<Vec3, 3> corners_back = back.corners(i);
    for (int n = 0; n < 9; ++n) {
      const double wanted = static_cast<float>(corners[n / 3][n % 3]);
      ASSERT_EQ(corners_back[n / 3][n % 3], wanted);
    }
  }
}

TEST(G3_RoundTrip, LargeFilesTellTheRightLineThoughTheirFrontIsForgotten) {
  const test::ScratchFolder folder;
  const TriangleMesh mesh = test::torus(400, 200);
  for (const MeshFormat format :
       {MeshFormat::kObj, MeshFormat::kOff, MeshFormat::kPlyAscii, MeshFormat::kStlAscii}) {
    const std::filesystem::path path = folder / file_name(format);
    std::string text = format_mesh(mesh, format);
    write_file(path, text);
    EXPECT_EQ(read_mesh(path).content_hash(), parse_mesh(text, path.string()).content_hash());
    const std::size_t last_line = text.rfind('\n', text.size() - 2) + 1;
    text.insert(last_line, "f 3 x");
    write_file(path, text);
    const std::string line = std::to_string(
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(last_line), '\n'));
    const auto from_file = test::refusal_of([&] { read_mesh(path); });
    const auto from_memory = test::refusal_of([&] { parse_mesh(text, path.string()); });
    EXPECT_TRUE(from_file.place.starts_with(path.string() + ":" + line + ":")) << from_file.place;
    EXPECT_EQ(from_file.place, from_memory.place);
    EXPECT_EQ(from_file.found, from_memory.found);
  }
}

TEST(G3_RoundTrip, FilesAreFoundByExtensionOrContent) {
  const test::ScratchFolder folder;
  const TriangleMesh mesh = test::torus(10, 10);
  for (const MeshFormat format : test::kAllFormats) {
    write_mesh(folder / file_name(format), mesh, format);
    EXPECT_EQ(read_mesh(folder / file_name(format)).triangles().size(), 200u) << name(format);
    if (format == MeshFormat::kObj) continue;
    write_mesh(folder / "no_extension", mesh, format);
    EXPECT_EQ(read_mesh(folder / "no_extension").triangles().size(), 200u) << name(format);
  }
  write_mesh(folder / "UPPER.OBJ", mesh);
  EXPECT_EQ(read_mesh(folder / "UPPER.OBJ").content_hash(), mesh.content_hash());
}

TEST(G3_RoundTrip, FormatNamesAreUnique) {
  std::set<std::string_view> names;
  for (const MeshFormat format : test::kAllFormats) {
    names.insert(name(format));
    EXPECT_EQ(mesh_format_named(name(format)), format);
  }
  EXPECT_EQ(names.size(), std::size(test::kAllFormats));
  EXPECT_EQ(mesh_format_named("fbx"), std::nullopt);
}

TEST(G3_RoundTrip, AFailedWriteLeavesTheOldFileAndNothingElse) {
  const test::ScratchFolder folder;
  write_file(folder / "a.stl", "old");
  const TriangleMesh huge({{0, 0, 0}, {1e39, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  EXPECT_THROW(write_mesh(folder / "a.stl", huge), InputError);
  EXPECT_EQ(read_file(folder / "a.stl"), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(G3_RoundTrip, PlacesThatCannotBeReadOrWrittenAreNamed) {
  const test::ScratchFolder folder;
  const auto found = [](const std::function<void()>& action) {
    return test::refusal_of(action).found;
  };
  EXPECT_EQ(found([&] { read_mesh(folder / "missing.obj"); }), "no such file");
  EXPECT_EQ(found([&] { read_mesh(folder.path()); }), "a directory");
  EXPECT_EQ(found([&] { write_mesh(folder / "a.xyz", TriangleMesh()); }), "the extension .xyz");
  EXPECT_EQ(found([&] { write_mesh(folder / "a", TriangleMesh()); }), "no extension");
  EXPECT_EQ(found([&] { write_mesh(folder / "no" / "a.obj", TriangleMesh()); }),
            "No such file or directory");
  write_file(folder / "a.txt", "hello");
  EXPECT_EQ(found([&] { read_mesh(folder / "a.txt"); }), "the extension .txt");
  EXPECT_EQ(found([&] { read_bytes(folder / "a.txt", 4); }), "5 bytes");
}

}  // namespace
}  // namespace graze
