// SPDX-License-Identifier: MIT
#include "graze/server/room.h"

#include <chrono>

#include "graze/base/error.h"
#include "io/json/contact_json.h"

namespace graze {
namespace {
constexpr auto kPatience = std::chrono::milliseconds(400);  // a watcher is answered after this long

/// True for questions that a watcher may ask: they change nothing.
bool is_looking(FrameType type) {
  switch (type) {
    case FrameType::kHello:
    case FrameType::kProof:
    case FrameType::kSave:
    case FrameType::kOverlay:
    case FrameType::kMesh:
      return true;
    default:
      return false;
  }
}

std::string framed_answer(const Frame& question, std::uint16_t type, std::string_view payload) {
  return frame_bytes({static_cast<std::uint16_t>(type | kAnswer), 0, question.sequence, payload});
}

std::string told_to_watch(const Frame& frame) {
  return framed_answer(frame, static_cast<std::uint16_t>(FrameType::kError),
                       R"({"place":"driver","found":"another page that drives this scene",)"
                       R"("expected":"this one","advice":"press Take over"})");
}

/// The version that a watcher has seen; 0 for anything that says none.
std::uint64_t seen_by(const Frame& frame) {
  const json::Json question = json::Json::parse(frame.payload, nullptr, false);
  if (!question.is_object() || !question.contains("since")) return 0;
  const json::Json& since = question["since"];
  return since.is_number_unsigned() ? since.get<std::uint64_t>() : 0;
}
}  // namespace

std::shared_ptr<Room::Seat> Room::sit() {
  const std::scoped_lock lock(news_mutex_);
  ++pages_;
  const std::uint64_t seat = ++seats_;
  if (driver_ == 0) driver_ = seat;
  return std::make_shared<Seat>(shared_from_this(), seat);
}

void Room::leave(std::uint64_t seat) {
  const std::scoped_lock lock(news_mutex_);
  --pages_;
  if (driver_ == seat) driver_ = 0;
  changed_.notify_all();
}

void Room::drive(std::uint64_t seat) {
  const std::scoped_lock lock(news_mutex_);
  driver_ = seat;
  changed_.notify_all();
}

bool Room::may_drive(std::uint64_t seat) {
  const std::scoped_lock lock(news_mutex_);
  if (driver_ == 0) driver_ = seat;
  return driver_ == seat;
}

std::string Room::receive(std::uint64_t seat, std::string_view bytes) {
  const Frame frame = parse_frame(bytes).value_or(Frame{});
  const auto type = static_cast<FrameType>(frame.type);
  if (type == FrameType::kWatch) return watch(seat, frame);
  if (type == FrameType::kDrive) drive(seat);
  if (!is_looking(type) && !may_drive(seat)) return told_to_watch(frame);
  return answer_driver(frame, bytes);
}

std::string Room::answer_driver(const Frame& frame, std::string_view bytes) {
  const std::scoped_lock lock(session_mutex_);
  std::string reply = session_.receive(bytes);
  const Frame answer = parse_frame(reply).value_or(Frame{});
  if (answer.type == (frame.type | kAnswer))
    publish(static_cast<FrameType>(frame.type), answer.payload);
  return reply;
}

void Room::publish(FrameType type, std::string_view answer) {
  const std::scoped_lock lock(news_mutex_);
  const auto tell = [&](News& news, std::string_view text) {
    news = {std::string(text), ++version_};
    changed_.notify_all();
  };
  if (type == FrameType::kTarget) tell(tick_, answer);
  if (type == FrameType::kWorld || type == FrameType::kStep) tell(world_, answer);
  if (type != FrameType::kAsk && type != FrameType::kUndo) return;
  tick_ = world_ = {};
  tell(document_, session_.document());
}

/// Answered at once if there is something new, else after a while.
std::string Room::watch(std::uint64_t seat, const Frame& frame) {
  const std::uint64_t since = seen_by(frame);
  std::unique_lock lock(news_mutex_);
  changed_.wait_for(lock, kPatience,
                    [&] { return version_ > since || driver_ == seat || driver_ == 0; });
  if (driver_ == 0) driver_ = seat;
  std::string text = "{\"drives\":" + std::string(driver_ == seat ? "true" : "false") +
                     ",\"pages\":" + std::to_string(pages_) +
                     ",\"version\":" + std::to_string(version_);
  const auto add = [&](const char* name, const News& news) {
    if (news.version > since && !news.text.empty())
      text += std::string(",\"") + name + "\":" + news.text;
  };
  add("document", document_);
  add("tick", tick_);
  add("world", world_);
  return framed_answer(frame, frame.type, text + "}");
}

}  // namespace graze
