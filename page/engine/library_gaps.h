// SPDX-License-Identifier: MIT
// What Debian's emscripten has not in its C++ library, and the core uses. Included before every
// file of the engine; the core itself does not know.
#pragma once
#include <__config>
#include <new>
#include <type_traits>

// Aggregates made in place by their members (P0960). Before all that constructs in place.
_LIBCPP_BEGIN_NAMESPACE_STD
template <typename T, typename... Arguments>
requires(is_aggregate_v<T> && sizeof...(Arguments) > 0 &&
         !is_constructible_v<T, Arguments...>) constexpr T* construct_at(T* place,
                                                                         Arguments&&... arguments) {
  return ::new (const_cast<void*>(static_cast<const volatile void*>(place)))
      T{static_cast<Arguments&&>(arguments)...};
}
_LIBCPP_END_NAMESPACE_STD

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
  return std::all_of(r.begin(), r.end(), [&](const auto& x) { return std::invoke(f, x); });
}
template <typename R, typename F>
bool any_of(R&& r, F f) {
  return std::any_of(r.begin(), r.end(), [&](const auto& x) { return std::invoke(f, x); });
}
template <typename R, typename F>
bool none_of(R&& r, F f) {
  return !ranges::any_of(r, f);
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
  return std::find_if(r.begin(), r.end(), [&](const auto& x) { return std::invoke(f, x); });
}
template <typename R, typename T, typename P = identity>
auto find(R&& r, const T& value, P part = {}) {
  return ranges::find_if(r, [&](const auto& x) { return std::invoke(part, x) == value; });
}
template <typename R, typename T>
auto count(R&& r, const T& value) {
  return std::count(r.begin(), r.end(), value);
}
template <typename R, typename F>
auto count_if(R&& r, F f) {
  return std::count_if(r.begin(), r.end(), [&](const auto& x) { return std::invoke(f, x); });
}
template <typename R, typename O, typename F>
O copy_if(R&& r, O out, F f) {
  return std::copy_if(r.begin(), r.end(), out, f);
}
template <typename R>
void reverse(R&& r) {
  std::reverse(r.begin(), r.end());
}

template <typename F, typename P>
auto by_part(F less, P part) {
  return [less, part](const auto& x, const auto& y) {
    return less(std::invoke(part, x), std::invoke(part, y));
  };
}
template <typename R, typename F = std::less<>, typename P = identity>
void sort(R&& r, F less = {}, P part = {}) {
  std::sort(r.begin(), r.end(), by_part(less, part));
}
template <typename R, typename F = std::less<>, typename P = identity>
void stable_sort(R&& r, F less = {}, P part = {}) {
  std::stable_sort(r.begin(), r.end(), by_part(less, part));
}
template <typename R, typename F = std::less<>, typename P = identity>
auto max_element(R&& r, F less = {}, P part = {}) {
  return std::max_element(r.begin(), r.end(), by_part(less, part));
}
template <typename R, typename T, typename F = std::less<>, typename P = identity>
auto upper_bound(R&& r, const T& value, F less = {}, P part = {}) {
  return std::upper_bound(r.begin(), r.end(), value,
                          [&](const T& v, const auto& x) { return less(v, std::invoke(part, x)); });
}
template <typename R, typename S, typename F = std::equal_to<>>
bool equal(R&& r, S&& s, F f = {}) {
  return std::equal(r.begin(), r.end(), s.begin(), s.end(), f);
}
}  // namespace ranges
}  // namespace std
