// SPDX-License-Identifier: MIT
// Writes the half bytes of a proof.
#pragma once
#include <bit>
#include <cstdint>

#include "graze/contact/certificate.h"
#include "graze/math/vec.h"

namespace graze::query {

class StepWriter {
 public:
  void add(ProofStep step) { half_byte(static_cast<std::uint8_t>(step)); }

  /// `bits` as the step says; 64 for doubles.
  void add(ProofStep step, const Vec3& direction, int bits) {
    add(step);
    for (int k = 0; k < 3; ++k) {
      const auto number = bits == 64
                              ? std::bit_cast<std::uint64_t>(direction[k])
                              : static_cast<std::uint64_t>(static_cast<std::int64_t>(direction[k]));
      for (int shift = 0; shift < bits; shift += 4) half_byte((number >> shift) & 15u);
    }
  }

  std::uint64_t size() const { return steps_.half_bytes; }

  /// Forgets what was written after so many half bytes.
  void cut_to(std::uint64_t half_bytes) {
    steps_.half_bytes = half_bytes;
    steps_.bytes.resize(half_bytes / 2 + half_bytes % 2);
    if (half_bytes % 2 == 1) steps_.bytes.back() &= 15u;
  }

  ProofSteps take() { return std::move(steps_); }

 private:
  void half_byte(std::uint64_t value) {
    if (steps_.half_bytes % 2 == 0) {
      steps_.bytes.push_back(static_cast<std::uint8_t>(value));
    } else {
      steps_.bytes.back() |= static_cast<std::uint8_t>(value << 4);
    }
    ++steps_.half_bytes;
  }

  ProofSteps steps_;
};

}  // namespace graze::query
