// SPDX-License-Identifier: MIT
// The conversation of page and engine: right answers, and no frame that breaks it.
#include <gtest/gtest.h>

#include <random>

#include "conversation.h"
#include "graze/server/room.h"
#include "server/guard.h"
#include "support/trials.h"

namespace graze {
namespace {
using namespace conversation;

TEST(G4_Session, AnswersAreTheLibrarys) {
  Session session = session_about(kScene);
  const Json document = Json::parse(answer(session, FrameType::kAsk, "{}"));
  const PairReport expected = first_contact(parse_scene(kScene));
  EXPECT_EQ(document["pairs"][0]["time"][0], expected.report.time.lo);
  EXPECT_EQ(document["pairs"][0]["time"][1], expected.report.time.hi);
}

TEST(G4_Session, AnotherMotionIsKeptAndSaved) {
  Session session = session_about(kScene);
  const std::string ask =
      R"({"motions": {"flying": {"type": "screw", "from": {"position": [-4, 0, 5]}, "to": {"position": [4, 0, 5]}}}})";
  EXPECT_EQ(Json::parse(answer(session, FrameType::kAsk, ask))["pairs"][0]["outcome"], "separated");
  EXPECT_EQ(Json::parse(answer(session, FrameType::kAsk, "{}"))["pairs"][0]["outcome"],
            "separated");
  const std::string saved = answer(session, FrameType::kSave, "{}");
  EXPECT_EQ(first_contact(parse_scene(saved)).report.outcome, Outcome::kSeparated);
  answer(session, FrameType::kLoad, kScene);
  EXPECT_EQ(Json::parse(answer(session, FrameType::kAsk, "{}"))["pairs"][0]["outcome"], "contact");
}

constexpr const char* kApart = R"({"name": "apart", "bodies": [
  {"name": "left", "shape": {"type": "box", "size": [1, 1, 1]}, "pose": {"position": [-4, 0, 0]}},
  {"name": "right", "shape": {"type": "box", "size": [1, 1, 1]},
   "motion": {"type": "screw", "from": {"position": [4, 0, 0]}, "to": {"position": [2, 0, 0]}}}]})";

TEST(G4_Session, OptionsOutliveUndoAndAnotherScene) {
  Session session(ReportPage{.version = "test"}, {.span = Interval{0.0, 0.75},
                                                  .tolerance = 0.125,
                                                  .method = Method::kBisection,
                                                  .pairs = {{BodyId(0), BodyId(1)}}});
  session.set_scene(PreparedScene(parse_scene(kScene)));
  const auto expect_options = [](const Json& document, const std::string& name) {
    EXPECT_EQ(document["name"], name);
    EXPECT_EQ(document["pairs"][0]["tolerance"], 0.125);
    EXPECT_EQ(document["pairs"][0]["method"], "bisection");
    EXPECT_EQ(document["asked"]["method"], "bisection");
  };
  const auto ask = [&](const char* text) {
    return Json::parse(answer(session, FrameType::kAsk, text));
  };
  Json document = ask(R"({"span": [0, 0.5]})");
  EXPECT_EQ(document["asked"]["pairs"][0][0], "still");
  EXPECT_EQ(ask("{}")["span"][1], 0.5) << "another span is kept";
  answer(session, FrameType::kLoad, kApart);
  document = ask("{}");
  expect_options(document, "apart");
  EXPECT_FALSE(document["asked"].contains("pairs")) << "those are of the scene before";
  EXPECT_EQ(document["span"][1], 1.0);
  answer(session, FrameType::kUndo, "{}");
  answer(session, FrameType::kUndo, "{}");
  answer(session, FrameType::kUndo, "{}");
  document = ask("{}");
  expect_options(document, "");
  EXPECT_EQ(document["span"][1], 0.75);
  answer(session, FrameType::kUndo, "{}");
  EXPECT_NE(refusal(session, FrameType::kUndo, "{}").find("no question before"), std::string::npos);
}

TEST(G4_Session, AQuestionThatFailsLeavesTheSceneBefore) {
  Session session = session_about(kScene);
  const std::string before = answer(session, FrameType::kSave, "{}");
  answer(session, FrameType::kLoad, kApart);
  refusal(session, FrameType::kAsk, R"({"pairs": [["nobody", "right"]]})");
  EXPECT_EQ(answer(session, FrameType::kSave, "{}"), before);
  EXPECT_EQ(Json::parse(answer(session, FrameType::kAsk, "{}"))["bodies"][0]["name"], "still");
  EXPECT_EQ(Json::parse(answer(session, FrameType::kUndo, "{}"))["left"], 0);
}

TEST(G4_Session, OptionsOfTheQuestionMakeTheRoundTrip) {
  const Scene scene = parse_scene(kScene);
  const ContactOptions options{.tolerance = 1e-3,
                               .min_separation = 0.5,
                               .method = Method::kCertified,
                               .guarantee = Guarantee::kProved,
                               .pairs = {{BodyId(1), BodyId(0)}},
                               .all_contacts = true};
  EXPECT_EQ(asked_json({}, scene), "{}");
  const std::string asked = asked_json(options, scene);
  Session session = session_about(kScene);
  const Json document = Json::parse(answer(session, FrameType::kAsk, asked));
  EXPECT_EQ(document["asked"], Json::parse(asked));
  const ContactReport expected = contacts_per_pair(scene, options).front().report;
  EXPECT_EQ(document["pairs"][0]["time"][0], expected.time.lo);
  EXPECT_EQ(document["pairs"][0]["contacts"].size(), expected.contacts.size());
}

TEST(G4_Session, AMethodHoldsUntilNullTakesItBack) {
  Session session = session_about(kScene);
  const auto method = [&](const char* question) {
    return Json::parse(answer(session, FrameType::kAsk, question))["pairs"][0]["method"];
  };
  const Json best = method("{}");
  EXPECT_NE(best, "bisection");
  EXPECT_EQ(method(R"({"method": "bisection"})"), "bisection");
  EXPECT_EQ(method("{}"), "bisection");
  EXPECT_EQ(method(R"({"method": null})"), best);
  EXPECT_EQ(method("{}"), best);
}

TEST(C12_Session, ABodyInTheHandStopsAtAnother) {
  Session session = session_about(kScene);
  answer(session, FrameType::kGrab, R"({"body": "flying"})");
  Json tick;
  for (int k = 0; k < 5; ++k)
    tick = Json::parse(answer(session, FrameType::kTarget, R"({"position": [0, 0, 0]})"));
  EXPECT_EQ(tick["state"], "blocked");
  EXPECT_EQ(tick["blockers"][0]["body"], 0);
  EXPECT_NEAR(tick["pose"]["position"][0].get<double>(), -2.0, 1e-2);
  answer(session, FrameType::kRelease, "{}");
  EXPECT_NE(refusal(session, FrameType::kTarget, "{}").find("no body is held"), std::string::npos);
}

TEST(G4_Session, ErrorsSayPlaceFoundExpected) {
  Session session = session_about(kScene);
  const Json error =
      Json::parse(refusal(session, FrameType::kAsk, R"({"motions": {"nobody": {}}})"));
  for (const char* part : {"place", "found", "expected", "advice"})
    EXPECT_TRUE(error.contains(part));
  EXPECT_NE(error["found"].get<std::string>().find("nobody"), std::string::npos);
}

TEST(G4_Session, NothingIsReadByPath) {
  Session session = session_about(kScene);
  for (
      const char* scene :
      {R"({"bodies": [{"name": "a", "shape": {"type": "file", "path": "/etc/passwd"}}]})",
       R"({"shapes": {"x": {"type": "file", "path": "x.stl"}}, "bodies": []})",
       R"({"robots": [{"urdf": "/etc/passwd"}], "bodies": []})",
       R"({"bodies": [{"name": "a", "shape": {"type": "compound", "parts": [{"shape": {"type": "file", "path": "a.stl"}}]}}]})"}) {
    EXPECT_NE(refusal(session, FrameType::kLoad, scene).find("stands alone"), std::string::npos)
        << scene;
  }
}

TEST(G8_Session, AChangedProofIsRefused) {
  Session session = session_about(kScene);
  EXPECT_NE(refusal(session, FrameType::kProof, "not a certificate").find("expected"),
            std::string::npos);
}

TEST(G4_Session, BrokenFramesGetAnswersAndNothingElse) {
  const auto room = std::make_shared<Room>(session_about(kScene));
  const auto seat = room->sit();
  const std::vector<std::string> seeds = {
      question(FrameType::kHello, "{}"),
      question(FrameType::kAsk, R"({"span": [0, 1], "tolerance": 0.001, "curve": 5})"),
      question(FrameType::kGrab, R"({"body": "flying", "time": 0, "skin": 0.001})"),
      question(FrameType::kTarget,
               R"({"position": [1, 2, 3], "rotation": {"quaternion_wxyz": [1, 0, 0, 0]}})"),
      question(FrameType::kOverlay,
               R"({"kind": "tree", "a": "still", "b": "flying", "time": 0.3, "level": 2})"),
      question(FrameType::kOverlay, R"({"kind": "gauss", "a": "still", "b": "flying"})"),
      question(FrameType::kWorld, R"({"time": 0.1, "gravity": [0, 0, -9.81], "friction": 0.5})"),
      question(FrameType::kStep,
               R"({"steps": 1, "hand": {"body": 1, "point": [0, 0, 0], "target": [0, 3, 0]}})"),
      question(FrameType::kAsk,
               R"({"pairs": [["still", "flying"]], "method": "bisection", "all_contacts": true})"),
      question(FrameType::kUndo, "{}"),
      question(FrameType::kLoad, kScene),
      question(FrameType::kProof, "graze"),
      question(FrameType::kMesh, R"({"hashes": ["00", "11"]})"),
      question(FrameType::kBring, std::string("\x2a\0\0\0", 4) +
                                      R"({"files": [{"name": "a.stl", "bytes": 3}]})" + "abc"),
      question(FrameType::kDrive, "{}"),
      question(FrameType::kWatch, R"({"since": 1})"),
      std::string("abc")};
  const std::size_t count = test::trials(100'000);
  for (std::size_t k = 0; k < count; ++k) {
    std::mt19937_64 random = test::generator(k);
    std::string frame = seeds[random() % seeds.size()];
    for (std::uint64_t changes = 1 + random() % 4; changes > 0 && !frame.empty(); --changes) {
      const std::size_t at = random() % frame.size();
      switch (random() % 3) {
        case 0:
          frame[at] = static_cast<char>(random());
          break;
        case 1:
          frame.erase(at, 1 + random() % 5);
          break;
        default:
          frame.insert(at, 1, static_cast<char>(random()));
          break;
      }
    }
    const std::string reply = seat->receive(frame);
    ASSERT_TRUE(parse_frame(reply)) << k;
  }
  const std::string reply = seat->receive(question(FrameType::kHello, "{}"));
  EXPECT_EQ(Json::parse(parse_frame(reply)->payload)["protocol"], kProtocolVersion);
}

TEST(G4_Guard, ATokenIsGoodOnceAndOriginsAreExact) {
  server::Guard guard(4242);
  const std::string cookie = guard.cookie().substr(0, guard.cookie().find(';'));
  const auto judge = [&](std::string_view method, const std::string& target, std::string_view host,
                         std::string_view origin, std::string_view cookies) {
    return guard.judge(method, target, {host, origin, cookies});
  };
  const std::string key = "/?token=" + guard.token();
  using server::Entry;
  EXPECT_EQ(judge("GET", key, "evil.example:4242", "", ""), Entry::kForbidden);
  EXPECT_EQ(judge("GET", key, "127.0.0.1:4243", "", ""), Entry::kForbidden);
  EXPECT_EQ(judge("GET", key, "127.0.0.1:4242", "http://evil.example", ""), Entry::kForbidden);
  EXPECT_EQ(judge("GET", "/?token=" + std::string(32, '0'), "127.0.0.1:4242", "", ""),
            Entry::kForbidden);
  EXPECT_EQ(judge("GET", key, "127.0.0.1:4242", "", ""), Entry::kExchange);
  EXPECT_EQ(judge("GET", key, "127.0.0.1:4242", "", ""), Entry::kForbidden) << "a second visit";
  EXPECT_EQ(judge("GET", "/", "127.0.0.1:4242", "", cookie), Entry::kGranted);
  EXPECT_EQ(judge("GET", "/", "127.0.0.1:4242", "http://127.0.0.1:4242", cookie), Entry::kGranted);
  EXPECT_EQ(judge("GET", "/", "127.0.0.1:4242", "http://127.0.0.1:4242.evil.example", cookie),
            Entry::kForbidden);
  EXPECT_EQ(judge("GET", "/", "127.0.0.1:4242", "null", cookie), Entry::kForbidden);
  EXPECT_EQ(judge("POST", "/", "127.0.0.1:4242", "", cookie), Entry::kForbidden);
  EXPECT_EQ(judge("GET", "/", "127.0.0.1:4242", "", cookie + "0"), Entry::kForbidden);
}

}  // namespace
}  // namespace graze
