// SPDX-License-Identifier: MIT
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "graze/server/page_server.h"

namespace graze::test {
namespace {

/// A connection to the server, by the system's own calls.
class Line {
 public:
  explicit Line(unsigned short port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval patience{60, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&place), sizeof place), 0);
  }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  ~Line() { ::close(socket_); }

  void send(const std::string& text) const {
    EXPECT_EQ(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL), ssize_t(text.size()));
  }
  /// Nothing more will come, or nothing came for a minute.
  bool is_closed() const {
    char byte = 0;
    return ::recv(socket_, &byte, 1, 0) == 0;
  }
  std::string until(const std::string& end) const {
    std::string text;
    for (char byte = 0; !text.ends_with(end) && ::recv(socket_, &byte, 1, 0) == 1;) text += byte;
    return text;
  }
  std::string read(std::size_t count) const {
    std::string text(count, ' ');
    std::size_t done = 0;
    for (ssize_t more = 1; done < count && more > 0;
         done += std::size_t(std::max<ssize_t>(0, more)))
      more = ::recv(socket_, text.data() + done, count - done, 0);
    text.resize(done);
    return text;
  }
  /// What a WebSocket says next, in however many parts.
  std::string message() const {
    std::string text;
    for (bool is_last = false; !is_last;) {
      const std::string head = read(2);
      if (head.size() < 2) return text;
      is_last = (head[0] & 0x80) != 0;
      std::size_t size = std::size_t(head[1] & 127);
      if (size >= 126) {
        const std::string digits = read(size == 126 ? 2 : 8);
        size = 0;
        for (const char digit : digits) size = size << 8 | static_cast<unsigned char>(digit);
      }
      text += read(size);
    }
    return text;
  }

 private:
  int socket_;
};

TEST(G4_PageServer, ConnectionsThatAreSilentAreClosedAndMakeRoomForOthers) {
  PageServer server({.max_connections = 2, .idle_seconds = 1},
                    [](const PageRequest&) { return PageReply{}; });
  {
    const Line silent(server.port()), cut(server.port());
    cut.send("GET / HTTP/1.1\r\nHost: 127");
    EXPECT_TRUE(silent.is_closed());
    EXPECT_TRUE(cut.is_closed());
    const Line visitor(server.port());
    visitor.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    EXPECT_EQ(visitor.until("\n"), "HTTP/1.1 403 Forbidden\r\n");
  }
  server.stop();
}

TEST(G4_PageServer, AConversationHasAnswersOfAnySizeAndEndsWhenItIsSilent) {
  PageServer server(
      {.idle_seconds = 1}, [](const PageRequest&) { return PageReply{}; },
      [] {
        return [](std::string_view frame) {
          return std::string(frame == "much" ? std::size_t{32} << 20 : 3, '!');
        };
      });
  const std::string own = "127.0.0.1:" + std::to_string(server.port());
  const std::string address = server.address();
  std::string cookie;
  {
    const Line visit(server.port());
    visit.send("GET " + address.substr(address.find("/?")) + " HTTP/1.1\r\nHost: " + own +
               "\r\n\r\n");
    const std::string head = visit.until("\r\n\r\n");
    const std::size_t from = head.find("graze_");
    ASSERT_NE(from, std::string::npos) << head;
    cookie = head.substr(from, head.find(';', from) - from);
  }
  const Line talk(server.port());
  talk.send("GET /session HTTP/1.1\r\nHost: " + own + "\r\nOrigin: http://" + own +
            "\r\nCookie: " + cookie +
            "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
  EXPECT_TRUE(talk.until("\r\n\r\n").starts_with("HTTP/1.1 101"));
  const auto say = [&](const std::string& text) {  // with a mask of zeros
    talk.send(std::string{char(0x82), char(0x80 | text.size()), 0, 0, 0, 0} + text);
    return talk.message();
  };
  EXPECT_EQ(say("few"), "!!!");
  EXPECT_EQ(say("much"), std::string(std::size_t{32} << 20, '!'));
  EXPECT_EQ(say("few"), "!!!");
  EXPECT_TRUE(talk.is_closed());
}

}  // namespace
}  // namespace graze::test
