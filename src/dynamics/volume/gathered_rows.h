// SPDX-License-Identifier: MIT
// Patches of an overlap of soft bodies, as few as their nodes can tell apart.                 [V8]
#pragma once
#include <span>
#include <vector>

#include "graze/contact/overlap_volume.h"
#include "graze/elastic/elastic_model.h"

namespace graze::dynamics::by_volume {

/// Patches that move the same nodes of both bodies most, and push about the same way, as one: its
/// volume, gradients and area are their sums. Those that show no area are left out. The bodies'
/// models; null: rigid.
std::vector<VolumeRow> gathered_by_node(std::span<const VolumeRow> rows, const ElasticModel* a,
                                        const ElasticModel* b);

}  // namespace graze::dynamics::by_volume
