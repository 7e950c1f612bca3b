// SPDX-License-Identifier: MIT
#include "graze/base/error.h"

#include <utility>

namespace graze {
namespace {
std::string sentence(const InputError::Parts& parts) {
  std::string text = parts.place + ": found " + parts.found + ", expected " + parts.expected;
  if (!parts.advice.empty()) text += "; " + parts.advice;
  return text;
}
}  // namespace

InputError::InputError(Parts parts)
    : std::runtime_error(sentence(parts)), parts_(std::move(parts)) {}

}  // namespace graze
