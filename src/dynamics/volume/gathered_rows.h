// SPDX-License-Identifier: MIT
// Merges the patches of an overlap that the nodes of soft bodies cannot tell apart.           [V8]
#pragma once
#include <span>
#include <vector>

#include "graze/contact/overlap_volume.h"
#include "graze/elastic/elastic_model.h"

namespace graze::dynamics::by_volume {

/// Merges patches that mainly move the same nodes of both bodies and push in about the same
/// direction: volumes and gradients add up. Patches without area or volume are dropped. `a` and `b`
/// are the bodies' models; null: rigid.
std::vector<VolumeRow> gathered_by_node(std::span<const VolumeRow> rows, const ElasticModel* a,
                                        const ElasticModel* b);

}  // namespace graze::dynamics::by_volume
