// SPDX-License-Identifier: MIT
// Question   Which direction keeps two pieces apart, in how few bits?                          [G2]
// Source     docs/proof.md, section 7.
// Guarantee  Every direction passes the checker's own inequality before it is written.
#include "query/proof_directions.h"

#include <array>
#include <cmath>

#include "query/separating_direction.h"

namespace graze::query {
namespace {
/// The nearest direction of three integers of that many bits.
Vec3 quantised(const Vec3& n, int bits) {
  const double largest = std::ldexp(1.0, bits - 1) - 1.0;
  const Vec3 scaled = n * (largest / n.cwiseAbs().maxCoeff());
  return {std::nearbyint(scaled.x()), std::nearbyint(scaled.y()), std::nearbyint(scaled.z())};
}
}  // namespace

std::optional<Written> ProofDirections::shortest(const certify::Piece& a, const certify::Piece& b,
                                                 const certify::Cell& cell, const Vec3& n) const {
  static constexpr std::array kWidths{
      std::pair{ProofStep::kDirection4, 4}, std::pair{ProofStep::kDirection8, 8},
      std::pair{ProofStep::kDirection16, 16}, std::pair{ProofStep::kDirection32, 32}};
  for (const auto& [step, bits] : kWidths) {
    const Vec3 rounded = quantised(n, bits);
    if (separation(cell, a, b, rounded, distance_) > 0.0) return Written{step, bits, rounded};
  }
  if (separation(cell, a, b, n, distance_) > 0.0) return Written{ProofStep::kDirectionReal, 64, n};
  return std::nullopt;
}

std::optional<Written> ProofDirections::find(const certify::Piece& a, const certify::Piece& b,
                                             const certify::Cell& cell) {
  if (holds_again(a, b, cell)) return Written{};
  guesses_.clear();
  const double middle = cell.span.middle();
  guess_directions(cell, a, b,
                   {pose_at(*cell.a.motion, middle), pose_at(*cell.b.motion, middle), middle},
                   in_haste_, guesses_);
  double best = -kInfinity;
  const Vec3* best_direction = nullptr;
  for (const Vec3& n : guesses_) {
    const double found = separation(cell, a, b, n, distance_);
    if (found <= best) continue;
    best = found;
    best_direction = &n;
    if (in_haste_ && best > 0.0) break;
  }
  if (!(best > 0.0)) return std::nullopt;
  return shortest(a, b, cell, *best_direction);
}

void ProofDirections::write(const Written& found, StepWriter& writer) {
  if (found.step == ProofStep::kSameDirection) return writer.add(found.step);
  writer.add(found.step, found.direction, found.bits);
  last_ = found.direction;
}

}  // namespace graze::query
