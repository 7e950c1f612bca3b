// SPDX-License-Identifier: MIT
// Talking to a session, and two boxes to talk about.
#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "graze/io/load_scene.h"
#include "graze/server/session.h"

namespace graze::conversation {
using Json = nlohmann::json;

inline constexpr const char* kScene = R"({"name": "two", "bodies": [
  {"name": "still", "shape": {"type": "box", "size": [2, 2, 2]}},
  {"name": "flying", "shape": {"type": "box", "size": [2, 2, 2]},
   "motion": {"type": "screw", "from": {"position": [-4, 0, 0]}, "to": {"position": [4, 0, 0]}}}]})";

inline Session session_about(const char* scene) {
  Session session(ReportPage{.version = "test"}, {});
  session.set_scene(PreparedScene(parse_scene(scene)));
  return session;
}

inline std::string question(FrameType type, std::string_view payload, std::uint32_t sequence = 7) {
  return frame_bytes({static_cast<std::uint16_t>(type), 0, sequence, payload});
}

/// The answer's payload; its head is checked.
inline std::string answer(Session& session, FrameType type, std::string_view payload) {
  const std::string bytes = session.receive(question(type, payload));
  const auto frame = parse_frame(bytes);
  EXPECT_TRUE(frame);
  EXPECT_EQ(frame->sequence, 7u);
  EXPECT_EQ(frame->type, static_cast<std::uint16_t>(type) | kAnswer) << frame->payload;
  return std::string(frame->payload);
}

inline std::string refusal(Session& session, FrameType type, std::string_view payload) {
  const std::string bytes = session.receive(question(type, payload));
  const auto frame = parse_frame(bytes);
  EXPECT_EQ(frame->type, static_cast<std::uint16_t>(FrameType::kError) | kAnswer);
  return std::string(frame->payload);
}

}  // namespace graze::conversation
