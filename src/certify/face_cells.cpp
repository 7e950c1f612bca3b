// SPDX-License-Identifier: MIT
#include "certify/face_cells.h"

#include <bit>

namespace graze::certify {
namespace {
constexpr int kSlotBits = 16;

std::size_t slot_of(std::uint32_t face, const SurfaceRegion& region) {
  std::uint64_t key = face;
  for (const Interval& range : region.range) {
    for (const double end : {range.lo, range.hi})
      key = (std::rotl(key, 23) ^ std::bit_cast<std::uint64_t>(end)) * 0x9e3779b97f4a7c15u;
  }
  return key >> (64 - kSlotBits);
}
}  // namespace

std::shared_ptr<const SurfaceCell> FaceCells::of(const CheckedFaces& faces, std::uint32_t face,
                                                 const SurfaceRegion& region) {
  known_.resize(std::size_t{1} << kSlotBits);
  auto& slot = known_[slot_of(face, region)];
  const bool hit = slot != nullptr && slot->faces == &faces && slot->face == face &&
                   slot->region.range == region.range;
  if (!hit)
    slot = std::make_shared<const Known>(
        Known{&faces, face, region, cell_of(faces.surface().faces()[face], region)});
  return {slot, &slot->cell};
}

}  // namespace graze::certify
