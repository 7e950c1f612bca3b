// SPDX-License-Identifier: MIT
// Loops over all cores. Results must not depend on the number of threads: each index writes only
// its own slot.
#pragma once
#include <cstddef>
#include <functional>

namespace graze {

/// Calls body(i) for every i in [0, count), on up to `threads` threads (0: all cores). Exceptions
/// of `body` reach the caller.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body, int threads = 0);

/// Runs both, possibly at the same time, and returns when both are done.
void parallel_invoke(const std::function<void()>& first, const std::function<void()>& second);

/// Runs `body`; loops and invocations inside it use up to `threads` threads (0: all cores)
/// together.
void with_threads(int threads, const std::function<void()>& body);

/// Number of threads that a loop with `threads` = 0 uses.
int default_thread_count();

}  // namespace graze
