// SPDX-License-Identifier: MIT
// Reads the half bytes of a proof, reports the end, and never reads past it.
#pragma once
#include <bit>
#include <optional>

#include "graze/contact/certificate.h"
#include "graze/math/vec.h"

namespace graze::certify {

class StepReader {
 public:
  /// Needs as many bytes as half_bytes says.
  explicit StepReader(const ProofSteps& steps) : steps_(steps), end_(steps.half_bytes) {}

  std::uint64_t position() const { return next_; }
  bool is_at_end() const { return next_ == end_; }

  /// Nothing at the end.
  std::optional<ProofStep> step() {
    if (end_ - next_ < 1) return std::nullopt;
    return static_cast<ProofStep>(half_byte());
  }

  /// The direction that a step brings: nothing if it brings none or the stream ends in it.
  std::optional<Vec3> direction(ProofStep step) {
    if (step == ProofStep::kDirectionReal) return reals();
    if (step < ProofStep::kDirection4 || step > ProofStep::kDirection32) return std::nullopt;
    return integers(4 << (static_cast<int>(step) - static_cast<int>(ProofStep::kDirection4)));
  }

 private:
  std::uint64_t half_byte() {
    const std::uint8_t byte = steps_.bytes[next_ / 2];
    const std::uint64_t half = next_ % 2 == 0 ? byte & 15u : byte >> 4;
    ++next_;
    return half;
  }

  std::uint64_t number(int bits) {
    std::uint64_t number = 0;
    for (int shift = 0; shift < bits; shift += 4) number |= half_byte() << shift;
    return number;
  }

  std::optional<Vec3> integers(int bits) {
    if (end_ - next_ < std::uint64_t(3 * bits / 4)) return std::nullopt;
    Vec3 direction;
    for (int k = 0; k < 3; ++k) {
      const auto value = static_cast<std::int64_t>(number(bits));
      const std::int64_t sign = std::int64_t{1} << (bits - 1);
      direction[k] = static_cast<double>(value >= sign ? value - 2 * sign : value);
    }
    return direction;
  }

  std::optional<Vec3> reals() {
    if (end_ - next_ < 48) return std::nullopt;
    Vec3 direction;
    for (int k = 0; k < 3; ++k) direction[k] = std::bit_cast<double>(number(64));
    // Lengths beyond this could overflow or underflow on the way to the inequality.
    const double size = direction.cwiseAbs().maxCoeff();
    if (!(size >= 0x1p-64 && size <= 0x1p64) || !direction.allFinite()) return std::nullopt;
    return direction;
  }

  const ProofSteps& steps_;
  std::uint64_t end_;
  std::uint64_t next_ = 0;
};

}  // namespace graze::certify
