// SPDX-License-Identifier: MIT
// What Debian's emscripten has not in its C++ library, and the core uses. Included before every
// file of the engine; the core itself does not know.
#pragma once
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

_LIBCPP_BEGIN_NAMESPACE_STD
span(string_view)->span<const char>;
_LIBCPP_END_NAMESPACE_STD

namespace std {

#if !defined(__cpp_lib_bit_cast)
template <typename To, typename From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}
#endif

template <typename T>
unique_ptr<T> make_unique_for_overwrite(size_t count) {
  return unique_ptr<T>(new remove_extent_t<T>[count]);
}

/// The fewest digits that are read as the same double. musl rounds correctly in both directions.
inline to_chars_result to_chars(char* begin, char* end, double value) {
  char text[40];
  int length = 0;
  for (int digits = 1; digits <= 17; ++digits) {
    length = snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, nullptr) == value) break;
  }
  if (end - begin < length) return {end, errc::value_too_large};
  memcpy(begin, text, static_cast<size_t>(length));
  return {begin + length, errc{}};
}

inline from_chars_result from_chars(const char* begin, const char* end, double& value) {
  const string text(begin, end);
  char* stop = nullptr;
  const double read = strtod(text.c_str(), &stop);
  if (stop == text.c_str()) return {begin, errc::invalid_argument};
  value = read;
  return {begin + (stop - text.c_str()), errc{}};
}

namespace ranges {
template <typename R, typename F>
bool all_of(R&& r, F f) {
  return std::all_of(r.begin(), r.end(), f);
}
template <typename R, typename F>
bool any_of(R&& r, F f) {
  return std::any_of(r.begin(), r.end(), f);
}
template <typename R, typename F>
bool none_of(R&& r, F f) {
  return std::none_of(r.begin(), r.end(), f);
}
template <typename R, typename T>
bool binary_search(R&& r, const T& value) {
  return std::binary_search(r.begin(), r.end(), value);
}
template <typename R, typename F>
auto partition_point(R&& r, F f) {
  return std::partition_point(r.begin(), r.end(), f);
}
template <typename R, typename F>
auto find_if(R&& r, F f) {
  return std::find_if(r.begin(), r.end(), f);
}
template <typename R, typename T>
auto find(R&& r, const T& value) {
  return std::find(r.begin(), r.end(), value);
}
template <typename R>
void sort(R&& r) {
  std::sort(r.begin(), r.end());
}
template <typename R, typename F>
void sort(R&& r, F f) {
  std::sort(r.begin(), r.end(), f);
}
template <typename R, typename T, typename P>
auto upper_bound(R&& r, const T& value, std::less<>, P part) {
  return std::upper_bound(r.begin(), r.end(), value,
                          [&](const T& v, const auto& one) { return v < std::invoke(part, one); });
}
template <typename R, typename S>
bool equal(R&& r, S&& s) {
  return std::equal(r.begin(), r.end(), s.begin(), s.end());
}
template <typename R, typename S, typename F>
bool equal(R&& r, S&& s, F f) {
  return std::equal(r.begin(), r.end(), s.begin(), s.end(), f);
}
}  // namespace ranges
}  // namespace std
