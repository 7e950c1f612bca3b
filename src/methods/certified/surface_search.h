// SPDX-License-Identifier: MIT
// Best-first search for the first contact of two bodies whose leaves open as far as needed.   [C10]
#pragma once
#include <optional>
#include <queue>
#include <vector>

#include "graze/base/budget.h"
#include "methods/certified/surface_cells.h"
#include "methods/certified/window_input.h"

namespace graze::certified {

/// Two points that are proved to be on the bodies.
struct SurfaceTouch {
  double t = 0.0;
  std::uint32_t cell_a = 0, cell_b = 0;
  SurfacePoint a, b;      ///< body frames
  Vec3 at_a, at_b;        ///< work frame, relative to a's origin
  double distance = 0.0;  ///< at most this, rounding included
};

/// The two points of a pair of cells with these shares at an instant, if both are found.
std::optional<SurfaceTouch> touch_of(const SurfaceCells& a, const SurfaceCells& b,
                                     std::uint32_t cell_a, std::uint32_t cell_b,
                                     const ClosestShares& closest, const Moment& moment);

class SurfaceSearch {
 public:
  SurfaceSearch(SurfaceCells& a, SurfaceCells& b, const TimeWindow& input, BudgetWatch& watch,
                Stats& stats);
  void run();

  const std::optional<SurfaceTouch>& touch() const { return touch_; }
  bool is_complete() const { return why_incomplete_ == Undecided::kNo; }
  Undecided why_incomplete() const { return why_incomplete_; }
  double sure_until() const { return sure_until_; }  ///< nothing touches before

 private:
  struct Waiting {
    double t;             ///< the pair is apart before
    std::uint64_t order;  ///< of two at the same time the later one first
    std::uint32_t a, b;
    bool operator<(const Waiting& other) const {
      return t != other.t ? t > other.t : order < other.order;
    }
  };

  void push(double t, std::uint32_t a, std::uint32_t b);
  void look_at(const Waiting& pair);
  void open(const Waiting& pair, bool open_a, bool by_length);
  HullStep best_step(const PlacedPair& placed, const Moment& now, const Vec3& way) const;
  void go_on(const Waiting& pair, const Hull& a, const Hull& b, const HullStep& step);

  SurfaceCells& a_;
  SurfaceCells& b_;
  const TimeWindow& input_;
  BudgetWatch& watch_;
  Stats& stats_;
  double hi_;
  double sure_until_;
  std::uint64_t pushed_ = 0;
  std::priority_queue<Waiting> queue_;
  std::optional<Moment> moment_;  ///< of the last pair
  std::optional<SurfaceTouch> touch_;
  Undecided why_incomplete_ = Undecided::kNo;
};

}  // namespace graze::certified
