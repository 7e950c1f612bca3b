// SPDX-License-Identifier: MIT
#include "io/page/gzip.h"

#include <zlib.h>

#include <new>
#include <vector>

#include "graze/base/assert.h"
#include "io/page/base64.h"

namespace graze::io {

std::string gzip_base64(std::string_view bytes) {
  constexpr int kGzip = 15 + 16;  // the largest window, and a gzip head
  z_stream stream{};
  const int begun = deflateInit2(&stream, 9, Z_DEFLATED, kGzip, 9, Z_DEFAULT_STRATEGY);
  if (begun != Z_OK) throw std::bad_alloc();  // the only way in which right arguments can fail
  std::vector<unsigned char> packed(deflateBound(&stream, bytes.size()));
  // zlib does not write to its input, but its type does not say so.
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<unsigned>(bytes.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<unsigned>(packed.size());
  const int end = deflate(&stream, Z_FINISH);
  GRAZE_ASSERT(end == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return base64(std::as_bytes(std::span(packed)));
}

}  // namespace graze::io
