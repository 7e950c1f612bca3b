// SPDX-License-Identifier: MIT
// The inner loops of building trees, for several instruction sets.                            [C3]
#pragma once
#include <cstddef>
#include <cstdint>

namespace graze {

/// Corners of triangles: nine numbers each and one that is finite, `stride` apart.
struct CornerRows {
  const double* first;
  std::size_t triangles;
  std::size_t stride;  ///< in doubles
};

/// Triangles coordinate by coordinate. (No constructors and no Eigen here: units for other
/// instruction sets include this.)
struct SampleTriangles {
  static constexpr std::size_t kMost = 160;
  static constexpr std::size_t kLanes = 8;
  static constexpr std::size_t kFew = 32;          ///< that can be sorted
  static constexpr std::size_t kFewestFrames = 4;  ///< triangles whose frames are tried at once

  alignas(32) float at[3][3][kMost];  ///< [corner][coordinate][triangle]
  std::size_t count;
  std::size_t padded;  ///< to whole groups of lanes: triangles without area at the origin
};

/// Area-weighted sums over a sample: weight, first moments, second ones (xx, xy, xz, yy, yz, zz).
struct SampleMoments {
  float weight;
  float first[3];
  float second[6];
};

/// Where a sample reaches: the triangles in the frame of a box, as building divides them.
struct PlacedSample {
  /// [triangle]: smallest coordinates, -, negated largest ones, -: the smaller of two such rows is
  /// the row of both.
  alignas(32) float reach[SampleTriangles::kMost][8];
  alignas(32) float centroid[3][SampleTriangles::kMost];  ///< times 3
};

/// How much room is taken by the first rows in an order, and by the others.
struct Sweep {
  std::uint8_t order[SampleTriangles::kFew];
  float before[SampleTriangles::kFew];  ///< half the surface around rows order[0] … order[i - 1]
  float after[SampleTriangles::kFew];   ///< and around order[i] … the last; not for i = 0
};

/// A placed sample in bins of equal width along one axis.
struct SampleBins {
  static constexpr std::size_t kCount = 16;
  alignas(32) float rows[kCount][8];  ///< as in PlacedSample; empty: nowhere
  std::uint32_t counts[kCount];
  float lo, width;  ///< of the places; bins are not filled if the width is 0 up to rounding
};

/// Axes are columns of a 3 by 3 matrix, one after the other. All forms give the same bits.
struct SampleKernels {
  /// Every step-th triangle less `reference`, times `scale`; sets the count.
  void (*gather)(const CornerRows& corners, std::size_t step, const double* reference, double scale,
                 SampleTriangles& sample);
  /// Largest less smallest coordinate along each axis.
  void (*extents)(const SampleTriangles& sample, const float* axes, float* extents);
  /// Second moments of the surface (Gottschalk), or of the corners if `by_corner`.
  void (*moments)(const SampleTriangles& sample, bool by_corner, SampleMoments& moments);
  /// The two corners that are farthest apart along one of seven directions, as 3 * triangle +
  /// corner.
  void (*farthest_pair)(const SampleTriangles& sample, std::size_t* pair);
  /// The corner that is farthest from the line through `on` along `along`.
  std::size_t (*farthest_from_line)(const SampleTriangles& sample, const float* on,
                                    const float* along);
  /// Of the frames along edge k % 3 of triangle k / 3 and its normal, and of `axes` (first): which
  /// makes the box with the least surface? 0 for `axes`, else k + 1. For up to kFewestFrames.
  std::size_t (*best_edge)(const SampleTriangles& sample, const float* axes);
  void (*place)(const SampleTriangles& sample, const float* axes, PlacedSample& placed);
  void (*fill_bins)(const PlacedSample& placed, std::size_t count, int axis, SampleBins& bins);
  /// Sorts up to kFew rows by their places (equal ones as they are), or takes them as they are if
  /// `places` is null.
  void (*sweep)(const float (*rows)[8], const float* places, std::size_t count, Sweep& sweep);
  /// Smallest and largest coordinate along each axis, relative to `reference`: three products and
  /// two sums, each rounded once, which is what obb_fit.cpp's error terms are made for.
  void (*bounds)(const CornerRows& corners, const double* reference, const double* axes, double* lo,
                 double* hi);
};

/// For the widest instructions that this machine has, and for any machine.
const SampleKernels& sample_kernels();
SampleKernels portable_sample_kernels();

}  // namespace graze
