// SPDX-License-Identifier: MIT
// GRAZE_ASSERT: a bug in Graze. On in every preset but `release`; never for what a user can cause.
#pragma once

namespace graze {
[[noreturn]] void fail_assertion(const char* condition, const char* file, int line);
}

#if defined(GRAZE_ENABLE_ASSERTS)
#define GRAZE_ASSERT(condition) \
  ((condition) ? void(0) : ::graze::fail_assertion(#condition, __FILE__, __LINE__))
#else
// Not evaluated: a condition must not do anything that the program needs.
#define GRAZE_ASSERT(condition) void(sizeof((condition) ? 1 : 0))
#endif
