// SPDX-License-Identifier: MIT
// Points of a soft body as few bytes, without loss.                                           [V4]
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/math/vec.h"

namespace graze::simulation {

/// What points differ from `expected` (as many, or none: zeros) in their bits, by planes of bytes,
/// deflated. Equal inputs give equal bytes.
std::string packed_points(std::span<const Vec3> points, std::span<const Vec3> expected);

/// The points again; none if the bytes are not those of `count` points.
std::optional<std::vector<Vec3>> unpacked_points(std::string_view bytes, std::size_t count,
                                                 std::span<const Vec3> expected);

/// Where nodes are after `seconds` if they go on like this: exact where nothing corrects them.
std::vector<Vec3> carried(std::span<const Vec3> positions, std::span<const Vec3> velocities,
                          double seconds);

}  // namespace graze::simulation
