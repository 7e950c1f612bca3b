// SPDX-License-Identifier: MIT
// Soft bodies in files: worlds come back bit by bit, runs that were cut go on as if they had not
// been, and what a recording says of who is apart is true.                                    [V4]
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/load_scene.h"
#include "graze/query/first_contact.h"
#include "graze/simulation/recording_claims.h"
#include "graze/simulation/simulate.h"
#include "simulation/packed_points.h"
#include "simulation/soft_worlds.h"

namespace graze {
namespace {
using simulation::packed_points;
using simulation::unpacked_points;

constexpr double kSoftSeconds = 0.1;

class V4_SoftRecording : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("graze_soft_" + std::to_string(::getpid()) + test->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string whole(const WorldScene& scene) {
    World world = make_world(scene);
    {
      RecordingWriter writer = RecordingWriter::begin(folder_ / "whole", scene, world.state());
      EXPECT_TRUE(simulate(world, writer, {.seconds = kSoftSeconds}).is_at_end);
    }
    return read_file(folder_ / "whole");
  }
  std::string resumed(const WorldScene& scene, const std::string& bytes) {
    std::ofstream(folder_ / "cut", std::ios::binary) << bytes;
    World world = make_world(scene);
    {
      RecordingWriter writer = RecordingWriter::resume(folder_ / "cut", scene, world.state());
      world.restore(writer.last());
      simulate(world, writer, {.seconds = kSoftSeconds});
    }
    return read_file(folder_ / "cut");
  }

 private:
  std::filesystem::path folder_;
};

TEST(V4_SoftScene, WhatIsWrittenIsReadBitByBit) {
  const WorldScene scene = soft_scene();
  const std::string text = format_world_scene(scene);
  const WorldScene again = parse_world_scene(text);
  EXPECT_EQ(format_world_scene(again), text);
  World first = make_world(scene), second = make_world(again);
  for (int step = 0; step < 3; ++step) {
    first.step();
    second.step();
    ASSERT_EQ(content_hash(first.state()), content_hash(second.state())) << "step " << step;
  }
}

TEST(V4_SoftScene, NamedMaterialsAreInTheScenesUnits) {
  const std::string text = R"({"units": "mm", "bodies": [{"name": "a",
      "shape": {"type": "box", "size": [200, 200, 200]},
      "dynamics": {"soft": {"type": "lattice", "material": "gel", "cells_across": 1}}}]})";
  const auto elastic = parse_world_scene(text).bodies[0].elastic;
  const ElasticModel& model = *elastic;
  double mass = 0.0;
  for (const double m : model.masses) mass += m;
  EXPECT_NEAR(mass, 1010.0 * 0.008, 1e-9) << "kg";
  EXPECT_NEAR(model.material.young, 100.0, 1e-9) << "1e5 Pa in kg / (mm s^2)";
}

TEST_F(V4_SoftRecording, EveryStateAndKnotIsReadAsItWas) {
  const WorldScene scene = soft_scene();
  const Recording recording = parse_recording(whole(scene), "recording");
  World world = make_world(scene);
  std::size_t overlaps = 0, knots = 0;
  for (std::size_t i = 1; i < recording.frames.size(); ++i) {
    const RecordedFrame expected = frame_of(world.state(), world.step());
    const RecordedFrame& frame = recording.frames[i];
    ASSERT_EQ(content_hash(frame.state), content_hash(world.state()));
    ASSERT_EQ(frame.overlaps.size(), expected.overlaps.size());
    for (std::size_t k = 0; k < frame.overlaps.size(); ++k) {
      EXPECT_EQ(frame.overlaps[k].force, expected.overlaps[k].force);
      EXPECT_EQ(frame.overlaps[k].volume, expected.overlaps[k].volume);
    }
    ASSERT_EQ(frame.soft_knots.size(), expected.soft_knots.size());
    for (std::size_t k = 0; k < frame.soft_knots.size(); ++k) {
      EXPECT_EQ(frame.soft_knots[k].time, expected.soft_knots[k].time);
      EXPECT_EQ(frame.soft_knots[k].positions, expected.soft_knots[k].positions);
    }
    overlaps += frame.overlaps.size();
    knots += frame.soft_knots.size();
  }
  EXPECT_GT(overlaps, 0u);
  EXPECT_GT(knots, 0u) << "the guard cuts steps";
}

TEST_F(V4_SoftRecording, ARunThatWasCutAnywhereEndsWithTheBytesOfAWholeOne) {
  const WorldScene scene = soft_scene();
  const std::string bytes = whole(scene);
  for (const double share : {0.1, 0.6, 0.93}) {
    const auto size = static_cast<std::size_t>(share * double(bytes.size()));
    EXPECT_EQ(resumed(scene, bytes.substr(0, size)), bytes) << "cut at " << size;
  }
}

TEST_F(V4_SoftRecording, DamageIsTold) {
  const std::string bytes = whole(soft_scene());
  for (std::size_t back = 1; back < 4000; back += 97) {
    std::string damaged = bytes;
    char& byte = damaged[bytes.size() - back];
    byte = static_cast<char>(byte ^ 0x21);
    EXPECT_THROW(parse_recording(damaged, "recording"), InputError) << back;
  }
}

TEST_F(V4_SoftRecording, WhatItSaysIsApartIsProvedApart) {
  const Recording recording = parse_recording(whole(soft_scene()), "recording");
  const Scene ways = recorded_scene(recording);
  std::size_t asked = 0;
  for (const ApartClaim& claim : claims_of(recording, ways)) {
    ASSERT_FALSE(claim.pairs.empty());
    for (const PairReport& pair :
         contacts_per_pair(ways, {.span = claim.span, .tolerance = 1e-9, .pairs = claim.pairs})) {
      EXPECT_EQ(pair.report.outcome, Outcome::kSeparated)
          << ways.bodies[pair.a.index()].name << " / " << ways.bodies[pair.b.index()].name
          << " in [" << claim.span.lo << ", " << claim.span.hi << "]";
      EXPECT_EQ(pair.report.guarantee, Guarantee::kProved);
      ++asked;
    }
  }
  EXPECT_GT(asked, 8u);
  for (std::size_t i = 0; i < recording.frames.size(); ++i) {
    EXPECT_TRUE(broken_claims(recording, ways, i).empty()) << "frame " << i;
  }
}

const char* kBarrierScene = "tests/scene_json/good/dynamics_barrier.json";

/// Contact by barriers, a driven press and a muscle: nothing is listed, so all is claimed apart.
TEST_F(V4_SoftRecording, AllThatBarriersKeepApartIsProvedApart) {
  const WorldScene scene = load_world_scene(kBarrierScene);
  const Recording recording = parse_recording(whole(scene), "recording");
  const Scene ways = recorded_scene(recording);
  const std::vector<ApartClaim> claims = claims_of(recording, ways);
  ASSERT_EQ(claims.size(), 1u) << "of the whole span";
  std::size_t asked = 0;
  for (const PairReport& pair :
       contacts_per_pair(ways, {.span = claims[0].span, .tolerance = 1e-9})) {
    EXPECT_EQ(pair.report.outcome, Outcome::kSeparated)
        << ways.bodies[pair.a.index()].name << " / " << ways.bodies[pair.b.index()].name;
    EXPECT_EQ(pair.report.guarantee, Guarantee::kProved);
    ++asked;
  }
  EXPECT_GE(asked, 2u);
  EXPECT_TRUE(faults_of(recording, ways).empty());
}

TEST_F(V4_SoftRecording, BarriersAndMusclesGoOnWithTheSameBits) {
  const WorldScene scene = load_world_scene(kBarrierScene);
  const std::string bytes = whole(scene);
  EXPECT_EQ(resumed(scene, bytes.substr(0, bytes.size() / 2)), bytes);
  World first = make_world(scene), again = make_world(parse_world_scene(format_world_scene(scene)));
  for (int step = 0; step < 3; ++step) {
    first.step();
    again.step();
  }
  EXPECT_EQ(content_hash(first.state()), content_hash(again.state())) << "written and read";
}

TEST_F(V4_SoftRecording, AFalseClaimIsFound) {
  Recording recording = parse_recording(whole(soft_scene()), "recording");
  const Scene ways = recorded_scene(recording);
  for (RecordedFrame& frame : recording.frames) frame.overlaps.clear();
  std::size_t broken = 0, touching = 0;
  for (std::size_t i = 0; i < recording.frames.size(); ++i) {
    broken += broken_claims(recording, ways, i).size();
  }
  EXPECT_GT(broken, 0u);
  for (const ApartClaim& claim : claims_of(recording, ways)) {
    for (const PairReport& pair :
         contacts_per_pair(ways, {.span = claim.span, .tolerance = 1e-9, .pairs = claim.pairs})) {
      touching += pair.report.outcome == Outcome::kContact;
    }
  }
  EXPECT_GT(touching, 0u);
}

TEST(V4_PackedPoints, ComeBackInEveryBit) {
  std::vector<Vec3> points, expected;
  for (int k = 0; k < 300; ++k) {
    points.emplace_back(0.1 * k, -1.0 / (k + 1), k % 7 == 0 ? -0.0 : 1e-300 * k);
    expected.emplace_back(points.back() + Vec3(1e-12, 0.0, 0.0));
  }
  const std::string near = packed_points(points, expected), far = packed_points(points, {});
  EXPECT_LT(near.size(), far.size() / 3);
  const auto comes_back = [&](const std::string& bytes, std::span<const Vec3> guess) {
    const auto again = unpacked_points(bytes, points.size(), guess);
    return again && std::memcmp(again->data(), points.data(), points.size() * sizeof(Vec3)) == 0;
  };
  EXPECT_TRUE(comes_back(near, expected));
  EXPECT_TRUE(comes_back(far, {}));
  EXPECT_FALSE(unpacked_points(near, points.size() + 1, {}));
  EXPECT_FALSE(unpacked_points(near.substr(0, near.size() / 2), points.size(), expected));
  EXPECT_FALSE(unpacked_points(far, std::size_t{1} << 40, {})) << "no memory for a lie";
}

/// The sentence about a body's "soft" key.
std::string soft_refusal(const std::string& body) {
  try {
    parse_world_scene(R"({"bodies": [{"name": "a", )" + body + "}]}");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(V4_SoftScene, WhatIsWrongIsTold) {
  const std::string open =
      R"("shape": {"type": "mesh", "vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
      "triangles": [[0,2,1],[0,1,3],[1,2,3]]}, )";
  const std::string flat = R"("shape": {"type": "mesh", "vertices": [[0,0,0],[1,0,0],[0,1,0]],
      "triangles": [[0,2,1],[0,1,2]]}, )";
  const std::string box = R"("shape": {"type": "box", "size": [1, 1, 1]}, )";
  const std::string lattice = R"("dynamics": {"soft": {"type": "lattice", "material": "gel"}})";
  const auto tells = [](const std::string& text, std::initializer_list<const char*> words) {
    for (const char* word : words) {
      EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
    }
  };
  tells(soft_refusal(open + lattice), {"dynamics.soft", "3 open edges", "graze repair"});
  tells(soft_refusal(flat + lattice), {"dynamics.soft", "no volume"});
  tells(soft_refusal(lattice), {"dynamics.soft", "without a shape"});
  const auto material = [&](const std::string& numbers) {
    return soft_refusal(box + R"("dynamics": {"soft": {"type": "lattice", "material": {)" +
                        numbers + "}}}");
  };
  tells(material(R"("density": 1000, "young": -1)"), {"material.young", "-1"});
  tells(material(R"("density": 1000, "young": 1e20)"), {"material.young"});
  tells(material(R"("density": 1000, "young": 1e5, "poisson": 0.5)"), {"material.poisson", "0.5"});
  tells(material(R"("young": 1e5)"), {"density"});
  tells(soft_refusal(box + R"("dynamics": {"soft": {"type": "lattice", "material": "gell"}})"),
        {"material", "'gel'"});
  tells(soft_refusal(
            box + R"("dynamics": {"density": 5, "soft": {"type": "lattice", "material": "gel"}})"),
        {"dynamics.density", "its material"});
  tells(soft_refusal(box + R"("dynamics": {"soft": {"type": "lattice", "material": "gel",
        "pinned": [{"lo": [8, 8, 8], "hi": [9, 9, 9]}]}})"),
        {"pinned[0]", "no node"});
  tells(soft_refusal(box + R"("dynamics": {"soft": {"type": "lattice", "material": "gel",
        "attached": [{"to": "b", "lo": [0, 0, 0], "hi": [1, 1, 1]}]}})"),
        {"attached[0].to"});
  // One tetrahedron with its four corners as nodes: weights, masses, volumes.
  const auto elements = [](const std::string& nodes, const std::string& weight) {
    return soft_refusal(
        R"("shape": {"type": "mesh", "vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
            "triangles": [[1,2,3],[0,3,2],[0,1,3],[0,2,1]]},
           "dynamics": {"soft": {"type": "elements", "material": {"density": 1000, "young": 1e5},
             "nodes": )" +
        nodes + R"(, "masses": [1, 1, 1, 1], "tetrahedra": [[0, 1, 2, 3]],
             "weights": [[[0, 1]], [[1, 1]], [[2, 1]], [[3, )" +
        weight + "]]]}}");
  };
  EXPECT_EQ(elements("[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]", "1"), "");
  tells(elements("[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]", "0.9"), {"weights[3]", "0.9", "sum to 1"});
  tells(elements("[[0,0,0],[1,0,0],[0,1,0],[0,0,2]]", "1"), {"weights[3]", "not the vertex"});
  tells(elements("[[0,0,0],[1,0,0],[0,1,0],[0,0,-1]]", "1"), {"tetrahedron 0", "inside out"});
  tells(elements("[[0,0,0],[1,0,0],[0,1,0],[1,1,0]]", "1"), {"tetrahedron 0", "no volume"});
}

}  // namespace
}  // namespace graze
