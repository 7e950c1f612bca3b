// SPDX-License-Identifier: MIT
// The pixels of a narrow triangle, eight at a time. Plain data: the kernel is compiled once for
// each instruction set, and nothing of it may be inlined elsewhere.                            [V1]
#pragma once
#include <cstdint>

namespace graze::volume {

/// Edge functions over a strip of pixels: first + across k + along s is not negative inside, for
/// pixel k < width across the strip and s < length along it. No sum leaves 32 bits, up to eight
/// pixels beyond the strip.
struct StripEdges {
  std::int32_t first[3], across[3], along[3];
  int width, length;  // at most 8, at most 64
};

/// Bit 8 s + k of block b is pixel k across and 8 b + s along. False if none is covered.
using CoverStrip = bool (*)(const StripEdges& edges, std::uint64_t* blocks);

CoverStrip portable_cover_strip();
/// The fastest that this machine has. All give the same bits.
CoverStrip cover_strip();

}  // namespace graze::volume
