// SPDX-License-Identifier: MIT
// HTTP by Boost.Beast, one thread a connection: a person has a handful of them.               [G4]
#include "graze/server/page_server.h"

#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <cerrno>
#include <chrono>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

#include "graze/base/error.h"
#include "server/guard.h"
#include "server/rate_limit.h"

namespace graze {
namespace {
namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = boost::asio::ip::tcp;
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

void add_headers(Response& response) {
  response.set(http::field::cache_control, "no-store");
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Content-Security-Policy",
               "default-src 'none'; script-src 'unsafe-inline'; "
               "style-src 'unsafe-inline'; img-src data: blob:; "
               "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
  response.set("Cross-Origin-Opener-Policy", "same-origin");
}

Response reply_with(unsigned version, const PageReply& reply) {
  Response response(static_cast<http::status>(reply.status), version);
  response.set(http::field::content_type, reply.type);
  response.body() = reply.body;
  add_headers(response);
  return response;
}

/// Slows down the thread of a connection that sends too fast.
void pause_for(server::RateLimit& limit) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  const double wait = limit.take(std::chrono::duration<double>(now).count());
  if (wait > 0.0) std::this_thread::sleep_for(std::chrono::duration<double>(wait));
}

/// A socket that waits for the other side only so long. (The system's own timeouts do nothing here:
/// Asio waits on after them.)
class PatientSocket {
 public:
  using executor_type = Tcp::socket::executor_type;
  using Error = boost::system::error_code;

  PatientSocket(Tcp::socket& socket, int seconds) : socket_(socket), seconds_(seconds) {
    Error ignored;
    socket_.non_blocking(true, ignored);
  }

  executor_type get_executor() { return socket_.get_executor(); }
  Tcp::socket& socket() { return socket_; }

  template <typename Buffers>
  std::size_t read_some(const Buffers& buffers, Error& error) {
    return when_ready(POLLIN, error, [&] { return socket_.read_some(buffers, error); });
  }
  template <typename Buffers>
  std::size_t write_some(const Buffers& buffers, Error& error) {
    return when_ready(POLLOUT, error, [&] { return socket_.write_some(buffers, error); });
  }
  template <typename Buffers>
  std::size_t read_some(const Buffers& buffers) {
    return or_throw([&](Error& error) { return read_some(buffers, error); });
  }
  template <typename Buffers>
  std::size_t write_some(const Buffers& buffers) {
    return or_throw([&](Error& error) { return write_some(buffers, error); });
  }

 private:
  template <typename Call>
  static std::size_t or_throw(const Call& call) {
    Error error;
    const std::size_t count = call(error);
    if (error) throw boost::system::system_error(error);
    return count;
  }

  template <typename Call>
  std::size_t when_ready(short event, Error& error, const Call& call) {
    while (is_ready(event)) {
      const std::size_t count = call();
      if (error != boost::asio::error::would_block) return count;
    }
    error = boost::asio::error::timed_out;
    return 0;
  }

  bool is_ready(short event) {
    pollfd waits{socket_.native_handle(), event, 0};
    int found = -1;
    do {
      found = ::poll(&waits, 1, 1000 * seconds_);
    } while (found < 0 && errno == EINTR);
    return found > 0;
  }

  Tcp::socket& socket_;
  int seconds_;
};

/// How Beast ends a conversation over it.
void teardown(beast::role_type role, PatientSocket& patient, boost::system::error_code& error) {
  beast::websocket::teardown(role, patient.socket(), error);
}

PageReply plain(int status, std::string text) {
  return {status, "text/plain; charset=utf-8", std::move(text)};
}

}  // namespace

class PageServer::Server {
 public:
  Server(const PageServerOptions& options, std::function<PageReply(const PageRequest&)> answer,
         std::function<PageTalk()> open_talk)
      : options_(options),
        answer_(std::move(answer)),
        open_talk_(std::move(open_talk)),
        acceptor_(open(options.port)),
        guard_(acceptor_.local_endpoint().port()),
        accepting_([this] { accept(); }) {}

  ~Server() { stop(); }

  unsigned short port() const { return port_; }
  std::string address() const {
    return "http://127.0.0.1:" + std::to_string(port_) + "/?token=" + guard_.token();
  }

  void stop() {
    if (stopping_.exchange(true)) return;
    ::shutdown(acceptor_.native_handle(), SHUT_RDWR);  // wakes the thread that accepts
    accepting_.join();
    {
      const std::scoped_lock lock(mutex_);
      for (Connection& one : connections_) ::shutdown(one.socket.native_handle(), SHUT_RDWR);
    }
    for (Connection& one : connections_) one.thread.join();
  }

 private:
  struct Connection {
    explicit Connection(Tcp::socket taken) : socket(std::move(taken)) {}
    Tcp::socket socket;
    std::thread thread;
    std::atomic<bool> done{false};
  };

  Tcp::acceptor open(unsigned short port) {
    boost::system::error_code error;
    Tcp::acceptor acceptor(context_);
    const Tcp::endpoint place(boost::asio::ip::address_v4::loopback(), port);
    acceptor.open(place.protocol(), error);
    if (!error) acceptor.set_option(Tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(place, error);
    if (!error) acceptor.listen(Tcp::acceptor::max_listen_connections, error);
    if (error) {
      throw InputError({"--port", std::to_string(port) + " (" + error.message() + ")",
                        "a port that is free", "leave --port out: a free one is taken"});
    }
    port_ = acceptor.local_endpoint().port();
    return acceptor;
  }

  void accept() {
    while (!stopping_) {
      boost::system::error_code error;
      Tcp::socket socket(context_);
      acceptor_.accept(socket, error);
      if (error) {
        if (stopping_) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        continue;
      }
      take(std::move(socket));
    }
  }

  void take(Tcp::socket socket) {
    const std::scoped_lock lock(mutex_);
    connections_.remove_if([](Connection& one) {
      if (!one.done) return false;
      one.thread.join();
      return true;
    });
    if (stopping_ || connections_.size() >= static_cast<std::size_t>(options_.max_connections))
      return;
    Connection& one = connections_.emplace_back(std::move(socket));
    one.thread = std::thread([this, &one] {
      serve(PatientSocket(one.socket, options_.idle_seconds));
      one.done = true;  // a client that sees its connection end finds the place free
      boost::system::error_code error;
      one.socket.shutdown(Tcp::socket::shutdown_both, error);
    });
  }

  void serve(PatientSocket socket) {
    beast::flat_buffer buffer;
    boost::system::error_code error;
    server::RateLimit limit(options_.max_rate);
    while (!stopping_ && !error) {
      pause_for(limit);
      http::request_parser<http::string_body> parser;
      parser.body_limit(options_.max_body);
      http::read(socket, buffer, parser, error);
      if (error == http::error::body_limit) return refuse_size(socket);
      if (error) break;
      const Request request = parser.release();
      if (is_upgrade(request)) return talk(socket, request, limit);
      Response response = respond(request);
      response.keep_alive(request.keep_alive());
      response.prepare_payload();
      http::write(socket, response, error);
      if (!request.keep_alive()) break;
    }
  }

  /// A request for the WebSocket at /session that is allowed and names its Origin.
  bool is_upgrade(const Request& request) {
    return open_talk_ && beast::websocket::is_upgrade(request) &&
           view(request.target()) == "/session" && !view(request[http::field::origin]).empty() &&
           judge(request) == server::Entry::kGranted;
  }

  /// Answers frame by frame, until the other side ends it or breaks a rule. One answer for each.
  void talk(PatientSocket& socket, const Request& request, server::RateLimit& limit) {
    boost::system::error_code error;
    beast::websocket::stream<PatientSocket&> stream(socket);
    stream.read_message_max(options_.max_frame);
    stream.binary(true);
    stream.accept(request, error);
    const PageTalk answer = open_talk_();
    while (!error && !stopping_) {
      beast::flat_buffer buffer;
      stream.read(buffer, error);
      if (error) break;
      pause_for(limit);
      const auto bytes = buffer.cdata();
      const std::string reply = answer({static_cast<const char*>(bytes.data()), bytes.size()});
      stream.write(boost::asio::buffer(reply), error);
    }
  }

  server::Entry judge(const Request& request) {
    return guard_.judge(view(request.method_string()), view(request.target()),
                        {view(request[http::field::host]), view(request[http::field::origin]),
                         view(request[http::field::cookie])});
  }

  void refuse_size(PatientSocket& socket) {
    boost::system::error_code error;
    Response response = reply_with(11, plain(413, "the request is larger than this server takes"));
    response.keep_alive(false);
    response.prepare_payload();
    http::write(socket, response, error);
  }

  Response respond(const Request& request) {
    const std::string_view target = view(request.target());
    const std::string_view method = view(request.method_string());
    const server::Entry entry = judge(request);
    if (entry == server::Entry::kForbidden) {
      return reply_with(
          request.version(),
          plain(403,
                "Forbidden: open the address that graze view printed; it is good for one visit."));
    }
    if (entry == server::Entry::kExchange) {
      Response response = reply_with(request.version(), plain(303, ""));
      response.set(http::field::location, "/");
      response.set(http::field::set_cookie, guard_.cookie());
      return response;
    }
    if (method != "GET" && method != "POST")
      return reply_with(request.version(), plain(405, "GET or POST"));
    return reply_with(request.version(), call(std::string(method), target, request.body()));
  }

  PageReply call(std::string method, std::string_view target, const std::string& body) {
    const std::string path(target.substr(0, target.find('?')));
    try {
      return answer_({std::move(method), path, body});
    } catch (const InputError& error) {
      return plain(400, error.what());
    } catch (const std::exception& error) {
      return plain(500, error.what());
    }
  }

  PageServerOptions options_;
  std::function<PageReply(const PageRequest&)> answer_;
  std::function<PageTalk()> open_talk_;
  unsigned short port_ = 0;
  boost::asio::io_context context_;
  Tcp::acceptor acceptor_;
  server::Guard guard_;
  std::mutex mutex_;
  std::list<Connection> connections_;
  std::atomic<bool> stopping_{false};
  std::thread accepting_;
};

PageServer::PageServer(const PageServerOptions& options,
                       std::function<PageReply(const PageRequest&)> answer,
                       std::function<PageTalk()> open_talk)
    : server_(std::make_unique<Server>(options, std::move(answer), std::move(open_talk))) {}
PageServer::~PageServer() = default;
unsigned short PageServer::port() const { return server_->port(); }
std::string PageServer::address() const { return server_->address(); }
void PageServer::stop() { server_->stop(); }

}  // namespace graze
