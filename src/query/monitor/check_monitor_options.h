// SPDX-License-Identifier: MIT
#pragma once
#include "graze/query/monitor.h"

namespace graze::query {

/// Throws InputError that names the option.
void check(const MonitorOptions& options);

}  // namespace graze::query
