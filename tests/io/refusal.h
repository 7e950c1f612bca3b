// SPDX-License-Identifier: MIT
// What a reader refuses, as parts to compare.
#pragma once
#include <functional>
#include <string>

#include "graze/base/error.h"

namespace graze::test {

/// The parts of the InputError that `action` throws; empty parts if it throws none.
inline InputError::Parts refusal_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.parts();
  }
  return {};
}

}  // namespace graze::test
