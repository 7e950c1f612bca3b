// SPDX-License-Identifier: MIT
#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>

#include "report_table.h"

namespace graze::tool {
namespace {
using Clock = std::chrono::steady_clock;
bool is_shown = false;

struct Shown {
  Clock::time_point begin = Clock::now();
  Clock::time_point next = begin + std::chrono::milliseconds(500);
};

/// "2 min left", from the share that is done and the time it took.
std::string time_left(double done, double seconds) {
  if (done < 0.01) return "";
  const double left = seconds * (1.0 - done) / done;
  if (left < 90.0) return fmt::format(", about {:.0f} s left", left);
  return fmt::format(", about {:.0f} min left", left / 60.0);
}

void show(Shown& shown, const std::string& what, double done) {
  const auto now = Clock::now();
  if (now < shown.next) return;
  shown.next = now + std::chrono::milliseconds(100);
  is_shown = true;
  const double seconds = std::chrono::duration<double>(now - shown.begin).count();
  fmt::print(stderr, "\r{}{:3.0f} %{}\033[K", what, 100.0 * done, time_left(done, seconds));
  std::fflush(stderr);
}
}  // namespace

std::function<void(double)> progress_on_terminal() {
  if (::isatty(STDERR_FILENO) == 0) return {};
  return [shown = std::make_shared<Shown>()](double done) { show(*shown, "", done); };
}

std::function<void(const std::filesystem::path&, double)> reading_on_terminal() {
  if (::isatty(STDERR_FILENO) == 0) return {};
  return [shown = std::make_shared<Shown>()](const std::filesystem::path& file, double done) {
    if (done < 1.0) return show(*shown, "reading " + printable(file.filename().string()), done);
    clear_progress();
    *shown = {};
  };
}

void clear_progress() {
  if (!is_shown) return;
  std::fputs("\r\033[K", stderr);
  is_shown = false;
}

}  // namespace graze::tool
