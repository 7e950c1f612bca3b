// SPDX-License-Identifier: MIT
#pragma once
#include "graze/methods/linear.h"

namespace graze::linear {

/// Throws InputError if an option is out of its range.
void check_options(const LinearCcdOptions& options);

}  // namespace graze::linear
