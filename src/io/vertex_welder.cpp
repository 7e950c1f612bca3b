// SPDX-License-Identifier: MIT
#include "io/vertex_welder.h"

#include <algorithm>
#include <bit>

namespace graze::io {
namespace {
std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x + 0.0); }  // -0 + 0 = +0

std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  __extension__ using Uint128 = unsigned __int128;
  const Uint128 product = static_cast<Uint128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t hash_of(const Vec3& p) {
  const std::uint64_t xy =
      fold(bits(p.x()) ^ 0x9e3779b97f4a7c15u, bits(p.y()) ^ 0xbf58476d1ce4e5b9u);
  return fold(xy ^ 0x94d049bb133111ebu, bits(p.z()) ^ 0xd6e8feb86659fd93u);
}
}  // namespace

VertexWelder::VertexWelder(std::size_t expected_points)
    : slots_(std::bit_ceil(std::max<std::size_t>(16, 2 * expected_points))),
      mask_(slots_.size() - 1) {
  points_.reserve(expected_points);
}

void VertexWelder::expect(const Vec3& point) const {
  __builtin_prefetch(&slots_[hash_of(point) & mask_]);
}

std::uint32_t VertexWelder::add(const Vec3& point) {
  if (2 * points_.size() >= slots_.size()) grow();
  std::size_t slot = hash_of(point) & mask_;
  while (slots_[slot] != 0) {
    if (points_[slots_[slot] - 1] == point) return slots_[slot] - 1;
    slot = (slot + 1) & mask_;
  }
  points_.push_back(point);
  slots_[slot] = static_cast<std::uint32_t>(points_.size());
  return slots_[slot] - 1;
}

void VertexWelder::grow() {
  slots_.assign(2 * slots_.size(), 0);
  mask_ = slots_.size() - 1;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    std::size_t slot = hash_of(points_[i]) & mask_;
    while (slots_[slot] != 0) slot = (slot + 1) & mask_;
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

}  // namespace graze::io
