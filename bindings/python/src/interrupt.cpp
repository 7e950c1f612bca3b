// SPDX-License-Identifier: MIT
// Ctrl-C during a question. Python's own handler only takes a note and acts when the interpreter
// runs again, which is after the question; ours sets the flag that every question looks at.
#include <csignal>

#include "bindings.h"

namespace graze::python {
namespace {
std::atomic<bool> pressed{false};
std::atomic<bool> in_use{false};
struct sigaction before;

extern "C" void take_note(int) { pressed.store(true, std::memory_order_relaxed); }

bool on_main_thread() {
  static const unsigned long main_thread =
      py::module_::import("threading").attr("main_thread")().attr("ident").cast<unsigned long>();
  return PyThread_get_thread_ident() == main_thread;
}
}  // namespace

Interruptible::Interruptible() {
  if (!on_main_thread() || in_use.exchange(true)) return;
  pressed.store(false, std::memory_order_relaxed);
  struct sigaction ours = {};
  ours.sa_handler = take_note;
  sigemptyset(&ours.sa_mask);
  installed_ = sigaction(SIGINT, &ours, &before) == 0;
  if (!installed_) in_use.store(false);
}

Interruptible::~Interruptible() { restore(); }

void Interruptible::restore() {
  if (!installed_) return;
  sigaction(SIGINT, &before, nullptr);
  installed_ = false;
  in_use.store(false);
}

const std::atomic<bool>* Interruptible::flag() const { return installed_ ? &pressed : nullptr; }

void Interruptible::raise_if_pressed() {
  if (!installed_) return;
  restore();
  if (!pressed.load(std::memory_order_relaxed)) return;
  PyErr_SetInterrupt();  // as if it came now: the user's own handler, if any, decides
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace graze::python
