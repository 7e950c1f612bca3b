// SPDX-License-Identifier: MIT
// The session inside a browser's worker: one frame in, one frame out.                        [G8]
#include <emscripten/emscripten.h>

#include "graze/server/session.h"

namespace {
graze::Session& session() {
  static graze::Session one(graze::ReportPage{.version = GRAZE_VERSION}, {},
                            {.max_seconds = graze::kInfinity});
  return one;
}
std::string answer;
}  // namespace

extern "C" {
/// Answers `size` bytes at `frame`; the answer stays at graze_answer() until the next call.
EMSCRIPTEN_KEEPALIVE std::size_t graze_receive(const char* frame, std::size_t size) {
  answer = session().receive({frame, size});
  return answer.size();
}
EMSCRIPTEN_KEEPALIVE const char* graze_answer() { return answer.data(); }
}
