// SPDX-License-Identifier: MIT
// A recording in a few lines.
#pragma once
#include <string>

#include "graze/simulation/recording_summary.h"

namespace graze::tool {

std::string recording_text(const RecordingSummary& summary);

}  // namespace graze::tool
