// SPDX-License-Identifier: MIT
// 3MF: what items and components show, and archives made to harm. What Python's zipfile packs is
// read in tests/tools/test_mesh_verbs.py.
#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>

#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/io/mesh_io.h"
#include "io/refusal.h"
#include "support/trials.h"

namespace graze::test {
namespace {
void put(std::string& bytes, std::size_t number, int count) {
  for (int k = 0; k < count; ++k) bytes += static_cast<char>((number >> (8 * k)) & 255u);
}

/// A ZIP archive of one stored file.
std::string stored(const std::string& name, const std::string& text, std::size_t claimed = 0) {
  const std::size_t size = claimed > 0 ? claimed : text.size();
  const auto crc = crc32(0, reinterpret_cast<const unsigned char*>(text.data()),
                         static_cast<unsigned>(text.size()));
  std::string bytes = "PK\x03\x04";
  put(bytes, 20, 2);
  put(bytes, 0, 8);
  put(bytes, crc, 4);
  put(bytes, text.size(), 4);
  put(bytes, size, 4);
  put(bytes, name.size(), 2);
  put(bytes, 0, 2);
  bytes += name + text;
  const std::size_t directory = bytes.size();
  bytes += "PK\x01\x02";
  put(bytes, 20, 2);
  put(bytes, 20, 2);
  put(bytes, 0, 8);
  put(bytes, crc, 4);
  put(bytes, text.size(), 4);
  put(bytes, size, 4);
  put(bytes, name.size(), 2);
  put(bytes, 0, 12);
  put(bytes, 0, 4);
  bytes += name;
  const std::size_t end = bytes.size();
  bytes += "PK\x05\x06";
  put(bytes, 0, 4);
  put(bytes, 1, 2);
  put(bytes, 1, 2);
  put(bytes, end - directory, 4);
  put(bytes, directory, 4);
  put(bytes, 0, 2);
  return bytes;
}

constexpr const char* kTriangle =
    R"(<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0.125"/></vertices>
       <triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh>)";

std::string model(const std::string& resources, const std::string& build,
                  const std::string& attributes = "") {
  return "<model unit=\"millimeter\" " + attributes + "><resources>" + resources +
         "</resources><build>" + build + "</build></model>";
}

TriangleMesh read(const std::string& text) {
  return parse_3mf(stored("3D/3dmodel.model", text), "a.3mf");
}

std::string found_in(const std::string& bytes) {
  return refusal_of([&] { parse_3mf(bytes, "a.3mf"); }).found;
}
}  // namespace

TEST(G3_ThreeMf, ItemsAndComponentsPlaceTheirMeshes) {
  const TriangleMesh mesh = read(model(
      std::string("<object id=\"1\">") + kTriangle + "</object>" +
          R"(<object id="2"><components><component objectid="1" transform="0 1 0 -1 0 0 0 0 1 10 0 0"/></components></object>)",
      R"(<item objectid="1"/><item objectid="2" transform="1 0 0 0 1 0 0 0 1 0 0 5"/>)"));
  ASSERT_EQ(mesh.triangles().size(), 2u);
  EXPECT_EQ(mesh.vertices()[2], Vec3(0.0, 1.0, 0.125));
  EXPECT_EQ(mesh.vertices()[4], Vec3(10.0, 1.0, 5.0));   // x is turned to y, then moved
  EXPECT_EQ(mesh.vertices()[5], Vec3(9.0, 0.0, 5.125));  // y to -x
}

TEST(G3_ThreeMf, AMirroredPartStaysRightSideOut) {
  const TriangleMesh mesh =
      read(model(std::string("<object id=\"1\">") + kTriangle + "</object>",
                 R"(<item objectid="1" transform="-1 0 0 0 1 0 0 0 1 0 0 0"/>)"));
  EXPECT_EQ(mesh.triangles()[0], (Triangle{0, 2, 1}));
}

/// A file whose triangle is `side` long in x, in a unit; removed with the object.
class FileInUnits {
 public:
  explicit FileInUnits(const std::string& unit)
      : path_(std::filesystem::temp_directory_path() /
              ("graze_units_" + std::to_string(::getpid()) + ".3mf")) {
    const std::string said = unit.empty() ? "" : " unit=\"" + unit + "\"";
    write_file(path_,
               stored("3D/3dmodel.model",
                      "<model" + said + "><resources><object id=\"1\">" + kTriangle +
                          "</object></resources><build><item objectid=\"1\"/></build></model>"));
  }
  ~FileInUnits() { std::filesystem::remove(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

TEST(G3_ThreeMf, LengthsBecomeThoseOfTheScene) {
  // Millimetres that 1 of the file is, and millimetres that 1 of the scene is.
  const std::pair<const char*, double> files[] = {
      {"micron", 1e-3}, {"millimeter", 1.0}, {"centimeter", 10.0},
      {"inch", 25.4},   {"foot", 304.8},     {"meter", 1000.0},
      {"", 1.0}};
  const std::pair<const char*, double> scenes[] = {{"m", 1000.0}, {"mm", 1.0}, {"in", 25.4}};
  for (const auto& [unit, file_mm] : files) {
    const FileInUnits file(unit);
    EXPECT_EQ(read_mesh(file.path()).bounds().size().x(), 1.0) << unit;
    for (const auto& [units, scene_mm] : scenes) {
      const Scene scene =
          parse_scene(std::string(R"({"units": ")") + units +
                          R"(", "bodies": [{"name": "a", "shape": {"type": "file", "path": ")" +
                          file.path().filename().string() + R"("}}]})",
                      "scene.json", file.path().parent_path());
      const double size = scene.bodies[0].shape.mesh().bounds().size().x();
      EXPECT_NEAR(size, file_mm / scene_mm, 1e-15 * size) << unit << " in " << units;
    }
  }
}

TEST(G3_ThreeMf, WithoutAUnitOfLengthNumbersStayAndThatIsSaid) {
  const FileInUnits file("inch");
  std::string note;
  EXPECT_EQ(read_mesh_in(file.path(), "unit", &note).bounds().size().x(), 1.0);
  EXPECT_NE(note.find("in in; numbers were kept"), std::string::npos) << note;
  EXPECT_EQ(read_mesh_in_its_units(file.path()).units, "in");
  const FileInUnits wrong("parsec");
  EXPECT_NE(refusal_of([&] { read_mesh(wrong.path()); }).found.find("parsec"), std::string::npos);
}

TEST(G3_ThreeMf, WhatIsWrongIsNamed) {
  const std::string object = std::string("<object id=\"1\">") + kTriangle + "</object>";
  EXPECT_EQ(found_in("PK no archive"), "not a ZIP archive");
  EXPECT_EQ(found_in(stored("other.txt", "x")), "no file '3D/3dmodel.model' in it");
  EXPECT_EQ(found_in(stored("3D/3dmodel.model", model(object, ""))), "nothing to build");
  EXPECT_EQ(found_in(stored("3D/3dmodel.model", model(object, R"(<item objectid="7"/>)"))),
            "object 7");
  const std::string loop =
      R"(<object id="1"><components><component objectid="1"/></components></object>)";
  EXPECT_EQ(found_in(stored("3D/3dmodel.model", model(loop, R"(<item objectid="1"/>)"))),
            "components in components in components …");
  const std::string beams =
      R"(requiredextensions="b" xmlns:b="http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02")";
  EXPECT_NE(found_in(stored("3D/3dmodel.model", model(object, R"(<item objectid="1"/>)", beams)))
                .find("beamlattice"),
            std::string::npos);
  std::string bad = stored("3D/3dmodel.model", model(object, R"(<item objectid="1"/>)"));
  bad[bad.find("vertex x=\"1\"") + 10] = '2';
  EXPECT_EQ(found_in(bad), "a wrong checksum");
}

TEST(G3_ThreeMf, AFileThatClaimsToBeHugeIsRefusedBeforeMemoryIsTaken) {
  EXPECT_NE(found_in(stored("3D/3dmodel.model", "<model/>", 0xfffffff0u)).find("bytes packed in 8"),
            std::string::npos);
}

TEST(G3_ThreeMf, DamagedArchivesGiveAMeshOrASentence) {
  const std::string whole = stored(
      "3D/3dmodel.model",
      model(std::string("<object id=\"1\">") + kTriangle + "</object>", R"(<item objectid="1"/>)"));
  const std::size_t count = trials(20'000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    std::string bytes = whole;
    const std::size_t changes = 1 + random() % 4;
    for (std::size_t k = 0; k < changes; ++k)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    if (random() % 3 == 0) bytes.resize(random() % bytes.size());
    try {
      parse_3mf(bytes, "a.3mf");
    } catch (const InputError&) {
    }
  }
}

}  // namespace graze::test
