// SPDX-License-Identifier: MIT
#include "safety.h"

#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <functional>
#include <string_view>

#include "graze/io/file.h"
#include "graze/io/read_policy.h"
#include "number_checks.h"

namespace graze::tool {
namespace {
/// Of data, not of addresses: thread stacks and shared libraries reserve more than they use.
void limit_memory([[maybe_unused]] std::size_t bytes) {
#if !defined(GRAZE_SANITIZED)  // sanitizers reserve far more than they use
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(bytes, limit.rlim_max);
  ::setrlimit(RLIMIT_DATA, &limit);
#endif
}

std::size_t physical_memory() {
  return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

void change_policy(const std::function<void(ReadPolicy&)>& change) {
  ReadPolicy policy = read_policy();
  change(policy);
  set_read_policy(std::move(policy));
}

extern "C" void end_cleanly(int signal) {
  remove_unfinished_files();
  if (signal == SIGINT) {
    constexpr std::string_view kSentence = "graze: stopped by Ctrl-C before there was an answer\n";
    [[maybe_unused]] const ssize_t written = ::write(2, kSentence.data(), kSentence.size());
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}
}  // namespace

void add_limits(CLI::App& app) {
  limit_memory(physical_memory());
  const auto add = [&](const char* name, const char* what, auto change) {
    app.add_option_function<std::size_t>(name, change, what)->check(above_zero());
  };
  app.add_option_function<std::string>(
      "--root",
      [](const std::string& root) { change_policy([&](ReadPolicy& p) { p.root = root; }); },
      "read no file outside this folder, whatever a scene names");
  add("--max-file-bytes", "largest file that is read, pipes included [4 GiB; pipes 256 MiB]",
      [](std::size_t most) {
        change_policy([&](ReadPolicy& p) { p.file_bytes = p.stream_bytes = most; });
      });
  add("--max-line-bytes", "longest line of a batch or a monitor [64 MiB]",
      [](std::size_t most) { change_policy([&](ReadPolicy& p) { p.line_bytes = most; }); });
  add("--max-compound", "triangles of all compounds of a scene [16,777,216]",
      [](std::size_t most) { change_policy([&](ReadPolicy& p) { p.compound_triangles = most; }); });
  add("--max-memory", "bytes [what the machine has]", limit_memory);
}

void clean_up_on_signals() {
  for (const int signal : {SIGTERM, SIGHUP, SIGPIPE}) std::signal(signal, end_cleanly);
  end_on_interrupt();
  std::signal(SIGXFSZ, SIG_IGN);  // a full quota is then reported as a write error
}

void end_on_interrupt() { std::signal(SIGINT, end_cleanly); }

}  // namespace graze::tool
