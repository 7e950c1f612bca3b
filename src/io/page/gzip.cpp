// SPDX-License-Identifier: MIT
#include "io/page/gzip.h"

#include "io/deflate.h"
#include "io/page/base64.h"

namespace graze::io {

std::string gzip_base64(std::string_view bytes) {
  const std::string packed = deflated(bytes, DeflateForm::kGzip, 9);
  return base64(std::as_bytes(std::span(packed)));
}

}  // namespace graze::io
