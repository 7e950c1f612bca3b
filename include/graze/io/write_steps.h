// SPDX-License-Identifier: MIT
// A walk through a scene in steps, as JSON (docs/report.md).                              [K3, K8]
#pragma once
#include <graze/contact/scene_event.h>
#include <graze/io/write_report.h>

#include <string>

namespace graze {

/// The document of `graze step`; only scene and units of the header are used.
std::string step_document(const Scene& scene, const ReportHeader& header, const SceneWalk& walk);

}  // namespace graze
