// SPDX-License-Identifier: MIT
#include "server/guard.h"

#include <sys/random.h>

#include <array>
#include <stdexcept>

namespace graze::server {

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw std::runtime_error("the system gives no random numbers");
  }
  std::string text;
  for (const unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

Guard::Guard(unsigned short port)
    : port_(std::to_string(port)), token_(random_token()), session_(random_token()) {}

std::string Guard::cookie() const {
  return "graze_" + port_ + "=" + session_ + "; HttpOnly; SameSite=Strict; Path=/";
}

bool Guard::is_own_host(std::string_view host) const {
  return host == "127.0.0.1:" + port_ || host == "localhost:" + port_ || host == "[::1]:" + port_;
}

bool Guard::is_own_origin(std::string_view origin) const {
  constexpr std::string_view kScheme = "http://";
  return origin.starts_with(kScheme) && is_own_host(origin.substr(kScheme.size()));
}

bool Guard::has_cookie(std::string_view cookies) const {
  const std::string wanted = "graze_" + port_ + "=";
  while (!cookies.empty()) {
    const std::size_t end = std::min(cookies.find(';'), cookies.size());
    std::string_view one = cookies.substr(0, end);
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (one.starts_with(wanted) && equal_in_constant_time(one.substr(wanted.size()), session_))
      return true;
    cookies.remove_prefix(std::min(end + 1, cookies.size()));
  }
  return false;
}

Entry Guard::judge(std::string_view method, std::string_view target, const Headers& headers) {
  if (!is_own_host(headers.host)) return Entry::kForbidden;
  if (!headers.origin.empty() && !is_own_origin(headers.origin)) return Entry::kForbidden;
  if (method == "POST" && headers.origin.empty()) return Entry::kForbidden;
  constexpr std::string_view kKey = "/?token=";
  if (method == "GET" && target.starts_with(kKey)) {
    const std::scoped_lock lock(mutex_);
    if (used_ || !equal_in_constant_time(target.substr(kKey.size()), token_))
      return Entry::kForbidden;
    used_ = true;
    return Entry::kExchange;
  }
  return has_cookie(headers.cookie) ? Entry::kGranted : Entry::kForbidden;
}

}  // namespace graze::server
