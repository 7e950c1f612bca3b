// SPDX-License-Identifier: MIT
// Whether a motion can be asked about a span: within its domain, or where it holds or loops, but
// not after more turns of a loop than can be counted.
#pragma once
#include <graze/motion/motion.h>

namespace graze {

bool is_defined_on(const Motion& motion, const Interval& span);

}  // namespace graze
