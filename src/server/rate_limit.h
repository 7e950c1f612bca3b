// SPDX-License-Identifier: MIT
// How often may one connection send something?
#pragma once
#include <algorithm>

namespace graze::server {

/// A second's worth may come at once; after that the stated rate applies. A faster sender waits:
/// nothing is dropped, and no other connection is slowed down.
class RateLimit {
 public:
  explicit RateLimit(double per_second) : per_second_(per_second), left_(per_second) {}

  /// Takes one at a time `now` (seconds, never less than before); how long it has to wait.
  double take(double now) {
    left_ = std::min(per_second_, left_ + per_second_ * (now - last_));
    last_ = now;
    left_ -= 1.0;
    return left_ >= 0.0 ? 0.0 : -left_ / per_second_;
  }

 private:
  double per_second_;
  double left_;
  double last_ = 0.0;
};

}  // namespace graze::server
