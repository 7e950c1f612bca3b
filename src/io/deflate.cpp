// SPDX-License-Identifier: MIT
#include "io/deflate.h"

#include <zlib.h>

#include <limits>

#include "graze/base/assert.h"

namespace graze::io {
namespace {
constexpr int kLargestWindow = 15;
constexpr std::size_t kLargestPiece = std::numeric_limits<unsigned>::max();

/// zlib does not write to its input, but its type does not say so.
unsigned char* bytes_of(std::string_view bytes) {
  return reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
}
}  // namespace

std::string deflated(std::string_view bytes, DeflateForm form, int level) {
  GRAZE_ASSERT(bytes.size() <= kLargestPiece);
  z_stream stream{};
  const int window = form == DeflateForm::kGzip ? kLargestWindow + 16 : kLargestWindow;
  [[maybe_unused]] const int begun =
      deflateInit2(&stream, level, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY);
  GRAZE_ASSERT(begun == Z_OK);
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = bytes_of(bytes);
  stream.avail_in = static_cast<unsigned>(bytes.size());
  stream.next_out = bytes_of(packed);
  stream.avail_out = static_cast<unsigned>(packed.size());
  [[maybe_unused]] const int end = deflate(&stream, Z_FINISH);
  GRAZE_ASSERT(end == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::optional<std::string> inflated(std::string_view packed, std::size_t size) {
  // Deflate shrinks bytes at most 1032 times: a larger stated size is false and would only cost
  // memory.
  if (packed.size() > kLargestPiece || size > kLargestPiece) return std::nullopt;
  if (size / 1100 > packed.size()) return std::nullopt;
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return std::nullopt;
  std::string bytes(size, '\0');
  char beyond = 0;  // zlib wants a place to write to, even for nothing
  stream.next_in = bytes_of(packed);
  stream.avail_in = static_cast<unsigned>(packed.size());
  stream.next_out = size > 0 ? bytes_of(bytes) : reinterpret_cast<unsigned char*>(&beyond);
  stream.avail_out = static_cast<unsigned>(size);
  const int end = inflate(&stream, Z_FINISH);
  const bool is_whole = end == Z_STREAM_END && stream.avail_out == 0 && stream.avail_in == 0;
  inflateEnd(&stream);
  return is_whole ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace graze::io
