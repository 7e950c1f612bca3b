// SPDX-License-Identifier: MIT
// Best-first search for the first contact of two bodies whose leaves open as far as needed.   [C10]
#pragma once
#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <vector>

#include "graze/base/budget.h"
#include "methods/certified/start_touches.h"
#include "methods/certified/surface_cells.h"
#include "methods/certified/surface_profile.h"
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
/// Of points that are known.
SurfaceTouch touch_of(const SurfacePoint& a, const SurfacePoint& b, const Moment& moment);

/// Points and direction of a touch; the frame is that of the moment's bodies.
Contact contact_of(const SurfaceTouch& touch, const Moment& moment);

/// A pair of cells waits with a time before which it is proved apart; the earliest is looked at
/// first, so that its time is safe for all.
class CellSearch {
 public:
  /// From the window's start to `hi`. What is excused is so for `ahead` at least.
  CellSearch(const TimeWindow& input, double hi, double ahead, BudgetWatch& watch, Stats& stats)
      : input_(input),
        watch_(watch),
        stats_(stats),
        hi_(hi),
        ahead_(ahead),
        sure_until_(input.window.lo) {}
  virtual ~CellSearch() = default;

  const std::optional<SurfaceTouch>& touch() const { return touch_; }
  bool is_complete() const { return why_incomplete_ == Undecided::kNo; }
  Undecided why_incomplete() const { return why_incomplete_; }
  double sure_until() const { return sure_until_; }                ///< nothing touches before
  bool is_settled() const { return is_complete() && !is_done(); }  ///< all has been looked at

 protected:
  struct Waiting {
    double t;             ///< the pair is apart before
    std::uint64_t order;  ///< of two at the same time the later one first
    std::uint32_t a, b;
    bool operator<(const Waiting& other) const {
      return t != other.t ? t > other.t : order < other.order;
    }
  };
  struct Look {
    const Waiting& pair;
    const Hull &a, &b;
    const PlacedPair& placed;
    const ClosestShares& closest;
    const Moment& moment;
  };

  void search(double from, std::uint32_t a, std::uint32_t b);
  void push(double t, std::uint32_t a, std::uint32_t b) { queue_.push({t, pushed_++, a, b}); }
  void end_with(const SurfaceTouch& touch) {
    touch_ = touch;
    hi_ = touch.t;
  }
  void give_up(Undecided why) { why_incomplete_ = why; }
  double left(double t) const { return std::max(hi_ - t, ahead_); }
  /// Its cells have parts that show better how near the bodies are.
  bool is_worth_opening(const Look& look) const { return can_sharpen(look.a, look.b); }

  virtual Moment moment_then(double t) const { return moment_at(input_.pair, t); }
  virtual Hull hull_a(std::uint32_t cell) const = 0;
  virtual Hull hull_b(std::uint32_t cell) const = 0;
  virtual std::vector<std::uint32_t> parts_a(std::uint32_t cell, bool by_length) = 0;
  virtual std::vector<std::uint32_t> parts_b(std::uint32_t cell, bool by_length) = 0;
  /// True if the pair needs no look, before anything is computed.
  virtual bool is_known(const Waiting&, const Moment&) { return false; }
  /// True if a pair that came too near to be proved apart is dealt with.
  virtual bool settles(const Look& look) = 0;
  virtual bool is_done() const { return false; }

  const TimeWindow& input_;
  BudgetWatch& watch_;
  Stats& stats_;
  double hi_;
  double ahead_;

 private:
  bool can_sharpen(const Hull& a, const Hull& b) const;
  void look_at(const Waiting& pair);
  void open(const Waiting& pair, bool open_a, bool by_length);
  HullStep best_step(const PlacedPair& placed, const Moment& now, const Vec3& way) const;
  void go_on(const Waiting& pair, const Hull& a, const Hull& b, const HullStep& step);

  double sure_until_;
  std::uint64_t pushed_ = 0;
  std::priority_queue<Waiting> queue_;
  std::optional<Moment> moment_;  ///< of the last pair
  std::optional<SurfaceTouch> touch_;
  Undecided why_incomplete_ = Undecided::kNo;
};

/// Cells of two bodies in space; faces about one line by their profiles.
class SurfaceSearch : public CellSearch {
 public:
  SurfaceSearch(SurfaceCells& a, SurfaceCells& b, const TimeWindow& input, double ahead,
                StartTouches& start, BudgetWatch& watch, Stats& stats)
      : CellSearch(input, input.window.hi, ahead, watch, stats), a_(a), b_(b), start_(start) {}
  void run() { search(input_.window.lo, a_.root(), b_.root()); }

 private:
  using FacePair = std::pair<std::uint32_t, std::uint32_t>;
  Hull hull_a(std::uint32_t cell) const override { return a_.hull(cell); }
  Hull hull_b(std::uint32_t cell) const override { return b_.hull(cell); }
  std::vector<std::uint32_t> parts_a(std::uint32_t cell, bool by_length) override {
    return a_.parts(cell, by_length);
  }
  std::vector<std::uint32_t> parts_b(std::uint32_t cell, bool by_length) override {
    return b_.parts(cell, by_length);
  }
  bool is_known(const Waiting& pair, const Moment& moment) override;
  bool settles(const Look& look) override;
  double apart_until(const FacePair& faces, const Waiting& pair, const Moment& moment);
  std::optional<ProfilePair> profiles_of(const Waiting& pair, const Moment& moment) const;

  SurfaceCells& a_;
  SurfaceCells& b_;
  StartTouches& start_;
  std::map<FacePair, double> apart_until_;  ///< by their profiles, faces about one line
};

}  // namespace graze::certified
