// SPDX-License-Identifier: MIT
// What needs no CAD library: models as JSON, and what is said where there is no reader.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "graze/base/error.h"
#include "graze/io/cad_io.h"

namespace graze {
namespace {

CadModel ring_and_cap() {
  const PatchFace ring{torus_patch(Pose(), 3.0, 1.0 / 3.0), {-1.0, 2.0}, {0.0, 6.0}, {}};
  const TrimLoops disc({{{ArcCurve{{0.5, 0.5, 0}, {0.25, 0, 0}, {0, 0.25, 0}}, {0.0, 6.0}, true}}});
  const PatchFace cap{
      BezierPatch{2, 2, {{0, 0, 0}, {1, 0, 0.1}, {0, 1, 0}, {1, 1, 1}}, {1, 2, 3, 4}},
      {0.0, 1.0},
      {0.0, 1.0},
      disc};
  CadModel model;
  model.schema = "STEP";
  model.parts.push_back(
      {"ring", {{"around", "torus", true, {{ring, ring.u, ring.v}}, "", 1e-3}}, {}});
  model.parts.push_back(
      {"cap",
       {{"lid", "bezier", false, {{cap, {2.0, 3.0}, {4.0, 5.0}}}, "", 0.0},
        {"face 2", "offset", false, {}, "an offset surface", 0.0}},
       CadMesh{TriangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}), {0}, 0.125, {}}});
  model.instances.push_back({"top/ring", 0, Pose(), Vec3(1, 0.5, 0)});
  model.instances.push_back({"top/cap", 1, {Mat3::Identity(), {1, 2, 3}}, {}});
  return model;
}

TEST(C10_CadModel, IsTheSameBitByBitAfterJson) {
  const std::string text = format_cad_model(ring_and_cap());
  const CadModel again = parse_cad_model(text, "model");
  EXPECT_EQ(format_cad_model(again), text);
  EXPECT_EQ(again.parts[1].faces[1].refused, "an offset surface");
  EXPECT_EQ(again.parts[1].mesh->deviation, 0.125);
}

TEST(C10_CadModel, AFaceThatWasRefusedIsNamed) {
  const CadModel model = ring_and_cap();
  EXPECT_EQ(surface_of(model.parts[0]).faces().size(), 1u);
  try {
    surface_of(model.parts[1]);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.parts().place, "cap, face 2");
    EXPECT_EQ(error.parts().found, "an offset surface");
  }
}

TEST(C10_CadModel, AWrongPathIsAnsweredWithTheNearest) {
  EXPECT_EQ(instance_at(ring_and_cap(), "top/cap").part, 1u);
  try {
    instance_at(ring_and_cap(), "top/rings");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("'top/ring'"), std::string::npos);
  }
}

TEST(C10_CadModel, OtherTextsAreRefusedInOneSentence) {
  for (const char* text :
       {"", "{}", R"({"format":"graze-cad"})",
        R"({"format":"graze-cad","units":"mm","schema":"STEP","parts":[{"name":1}]})"}) {
    EXPECT_THROW(parse_cad_model(text, "text"), InputError) << text;
  }
}

TEST(C10_CadModel, WithoutAReaderTheSentenceSaysHowToGetOne) {
  const auto path = std::filesystem::temp_directory_path() / "graze_no_reader.step";
  std::ofstream(path) << "ISO-10303-21;";
  const char* before = std::getenv("GRAZE_CAD");
  const std::string kept = before != nullptr ? before : "";
  setenv("GRAZE_CAD", "/no/such/program", 1);
  try {
    load_cad(path);
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("scripts/install.sh cad"), std::string::npos);
  }
  if (before != nullptr) setenv("GRAZE_CAD", kept.c_str(), 1);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace graze
