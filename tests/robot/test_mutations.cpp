// SPDX-License-Identifier: MIT
// Damaged URDF, SRDF, CSV, JSON, COLLADA and glTF files: read, or refused with a sentence that
// names a place; never a crash, never long.
#include <gtest/gtest.h>

#include <chrono>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/load_gltf.h"
#include "graze/io/mesh_io.h"
#include "graze/io/robot_io.h"
#include "graze/io/trajectory_io.h"
#include "robot/data_files.h"
#include "robot/gltf_text.h"
#include "robot/sample_robots.h"
#include "support/trials.h"

namespace graze::test {
namespace {
/// Bytes changed, parts cut out, doubled or swapped, numbers made extreme.
std::string damaged(std::string text, std::mt19937_64& random) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  const std::size_t edits = 1 + below(6);
  for (std::size_t i = 0; i < edits && !text.empty(); ++i) {
    const std::size_t at = below(text.size()),
                      length = below(std::min<std::size_t>(text.size() - at, 40)) + 1;
    switch (below(7)) {
      case 0:
        text[at] = static_cast<char>(random());
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length));
        break;
      case 3:
        text.resize(at);
        break;
      case 4: {
        constexpr const char* kOdd[] = {"nan",  "1e999",       "-1", "0",  "\"", "<",
                                        "&#0;", "99999999999", ",",  "..", "{",  "]"};
        text.insert(at, kOdd[below(std::size(kOdd))]);
        break;
      }
      case 5: {
        const std::size_t digit = text.find_first_of("0123456789", at);
        if (digit != std::string::npos) text[digit] = static_cast<char>('0' + below(10));
        break;
      }
      default:
        std::swap(text[at], text[below(text.size())]);
    }
  }
  return text;
}

/// Reads damaged copies; every refusal must name a place and what was expected.
template <typename Read>
void survive(const std::string& kind, const std::string& text, std::size_t full, const Read& read) {
  const std::size_t count = trials(full, 50);
  std::size_t refused = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial * 7919 + kind.size());
    const std::string bad = damaged(text, random);
    const auto begin = std::chrono::steady_clock::now();
    try {
      read(bad);
    } catch (const InputError& error) {
      ++refused;
      ASSERT_FALSE(error.parts().place.empty()) << kind << " " << trial;
      ASSERT_FALSE(error.parts().found.empty()) << kind << " " << trial << ": " << error.what();
      ASSERT_FALSE(error.parts().expected.empty()) << kind << " " << trial << ": " << error.what();
    } catch (const std::exception& other) {
      FAIL() << kind << " " << trial << ": " << other.what();
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    ASSERT_LT(spent.count(), 10.0) << kind << " " << trial;
  }
  std::printf("%s: %zu of %zu refused\n", kind.c_str(), refused, count);
}
}  // namespace

TEST(G3_Mutations, UrdfIsReadOrRefused) {
  survive("urdf", kEveryJoint, 1000, [](const std::string& text) {
    Scene scene;
    add_robot(scene, parse_urdf(text));
    check(scene);
  });
}

TEST(G3_Mutations, SrdfIsReadOrRefused) {
  const Robot robot = parse_urdf(kEveryJoint);
  const std::string srdf =
      "<robot name='every'><group name='g'><chain base_link='base' tip_link='wheel'/></group>"
      "<disable_collisions link1='base' link2='wheel' reason='Never'/><group_state name='up' "
      "group='g'>"
      "<joint name='turn' value='-1.5'/><joint name='slide' value='0.1'/></group_state></robot>";
  survive("srdf", srdf, 1000, [&](const std::string& text) {
    Robot own = robot;
    parse_srdf(text, "s.srdf", own);
  });
}

TEST(G3_Mutations, TrajectoriesAreReadOrRefused) {
  const std::string csv =
      "time,turn,slide,turn.velocity,slide.velocity\n0,0.5,0.1,0,0\n1,1,0.2,-1,0\n2,1.2,0.3,1,1\n";
  survive("csv", csv, 1000, [](const std::string& text) { parse_trajectory_csv(text, "t.csv"); });
  const std::string json =
      R"({"joint_names": ["turn", "slide"], "points": [{"positions": [0, 0.1], "velocities": [0, 0],
      "time_from_start": {"secs": 0, "nsecs": 5}}, {"positions": [1, 0.2], "velocities": [0, 1], "time_from_start": 2}]})";
  survive("json", json, 1000,
          [](const std::string& text) { parse_trajectory_json(text, "t.json"); });
  survive("path", "1 2 3 0 0 0 1\n4 5 6 0 0 0.6 0.8\n", 1000,
          [](const std::string& text) { parse_rigid_path(text, "p.path"); });
}

TEST(G3_Mutations, GltfIsReadOrRefused) {
  GltfText text;
  const int mesh = text.add_triangle();
  const int a = text.add_node("a", mesh, -1, R"("scale": [2, 2, 2])"),
            b = text.add_node("b", mesh, a);
  text.animate(a, "translation", "CUBICSPLINE", {0, 2},
               {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 4, 0, 0, 0, 0, 0});
  text.animate(b, "rotation", "LINEAR", {0, 1}, {0, 0, 0, 1, 0, 0, 1, 0});
  text.animate(b, "scale", "STEP", {0, 1}, {1, 1, 1, 2, 2, 2});
  const auto read = [](const std::string& bytes) { parse_gltf(bytes, "a.gltf"); };
  survive("gltf", text.str(), 1000, read);
  for (const char* name :
       {"BoxAnimated.glb", "RiggedSimple.glb", "AnimatedMorphCube.glb", "SimpleSkin.gltf"}) {
    const auto path = data_dir() / "gltf" / name;
    if (std::filesystem::exists(path)) survive(name, read_file(path), 1000, read);
  }
}

TEST(G3_Mutations, PublicRobotsAndColladaAreReadOrRefused) {
  const auto panda = data_dir() / "robots/panda/panda.urdf";
  if (std::filesystem::exists(panda)) {
    survive("panda", read_file(panda), 400,
            [&](const std::string& text) { parse_urdf(text, "panda.urdf", panda.parent_path()); });
  }
  const auto dae = data_dir() / "scenes/omplapp/cubicles_robot.dae";
  if (std::filesystem::exists(dae)) {
    survive("collada", read_file(dae), 1000,
            [](const std::string& text) { parse_mesh(text, "m.dae"); });
  }
}

}  // namespace graze::test
