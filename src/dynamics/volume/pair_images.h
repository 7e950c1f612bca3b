// SPDX-License-Identifier: MIT
// The volume that two bodies share, drawn where their surfaces cross.                     [V5, V8]
#pragma once
#include <vector>

#include "graze/contact/overlap_volume.h"
#include "graze/methods/volume.h"

namespace graze::dynamics::by_volume {

/// The sums over all regions in which two bodies overlap.
struct SharedVolume {
  OverlapVolume overlap;
  std::vector<VolumeRow> rows;
  double depth = 0.0;  ///< of the deepest region
};

struct PairImageOptions {
  DepthOptions images = {};
  int patches = 4;        ///< rows along each axis of a region; 0: none
  bool is_zoomed = true;  ///< draw only where surfaces cross; off: where bounds meet (the paper)
};

/// The volume that a body covers twice, or inside out.
SharedVolume self_volume(const DepthBody& body, const PairImageOptions& options,
                         DepthImages& images);
SharedVolume shared_volume(const DepthBody& a, const DepthBody& b, const PairImageOptions& options,
                           DepthImages& images);

}  // namespace graze::dynamics::by_volume
