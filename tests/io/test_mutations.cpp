// SPDX-License-Identifier: MIT
// Valid files, broken at random: a reader gives a mesh or an InputError, soon and in little memory.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>

#include "graze/base/error.h"
#include "graze/io/mesh_io.h"
#include "io/sample_meshes.h"
#include "support/trials.h"

namespace graze {
namespace {

/// Small valid files that use what a format offers.
std::vector<std::pair<std::string, std::string>> valid_files() {
  std::vector<std::pair<std::string, std::string>> files;
  const TriangleMesh mesh = test::torus(5, 4);
  for (const MeshFormat format : test::kAllFormats) {
    const std::string text(name(format));
    files.emplace_back("a." + text.substr(0, text.find('-')), format_mesh(mesh, format));
  }
  files.emplace_back("a.obj",
                     "# box\nmtllib a\nv 0 0 0\nv 1.5 0 -2e3\nv 1 1 .5 1 0 0\nv 0 1 0\nvt 0 0\n"
                     "f 1/1 2//3 \\\n 3/1/2 -1\nf 4 3 2 1 2 3 4\n");
  files.emplace_back(
      "a.off", "COFF # x\n4 2 0\n0 0 0 1 1 1\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3 9 9 9\n3 0 1 2\n");
  files.emplace_back(
      "a.ply",
      "ply\r\nformat ascii 1.0\r\ncomment x\r\nelement vertex 3\r\nproperty double x\r\nproperty "
      "float y\r\nproperty int z\r\nproperty list uchar int t\r\nelement face 1\r\nproperty list "
      "uchar int vertex_index\r\nproperty uchar r\r\nend_header\r\n0 0 0 0\r\n1 0 0 1 5\r\n0 1 0 2 "
      "1 "
      "1\r\n3 0 1 2 255\r\n");
  return files;
}

void mutate(std::string& bytes, std::mt19937_64& random) {
  static const std::string_view kPieces[] = {"-1", "99999999999", "nan", "1e999", "\n",
                                             " ",  "\\\n",        "#",   "f ",    "v ",
                                             "0",  "/",           "3 ",  "\xff"};
  const std::size_t at = random() % (bytes.size() + 1);
  switch (random() % 6) {
    case 0:
      if (at < bytes.size()) bytes[at] = static_cast<char>(random());
      break;
    case 1:
      bytes.erase(at, random() % 20);
      break;
    case 2:
      bytes.insert(at, kPieces[random() % std::size(kPieces)]);
      break;
    case 3:
      bytes.insert(at, bytes.substr(random() % (bytes.size() + 1), random() % 50));
      break;
    case 4:
      if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
      break;
    default:
      if (random() % 10 == 0) bytes.resize(at);
  }
}

/// 1: a mesh, 0: an InputError whose sentence names a place.
int outcome(const std::string& bytes, const std::string& place) {
  try {
    const TriangleMesh mesh = parse_mesh(bytes, place);
    EXPECT_LE(mesh.triangles().size(), bytes.size());
    return 1;
  } catch (const InputError& error) {
    EXPECT_FALSE(error.parts().place.empty());
    EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos) << "one sentence";
    return 0;
  }
}

long peak_kilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(G3_Mutations, GiveAMeshOrOneSentence) {
  const std::size_t count = test::trials(400'000);
  const auto files = valid_files();
  for (const auto& [place, bytes] : files) ASSERT_EQ(outcome(bytes, place), 1) << place;
  const long before = peak_kilobytes();
  const auto start = std::chrono::steady_clock::now();
  std::size_t meshes = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    auto [place, bytes] = files[trial % files.size()];
    for (std::size_t n = 1 + random() % 4; n > 0; --n) mutate(bytes, random);
    meshes += static_cast<std::size_t>(outcome(bytes, place));
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  RecordProperty("meshes", std::to_string(meshes));
  EXPECT_GT(meshes, count / 20) << "mutations that always fail early test little";
  EXPECT_LT(meshes, count) << "some must fail";
  EXPECT_LT(seconds.count() / static_cast<double>(count), 0.01) << "seconds a file on average";
  EXPECT_LT(peak_kilobytes() - before, 64 * 1024) << "files of a few kB";
}

TEST(G3_Mutations, HostileFilesAreNoSlowerThanTheirSize) {
  // Concave polygons of the largest size that is cut, forward references, and one long line.
  std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  for (int k = 0; k < 8; ++k) {
    obj += "f";
    for (int i = 0; i < 4096; ++i) obj += i % 2 == 0 ? " 1 3 2" : " 2";
    obj += "\n";
  }
  obj += "f" + std::string(1 << 20, ' ') + "1 2 3\n" + std::string(1 << 20, '\n');
  for (int i = 0; i < 100'000; ++i) obj += "f 1 2 3 9\n";
  const auto start = std::chrono::steady_clock::now();
  outcome(obj, "a.obj");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_LT(seconds.count(), 10.0);
}

}  // namespace
}  // namespace graze
