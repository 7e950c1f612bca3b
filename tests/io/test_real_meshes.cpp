// SPDX-License-Identifier: MIT
// Public meshes of many origins, where they are present: counts as an independent reader found
// them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "graze/io/mesh_io.h"
#include "io/refusal.h"

namespace graze {
namespace {

struct Known {
  const char* path;
  std::size_t triangles;
  std::size_t vertices;  ///< of STL: different ones
};

constexpr Known kKnown[] = {
    {"cad/angle_block.STL", 704, 398},
    {"cad/ballA.off", 3796, 1900},
    {"cad/ballB.off", 3796, 1900},
    {"cad/cycloidal.ply", 43368, 21384},
    {"cad/featuretype.STL", 3476, 2010},
    {"cad/multibody.stl", 32, 20},
    {"cad/negative_indices.obj", 12, 8},
    {"cad/polygonfaces.obj", 3, 5},
    {"cad/quadknot.obj", 2880, 1440},
    {"cad/round.stl", 1120, 560},
    {"cad/torus.STL", 8700, 4350},
    {"cad/two_objects_mixed_case_names.stl", 24, 16},
    {"cad/wallhole.obj", 66, 92},
    {"car/body.obj", 20298, 11133},
    {"car/door.obj", 5150, 2825},
    {"car/glass.obj", 1808, 1098},
    {"car/ruil.obj", 5018, 2654},
    {"car/stool.obj", 10368, 5577},
    {"car/weel_01.obj", 864, 576},
    {"common/3holes.off", 7200, 3596},
    {"common/alligator.obj", 5981, 3208},
    {"common/beetle-alt.obj", 38656, 19887},
    {"common/beetle.obj", 2053, 1148},
    {"common/bunny.off", 6966, 3485},
    {"common/cheburashka.obj", 13334, 6669},
    {"common/cow.obj", 5804, 2903},
    {"common/fandisk.obj", 12946, 6475},
    {"common/shuttle.obj", 616, 310},
    {"common/spot.obj", 5856, 2930},
    {"common/stanford-bunny.obj", 69451, 35947},
    {"common/suzanne.obj", 968, 507},
    {"common/teapot.obj", 6320, 3644},
    {"levels/building.obj", 4376, 2678},
    {"levels/collision_mesh_01.obj", 2654, 1402},
    {"levels/stairs.obj", 44, 24},
    {"pairs/Cray_left.obj", 576, 292},
    {"pairs/Cray_right.obj", 12, 8},
    {"pairs/Generic_Twin_7863.1.t0_left.obj", 212, 110},
    {"pairs/Generic_Twin_7863.1.t0_right.obj", 244, 126},
    {"pairs/Havocglass8_left.obj", 164, 84},
    {"pairs/Havocglass8_right.obj", 12, 8},
    {"track/SprocketSinglePin_L.obj", 4572, 2630},
    {"track/TrackShoeSinglePin.obj", 2205, 1160},
    {"vehicles/suv_chassis.obj", 23002, 12083},
    {"vehicles/suv_chassis_col.obj", 224, 114},
    {"vehicles/suv_tire.obj", 3000, 1500},
};

std::filesystem::path data_folder() {
  const char* folder = std::getenv("GRAZE_DATA");
  return std::filesystem::path(folder == nullptr ? "../shared/data" : folder) / "meshes";
}

class G3_RealMeshes : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(data_folder())) {
      GTEST_SKIP() << data_folder() << " is not there: set GRAZE_DATA to run on public meshes";
    }
  }
};

TEST_F(G3_RealMeshes, HaveTheirKnownSizes) {
  for (const Known& known : kKnown) {
    SCOPED_TRACE(known.path);
    const TriangleMesh mesh = read_mesh(data_folder() / known.path);
    EXPECT_EQ(mesh.triangles().size(), known.triangles);
    EXPECT_EQ(mesh.vertices().size(), known.vertices);
  }
}

TEST_F(G3_RealMeshes, OddOnesGiveTheRightMeshOrTheRightSentence) {
  const std::filesystem::path bad = data_folder() / "bad";
  EXPECT_EQ(read_mesh(bad / "boxNotManifold.obj").triangles().size(), 12u);
  EXPECT_EQ(read_mesh(bad / "triangle.stl").triangles().size(), 1u);
  EXPECT_TRUE(read_mesh(bad / "stl_empty_bin.stl").is_empty()) << "zero triangles, as it says";
  const auto refused = [&](const char* name) {
    return test::refusal_of([&] { read_mesh(bad / name); });
  };
  EXPECT_EQ(refused("empty.obj").found, "an empty file");
  EXPECT_EQ(refused("malformed.obj").place, (bad / "malformed.obj").string() + ":23:5");
  EXPECT_EQ(refused("malformed.obj").found, "vertex index 12");
  EXPECT_EQ(refused("fuze_ascii.ply").place, (bad / "fuze_ascii.ply").string() + ":523:73");
  EXPECT_EQ(refused("fuze_ascii.ply").advice,
            "the header does not describe all values of this line");
}

TEST_F(G3_RealMeshes, OtherFormatsAreNamed) {
  const auto parts =
      test::refusal_of([] { read_mesh(data_folder() / "common" / "octopus-low.mesh"); });
  EXPECT_EQ(parts.found, "the extension .mesh");
}

}  // namespace
}  // namespace graze
