// SPDX-License-Identifier: MIT
// How long bodies that touch at the start of a span stay in touch.                             [C9]
#pragma once
#include <optional>

#include "methods/certified/contacts_at.h"
#include "methods/certified/window_input.h"

namespace graze::certified {

/// How long from `now` on, at most `duration`, two points of the triangles are proved not farther
/// apart than the pair's gap and twice its tolerance. The points may slide within their triangles.
double near_for(const PlacedTriangles& placed, const TriangleDistance& near, const Moment& now,
                const MovingPair& pair, double duration);

/// Follows two bodies from the start of a span, only as far as it is asked to.
class LastingTouch {
 public:
  /// Keeps references.
  LastingTouch(double start, WideTest test, BudgetWatch& watch, Stats& stats)
      : until_(start), test_(test), watch_(watch), stats_(stats) {}

  /// Times asked from here on are in this window. Once asked, the bodies are followed through every
  /// window; what nobody asked about in earlier ones counts as parted.
  void enter(const WindowInput& window);

  /// At every instant from the start to the returned time, at most `wanted`, the bodies are proved
  /// within their gap and twice the tolerance.
  double lasts_until(double wanted);

 private:
  struct Witness {
    std::uint32_t triangle_a = 0, triangle_b = 0;
  };

  double follow(double wanted);
  void advance(double wanted);
  double step_of(const Witness& witness, const Moment& now, double wanted) const;
  double best_step(const Moment& now, double wanted);

  const WindowInput* window_ = nullptr;  ///< changes with the search
  WindowInput followed_;                 ///< a copy, once asked
  bool is_followed_ = false;
  double until_;
  bool has_parted_ = false;
  std::optional<Witness> witness_;
  double found_step_ = 0.0;  ///< when the witness was chosen
  WideTest test_;
  BudgetWatch& watch_;
  Stats& stats_;
};

}  // namespace graze::certified
