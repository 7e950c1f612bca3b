// SPDX-License-Identifier: MIT
// Clearance curves as JSON: data for plots. The schema is in docs/report.md.               [C9, G3]
#pragma once
#include <graze/contact/clearance_curve.h>
#include <graze/io/write_report.h>

#include <string>

namespace graze {

/// The document of `graze clearance --curve`. Unknown distances are null.
std::string curve_document(const Scene& scene, const ReportHeader& header,
                           const ClearanceCurve& curve);

}  // namespace graze
