// SPDX-License-Identifier: MIT
// A small HTTP server for one person on this machine: loopback only, opened with a single-use
// token.                                                                                       [G4]
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace graze {

struct PageRequest {
  std::string method;  ///< "GET" or "POST"
  std::string path;    ///< without the query, "/" first
  std::string body;
};

struct PageReply {
  int status = 200;
  std::string type = "text/html; charset=utf-8";
  std::string body = {};
};

/// One conversation over a WebSocket: a frame in, a frame out. Called from one thread.
using PageTalk = std::function<std::string(std::string_view frame)>;

struct PageServerOptions {
  unsigned short port = 0;            ///< 0: a free one
  std::size_t max_body = 1u << 20;    ///< bytes of a request's body
  std::size_t max_frame = 64u << 20;  ///< bytes of a frame of a conversation
  int max_connections = 64;           ///< more are closed at once
  double max_rate = 2000.0;           ///< requests and frames a second of one connection; who is
                                      ///< faster waits
  int idle_seconds = 30;              ///< a connection that is silent for this long is closed
};

/// Answers requests by calling `answer`, from several threads. Only the browser that opened
/// address() gets answers: requests need the right Host, no foreign Origin, and the cookie that was
/// given for the token in the address. A WebSocket at /session, which also has to name its Origin,
/// opens a conversation of its own. Throws InputError if the port is not available.
class PageServer {
 public:
  PageServer(const PageServerOptions& options, std::function<PageReply(const PageRequest&)> answer,
             std::function<PageTalk()> open_talk = {});
  ~PageServer();  ///< stops
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  unsigned short port() const;
  /// To open in a browser; good for one visit.
  std::string address() const;
  /// Closes all connections and waits until no answer is under way.
  void stop();

 private:
  class Server;
  std::unique_ptr<Server> server_;
};

}  // namespace graze
