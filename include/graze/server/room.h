// SPDX-License-Identifier: MIT
// Several pages, one conversation: one of them drives, the others watch. docs/protocol.md.     [G4]
#pragma once
#include <graze/server/session.h>

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace graze {

/// A session that several pages share. The first page drives; kDrive takes over. Only the driver
/// may ask questions that change something; kWatch tells the others the result: the last document,
/// the last tick of a drag, the last state of a world. What came in between is skipped.
class Room : public std::enable_shared_from_this<Room> {
 public:
  explicit Room(Session session) : session_(std::move(session)) {}

  /// A page's place in the room. The page leaves when it is destroyed. One thread at a time uses a
  /// seat.
  class Seat {
   public:
    Seat(std::shared_ptr<Room> room, std::uint64_t number)
        : room_(std::move(room)), number_(number) {}
    ~Seat() { room_->leave(number_); }
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;

    std::string receive(std::string_view bytes) { return room_->receive(number_, bytes); }

   private:
    std::shared_ptr<Room> room_;
    std::uint64_t number_;
  };
  std::shared_ptr<Seat> sit();

 private:
  /// What watchers get, and its version.
  struct News {
    std::string text;
    std::uint64_t version = 0;
  };

  std::string receive(std::uint64_t seat, std::string_view bytes);
  std::string answer_driver(const Frame& frame, std::string_view bytes);
  std::string watch(std::uint64_t seat, const Frame& frame);
  void drive(std::uint64_t seat);
  bool may_drive(std::uint64_t seat);
  void publish(FrameType type, std::string_view answer);
  void leave(std::uint64_t seat);

  std::mutex session_mutex_;
  Session session_;

  std::mutex news_mutex_;  // taken after the session's, never before it
  std::condition_variable changed_;
  std::uint64_t seats_ = 0;    // given out
  std::uint64_t pages_ = 0;    // here now
  std::uint64_t driver_ = 0;   // 0: nobody; the next to ask drives
  std::uint64_t version_ = 0;  // of the latest news
  News document_, tick_, world_;
};

}  // namespace graze
