// SPDX-License-Identifier: MIT
// Nearby doubles share sign, exponent and the front of their mantissa. So the exclusive or with
// what was expected has zeros in front; bytes of one rank put side by side make runs of them.
#include "simulation/packed_points.h"

#include <bit>
#include <cstdint>

#include "io/deflate.h"

namespace graze::simulation {
namespace {
constexpr int kLevel = 1;  // what is left is noise: more work gains little

std::uint64_t difference(std::span<const Vec3> expected, std::size_t number, std::uint64_t bits) {
  if (expected.empty()) return bits;
  const double value = expected[number / 3][static_cast<Eigen::Index>(number % 3)];
  return bits ^ std::bit_cast<std::uint64_t>(value);
}
}  // namespace

std::string packed_points(std::span<const Vec3> points, std::span<const Vec3> expected) {
  const std::size_t count = 3 * points.size();
  std::string planes(8 * count, '\0');
  for (std::size_t i = 0; i < count; ++i) {
    const double value = points[i / 3][static_cast<Eigen::Index>(i % 3)];
    const auto bits = difference(expected, i, std::bit_cast<std::uint64_t>(value));
    for (std::size_t k = 0; k < 8; ++k) {
      planes[k * count + i] = static_cast<char>(bits >> (8 * k) & 0xff);
    }
  }
  return io::deflated(planes, io::DeflateForm::kZlib, kLevel);
}

std::optional<std::vector<Vec3>> unpacked_points(std::string_view bytes, std::size_t points,
                                                 std::span<const Vec3> expected) {
  const std::size_t count = 3 * points;
  const auto planes = io::inflated(bytes, 8 * count);
  if (!planes) return std::nullopt;
  std::vector<Vec3> out(points);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < 8; ++k) {
      bits |= std::uint64_t{static_cast<unsigned char>((*planes)[k * count + i])} << (8 * k);
    }
    out[i / 3][static_cast<Eigen::Index>(i % 3)] =
        std::bit_cast<double>(difference(expected, i, bits));
  }
  return out;
}

std::vector<Vec3> carried(std::span<const Vec3> positions, std::span<const Vec3> velocities,
                          double seconds) {
  std::vector<Vec3> out(positions.begin(), positions.end());
  for (std::size_t n = 0; n < out.size(); ++n) out[n] += seconds * velocities[n];
  return out;
}

}  // namespace graze::simulation
