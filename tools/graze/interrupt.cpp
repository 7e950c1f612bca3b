// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <csignal>

#include "safety.h"

namespace graze::tool {
namespace {
std::atomic<bool> stop_asked{false};
static_assert(std::atomic<bool>::is_always_lock_free, "may be set from a signal handler");

extern "C" void ask_to_stop(int) {
  stop_asked.store(true, std::memory_order_relaxed);
  end_on_interrupt();
}
}  // namespace

InterruptFlag::InterruptFlag() {
  stop_asked = false;
  std::signal(SIGINT, ask_to_stop);
}

InterruptFlag::~InterruptFlag() { end_on_interrupt(); }

const std::atomic<bool>* InterruptFlag::flag() const { return &stop_asked; }

}  // namespace graze::tool
