// SPDX-License-Identifier: MIT
// Who may ask: the checks that a request must pass before anything else sees it.
//
// The page runs on a person's own machine, beside a browser that opens foreign pages. Those can
// send requests here, too; what they cannot do is read the cookie, forge Host and Origin, or know
// the token. A name that is made to point to this machine later (rebinding) has the wrong Host.
#pragma once
#include <mutex>
#include <string>
#include <string_view>

namespace graze::server {

/// 128 random bits as hexadecimal digits.
std::string random_token();

/// Compares in a time that does not reveal where they differ.
bool equal_in_constant_time(std::string_view a, std::string_view b);

struct Headers {
  std::string_view host;
  std::string_view origin;  ///< empty: none was sent
  std::string_view cookie;
};

enum class Entry {
  kGranted,
  kExchange,  ///< the token was right: set the cookie and send to the clean address
  kForbidden,
};

class Guard {
 public:
  explicit Guard(unsigned short port);

  Entry judge(std::string_view method, std::string_view target, const Headers& headers);

  const std::string& token() const { return token_; }
  std::string cookie() const;  ///< the value of Set-Cookie

 private:
  bool is_own_host(std::string_view host) const;
  bool is_own_origin(std::string_view origin) const;
  bool has_cookie(std::string_view cookies) const;

  std::string port_;
  std::string token_;
  std::string session_;
  std::mutex mutex_;
  bool used_ = false;
};

}  // namespace graze::server
