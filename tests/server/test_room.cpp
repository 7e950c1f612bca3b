// SPDX-License-Identifier: MIT
// Several pages about one scene: one drives, the others watch; nobody floods the server.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "conversation.h"
#include "graze/base/error.h"
#include "graze/server/room.h"
#include "server/rate_limit.h"

namespace graze {
namespace {
using namespace conversation;

std::shared_ptr<Room> room_about(const char* scene) {
  return std::make_shared<Room>(session_about(scene));
}

struct Answer {
  bool failed = false;
  Json json;
};

Answer asked(Room::Seat& seat, FrameType type, std::string_view payload) {
  const std::string bytes = seat.receive(question(type, payload));
  const auto frame = parse_frame(bytes);
  EXPECT_TRUE(frame && frame->sequence == 7u);
  const bool failed = frame->type != (static_cast<std::uint16_t>(type) | kAnswer);
  return {failed, Json::parse(frame->payload)};
}

TEST(G4_Room, TheFirstDrivesAndOthersAreToldTo) {
  const auto room = room_about(kScene);
  const auto first = room->sit(), second = room->sit();
  EXPECT_TRUE(asked(*first, FrameType::kWatch, "{}").json["drives"]);
  const Json watched = asked(*second, FrameType::kWatch, "{}").json;
  EXPECT_FALSE(watched["drives"]);
  EXPECT_EQ(watched["pages"], 2);
  for (const FrameType type : {FrameType::kLoad, FrameType::kAsk, FrameType::kGrab,
                               FrameType::kTarget, FrameType::kRelease, FrameType::kUndo,
                               FrameType::kWorld, FrameType::kStep, FrameType::kBring}) {
    const Answer refused = asked(*second, type, "{}");
    EXPECT_TRUE(refused.failed);
    EXPECT_EQ(refused.json["place"], "driver") << static_cast<int>(type);
  }
  EXPECT_FALSE(asked(*second, FrameType::kHello, "{}").failed);
  EXPECT_FALSE(asked(*second, FrameType::kSave, "{}").failed);
  EXPECT_FALSE(asked(*first, FrameType::kAsk, "{}").failed);
}

TEST(G4_Room, WatchersSeeWhatTheDriverAskedAndOnlyOnce) {
  const auto room = room_about(kScene);
  const auto driver = room->sit(), watcher = room->sit();
  const Json answer = asked(*driver, FrameType::kAsk, R"({"span": [0, 0.5]})").json;
  Json seen = asked(*watcher, FrameType::kWatch, R"({"since": 0})").json;
  EXPECT_EQ(seen["document"], answer);
  const std::string since = R"({"since": )" + seen["version"].dump() + "}";
  EXPECT_FALSE(asked(*watcher, FrameType::kWatch, since).json.contains("document"));

  asked(*driver, FrameType::kGrab, R"({"body": "flying"})");
  Json tick;
  for (int k = 0; k < 5; ++k)  // the watcher is slow: it sees the last
    tick = asked(*driver, FrameType::kTarget, R"({"position": [-3.5, 0, 0]})").json;
  seen = asked(*watcher, FrameType::kWatch, since).json;
  EXPECT_EQ(seen["tick"], tick);
  EXPECT_EQ(seen["tick"]["body"], 1);
  EXPECT_FALSE(seen.contains("document"));

  asked(*driver, FrameType::kUndo, "{}");
  seen = asked(*watcher, FrameType::kWatch, R"({"since": )" + seen["version"].dump() + "}").json;
  EXPECT_FALSE(seen.contains("tick")) << "it was of the question before";
}

TEST(G4_Room, AnotherTakesTheWheelOrFindsItFree) {
  const auto room = room_about(kScene);
  auto first = room->sit();
  const auto second = room->sit(), third = room->sit();
  EXPECT_TRUE(asked(*second, FrameType::kDrive, "{}").json["drives"]);
  EXPECT_EQ(asked(*first, FrameType::kAsk, "{}").json["place"], "driver");
  EXPECT_FALSE(asked(*second, FrameType::kAsk, "{}").failed);
  asked(*first, FrameType::kDrive, "{}");
  first.reset();  // the driver closes its page
  EXPECT_TRUE(asked(*third, FrameType::kWatch, "{}").json["drives"]);
  EXPECT_FALSE(asked(*third, FrameType::kAsk, "{}").failed);
  EXPECT_EQ(asked(*second, FrameType::kAsk, "{}").json["place"], "driver");
}

TEST(G4_Room, AWatcherIsAnsweredWhileTheDriverIsAndAsSoonAsThereIsNews) {
  const auto room = room_about(kScene);
  const auto driver = room->sit(), watcher = room->sit();
  std::thread driving([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    asked(*driver, FrameType::kAsk, "{}");
  });
  Json seen;
  std::uint64_t version = 0;
  for (int k = 0; k < 200 && !seen.contains("document"); ++k) {
    seen = asked(*watcher, FrameType::kWatch, R"({"since": )" + std::to_string(version) + "}").json;
    version = seen["version"];
  }
  driving.join();
  EXPECT_TRUE(seen.contains("document"));
}

TEST(G4_Session, MeshesAreSentByHashOnceAskedFor) {
  Session session = session_about(kScene);
  const Json bare = Json::parse(answer(session, FrameType::kAsk, "{}"));
  ASSERT_EQ(bare["meshes"].size(), 1u) << "of two equal boxes";
  EXPECT_FALSE(bare["meshes"][0].contains("positions"));
  const Json hashes{{"hashes", {bare["meshes"][0]["hash"], "another"}}};
  const Json sent = Json::parse(answer(session, FrameType::kMesh, hashes.dump()));
  const Json whole = Json::parse(view_document(parse_scene(kScene), {}, {}));
  ASSERT_FALSE(sent["meshes"].empty());
  EXPECT_EQ(sent["meshes"][0], whole["meshes"][0]);
  EXPECT_TRUE(
      Json::parse(answer(session, FrameType::kMesh, R"({"hashes": []})"))["meshes"].empty());
}

std::string brought(const Json& files, std::string_view bytes) {
  const std::string head = Json{{"files", files}}.dump();
  const auto size = static_cast<std::uint32_t>(head.size());
  std::string payload(reinterpret_cast<const char*>(&size), sizeof size);
  return payload.append(head).append(bytes);
}

TEST(G4_Session, FilesAreBroughtByNameAndNeverByPath) {
  const std::string payload =
      brought({{{"name", "a b.urdf"}, {"bytes", 3}}, {{"name", "x.stl"}, {"bytes", 2}}}, "abcde");
  const std::vector<BroughtFile> files = parse_brought(payload);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].name, "a b.urdf");
  EXPECT_EQ(files[0].bytes, "abc");
  EXPECT_EQ(files[1].bytes, "de");
  for (const char* name : {"", ".", "..", "../x.urdf", "/etc/passwd", "a\\b.urdf", ".hidden", "-o",
                           "a/b.stl", "a\nb"}) {
    EXPECT_THROW(parse_brought(brought({{{"name", name}, {"bytes", 1}}}, "a")), InputError) << name;
  }
  EXPECT_THROW(parse_brought(brought({{{"name", "a.urdf"}, {"bytes", 2}}}, "a")), InputError);
  EXPECT_THROW(parse_brought(brought({{{"name", "a.urdf"}, {"bytes", 1}}}, "ab")), InputError);
  EXPECT_THROW(parse_brought(brought(Json::array(), "")), InputError);
  EXPECT_THROW(parse_brought("ab"), InputError);
  EXPECT_THROW(parse_brought(std::string("\xff\xff\xff\xff{}", 6)), InputError);
}

TEST(G4_Session, AReaderMakesTheSceneAndWithoutOneFilesAreRefused) {
  Session session = session_about(kScene);
  const std::string part = brought({{{"name", "part.step"}, {"bytes", 3}}}, "ISO");
  EXPECT_NE(refusal(session, FrameType::kBring, part).find("graze view part.step"),
            std::string::npos);
  session.set_reader([](std::span<const BroughtFile> files) {
    return "made of " + files[0].name + " " + std::string(files[0].bytes);
  });
  EXPECT_EQ(answer(session, FrameType::kBring, part), "made of part.step ISO");
}

TEST(G4_RateLimit, ASecondsWorthAtOnceThenTheRate) {
  server::RateLimit limit(100.0);
  double now = 5.0;
  for (int k = 0; k < 100; ++k) EXPECT_EQ(limit.take(now), 0.0) << k;
  double waited = 0.0;
  for (int k = 0; k < 300; ++k) {  // who waits as told gets one in a hundredth of a second
    const double wait = limit.take(now);
    waited += wait;
    now += wait;
  }
  EXPECT_NEAR(waited, 3.0, 1e-9);
  EXPECT_EQ(limit.take(now + 2.0), 0.0) << "who was silent may go on";
}

}  // namespace
}  // namespace graze
