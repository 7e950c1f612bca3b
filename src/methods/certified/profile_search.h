// SPDX-License-Identifier: MIT
// First contact of two faces about one line, by their profiles.                               [C10]
#pragma once
#include "methods/certified/surface_profile.h"
#include "methods/certified/surface_search.h"

namespace graze::certified {

/// A circle of touch is one point of two profiles. Where profiles come near and no points of the
/// faces are found to do so, as where the faces are at different angles, the search ends there:
/// nothing touches before sure_until().
class ProfileSearch : public CellSearch {
 public:
  ProfileSearch(const ProfilePair& faces, const TimeWindow& input, double hi, double ahead,
                StartTouches& start, BudgetWatch& watch, Stats& stats);
  void run(double from) { search(from, 0, 0); }

 private:
  struct Piece {
    Interval range;
    std::uint32_t parts = 0;  ///< the first of two; 0: not opened
  };
  using Pieces = std::vector<Piece>;
  Moment moment_then(double t) const override;
  Hull hull_a(std::uint32_t piece) const override;
  Hull hull_b(std::uint32_t piece) const override;
  std::vector<std::uint32_t> parts_a(std::uint32_t piece, bool) override;
  std::vector<std::uint32_t> parts_b(std::uint32_t piece, bool) override;
  bool settles(const Look& look) override;
  bool is_done() const override { return ends_in_space_; }
  std::optional<SurfaceTouch> touch_in_space(const Look& look) const;
  std::optional<SurfaceTouch> touch_at(double of_a, double of_b, const Moment& moment) const;
  std::vector<Vec3> ways_out(const Look& look) const;

  const ProfilePair& faces_;
  StartTouches::Line line_;
  StartTouches& start_;
  Pieces a_, b_;
  bool ends_in_space_ = false;
};

}  // namespace graze::certified
