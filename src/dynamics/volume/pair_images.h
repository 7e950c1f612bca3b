// SPDX-License-Identifier: MIT
// What two bodies share, drawn where their surfaces cross.                                [V5, V8]
#pragma once
#include <vector>

#include "graze/contact/overlap_volume.h"
#include "graze/methods/volume.h"

namespace graze::dynamics::by_volume {

/// Sums of all regions in which two bodies overlap.
struct SharedVolume {
  OverlapVolume overlap;
  std::vector<VolumeRow> rows;
  double depth = 0.0;  ///< the deepest region's
};

struct PairImageOptions {
  DepthOptions images = {};
  int patches = 4;        ///< rows along each axis of a region; 0: none
  bool is_zoomed = true;  ///< draw where surfaces cross only; off: where bounds meet, as the paper
};

/// What a body has twice, or inside out.
SharedVolume self_volume(const DepthBody& body, const PairImageOptions& options,
                         DepthImages& images);
SharedVolume shared_volume(const DepthBody& a, const DepthBody& b, const PairImageOptions& options,
                           DepthImages& images);

}  // namespace graze::dynamics::by_volume
