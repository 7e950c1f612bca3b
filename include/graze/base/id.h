// SPDX-License-Identifier: MIT
// Strong ids: a BodyId is not a TriangleId, and neither is an int.
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace graze {

template <typename Tag>
struct Id {
  std::uint32_t value = 0;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}
  constexpr std::size_t index() const { return value; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

using BodyId = Id<struct BodyTag>;          ///< index of a body in its scene
using VertexId = Id<struct VertexTag>;      ///< index of a vertex in its mesh
using TriangleId = Id<struct TriangleTag>;  ///< index of a triangle in its mesh

}  // namespace graze

template <typename Tag>
struct std::hash<graze::Id<Tag>> {
  std::size_t operator()(graze::Id<Tag> id) const noexcept { return id.value; }
};
