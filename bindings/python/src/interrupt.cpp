// SPDX-License-Identifier: MIT
// Ctrl-C during a question. Python's own handler only takes a note and acts when the interpreter
// runs again, which is after the question; ours sets the flag that every question looks at, and
// then calls Python's. It stays installed: a question only checks which handler is in place.
#include <csignal>

#include "bindings.h"

namespace graze::python {
namespace {
std::atomic<bool> pressed{false};
std::atomic<bool> in_use{false};
std::atomic<void (*)(int)> pythons{nullptr};

extern "C" void take_note(int number) {
  pressed.store(true, std::memory_order_relaxed);
  pythons.load(std::memory_order_relaxed)(number);
}

bool on_main_thread() {
  static const unsigned long main_thread =
      py::module_::import("threading").attr("main_thread")().attr("ident").cast<unsigned long>();
  return PyThread_get_thread_ident() == main_thread;
}

/// False if nothing handles Ctrl-C: then it ends the process or is ignored, as intended.
bool install() {
  struct sigaction now = {};
  if (sigaction(SIGINT, nullptr, &now) != 0) return false;
  if (now.sa_handler == take_note) return true;
  const bool is_function = now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN;
  if (!is_function || (now.sa_flags & SA_SIGINFO) != 0) return false;
  pythons.store(now.sa_handler, std::memory_order_relaxed);
  now.sa_handler = take_note;
  return sigaction(SIGINT, &now, nullptr) == 0;
}
}  // namespace

Interruptible::Interruptible() {
  if (!on_main_thread() || in_use.exchange(true)) return;
  pressed.store(false, std::memory_order_relaxed);
  listens_ = install();
  if (!listens_) in_use.store(false);
}

Interruptible::~Interruptible() {
  if (listens_) in_use.store(false);
}

const std::atomic<bool>* Interruptible::flag() const { return listens_ ? &pressed : nullptr; }

void Interruptible::raise_if_pressed() {
  if (!listens_ || !pressed.load(std::memory_order_relaxed)) return;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();  // the user's handler decides
}

}  // namespace graze::python
