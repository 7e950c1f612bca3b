// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <csignal>

namespace graze::tool {
namespace {
std::atomic<bool> stop_asked{false};
static_assert(std::atomic<bool>::is_always_lock_free, "may be set from a signal handler");

extern "C" void ask_to_stop(int) {
  stop_asked.store(true, std::memory_order_relaxed);
  std::signal(SIGINT, SIG_DFL);
}
}  // namespace

InterruptFlag::InterruptFlag() {
  stop_asked = false;
  std::signal(SIGINT, ask_to_stop);
}

InterruptFlag::~InterruptFlag() { std::signal(SIGINT, SIG_DFL); }

const std::atomic<bool>* InterruptFlag::flag() const { return &stop_asked; }

}  // namespace graze::tool
