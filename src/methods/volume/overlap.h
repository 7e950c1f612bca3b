// SPDX-License-Identifier: MIT
// Volume, gradient and friction patches of a pair, from the contacts of the three views.
#pragma once
#include "methods/volume/images.h"

namespace graze::volume {

/// From pixels by triangle to the gradient by candidate vertex.
void sum_up_triangles(const ViewImages& images, const BodyPair& bodies, ViewSums& sums);

OverlapVolume overlap_of(const DepthImages::Data& data, std::uint32_t a, std::uint32_t b);

std::vector<VolumeRow> rows_of(const DepthImages::Data& data, BodyPair pair, int cells);

/// Middle of column (i, j) at a depth.
Vec3 point_at(const View& view, int i, int j, double depth);

/// A fragment in full.
DepthFragment described(const ViewImages& images, std::uint32_t record, double depth, int i, int j);

}  // namespace graze::volume
