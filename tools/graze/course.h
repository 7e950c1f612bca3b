// SPDX-License-Identifier: MIT
// Progress through many files, and whether Ctrl-C ended it.
#pragma once
#include <fmt/format.h>

#include <cstddef>
#include <functional>

#include "interrupt.h"
#include "progress.h"

namespace graze::tool {

class Course {
 public:
  explicit Course(std::size_t files) : files_(files), tell_(progress_on_terminal()) {}

  /// Before each file; false after Ctrl-C.
  bool may_go_on() {
    if (interrupt_.flag()->load()) return false;
    if (tell_) tell_(double(done_) / double(files_));
    ++done_;
    return true;
  }
  bool is_whole() const { return done_ == files_; }
  /// Says so if it was ended early.
  void end() const {
    clear_progress();
    if (!is_whole()) fmt::print(stderr, "graze: stopped after {} of {} files\n", done_, files_);
  }

 private:
  std::size_t files_;
  std::size_t done_ = 0;
  std::function<void(double)> tell_;
  InterruptFlag interrupt_;
};

}  // namespace graze::tool
