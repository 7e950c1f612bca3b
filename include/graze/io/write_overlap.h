// SPDX-License-Identifier: MIT
// Overlap volumes as JSON. The schema is in docs/report.md.                                [V2, G3]
#pragma once
#include <graze/contact/overlap_volume.h>
#include <graze/io/write_report.h>

#include <array>
#include <span>
#include <string>
#include <vector>

namespace graze {

/// The document of `graze volume`.
std::string overlap_document(const Scene& scene, const ReportHeader& header,
                             const std::array<int, 3>& pixels,
                             std::span<const OverlapsAt> instants);

}  // namespace graze
