// SPDX-License-Identifier: MIT
// Directions that pass the checker's inequality, as they are written.                         [G2]
#pragma once
#include <optional>
#include <vector>

#include "certify/separation.h"
#include "query/step_writer.h"

namespace graze::query {

/// A direction as it is written.
struct Written {
  ProofStep step = ProofStep::kSameDirection;
  int bits = 0;
  Vec3 direction = Vec3::Zero();
};

class ProofDirections {
 public:
  /// `in_haste`: takes the first guess that works, and makes only a few.
  explicit ProofDirections(double distance, bool in_haste = false)
      : distance_(distance), in_haste_(in_haste) {}

  /// The last one, or the shortest form of the best guess; nothing if none keeps the pieces apart.
  std::optional<Written> find(const certify::Piece& a, const certify::Piece& b,
                              const certify::Cell& cell);
  void write(const Written& found, StepWriter& writer);
  /// The last direction that was written.
  bool holds_again(const certify::Piece& a, const certify::Piece& b,
                   const certify::Cell& cell) const {
    return separation(cell, a, b, last_, distance_) > 0.0;
  }
  const Vec3& last() const { return last_; }
  void set_last(const Vec3& direction) { last_ = direction; }
  Vec3 first_guess() const { return guesses_.empty() ? Vec3(Vec3::UnitX()) : guesses_[0]; }

 private:
  std::optional<Written> shortest(const certify::Piece& a, const certify::Piece& b,
                                  const certify::Cell& cell, const Vec3& n) const;

  double distance_;
  bool in_haste_;
  Vec3 last_ = Vec3::Zero();
  std::vector<Vec3> guesses_;
};

}  // namespace graze::query
