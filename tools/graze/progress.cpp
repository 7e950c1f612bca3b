// SPDX-License-Identifier: MIT
#include "progress.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>

namespace graze::tool {
namespace {
using Clock = std::chrono::steady_clock;
bool is_shown = false;
}  // namespace

std::function<void(double)> progress_on_terminal() {
  if (::isatty(STDERR_FILENO) == 0) return {};
  const auto next =
      std::make_shared<Clock::time_point>(Clock::now() + std::chrono::milliseconds(500));
  return [next](double done) {
    if (Clock::now() < *next) return;
    *next = Clock::now() + std::chrono::milliseconds(100);
    is_shown = true;
    std::fprintf(stderr, "\r%3.0f %% ", 100.0 * done);
    std::fflush(stderr);
  };
}

void clear_progress() {
  if (!is_shown) return;
  std::fputs("\r\033[K", stderr);
  is_shown = false;
}

}  // namespace graze::tool
