// SPDX-License-Identifier: MIT
#pragma once
#include "graze/detect/linear_ccd.h"

namespace graze::linear_ccd {

/// Throws InputError if an option is out of its range.
void check_options(const LinearCcdOptions& options);

}  // namespace graze::linear_ccd
