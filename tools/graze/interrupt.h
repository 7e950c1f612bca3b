// SPDX-License-Identifier: MIT
// Ctrl-C asks a running question to stop and say what is sure so far; a second one ends the
// process.
#pragma once
#include <atomic>

namespace graze::tool {

/// Catches SIGINT from its construction to its end.
class InterruptFlag {
 public:
  InterruptFlag();
  ~InterruptFlag();
  InterruptFlag(const InterruptFlag&) = delete;
  InterruptFlag& operator=(const InterruptFlag&) = delete;

  const std::atomic<bool>* flag() const;
};

}  // namespace graze::tool
