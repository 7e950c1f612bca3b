// SPDX-License-Identifier: MIT
// Bad input, reported in one sentence: where, what was found, what was expected, what to do.
#pragma once
#include <stdexcept>
#include <string>

namespace graze {

/// Thrown where input enters Graze (readers, constructors of geometry, scene and motion, checks of
/// options) and nowhere else. An answer that is not known is an Outcome; a bug is an assertion.
class InputError : public std::runtime_error {
 public:
  struct Parts {
    std::string place;     ///< file:line, JSON path, option name, "vertex 17", …
    std::string found;     ///< what was there
    std::string expected;  ///< what would have been right
    std::string advice;    ///< what to do about it; may be empty
  };

  explicit InputError(Parts parts);

  const Parts& parts() const { return parts_; }

 private:
  Parts parts_;
};

}  // namespace graze
