// SPDX-License-Identifier: MIT
// Question   Are two solids within a distance of each other at an instant?                     [K8]
// Source     None: the paper assumes that objects are apart at the start of a step.
// Guarantee  Boxes never lose a pair; distances of triangles are rounded.
// Changed    Bodies that slide on each other may or may not cross, by rounding: only a distance
//            shows that they were in touch all the time.
#include "methods/backtracking/nearness.h"

#include "graze/geometry/triangle_distance.h"
#include "methods/backtracking/box_overlap.h"

namespace graze::backtracking {
namespace {
class NearSearch {
 public:
  NearSearch(double distance, Placement& placement)
      : distance_(distance),
        placement_(placement),
        a_(placement.body(Side::kA).tree),
        b_(placement.body(Side::kB).tree) {}

  bool run(BudgetWatch& watch, Stats& stats) {
    todo_.push_back({0, 0});
    while (!todo_.empty() && !watch.spend()) {
      const auto [i, j] = todo_.back();
      todo_.pop_back();
      ++stats.box_tests;
      if (visit(i, j)) return true;
    }
    return false;
  }

 private:
  /// True if two triangles of these nodes are near; children wait.
  bool visit(std::uint32_t i, std::uint32_t j) {
    const ObbNode &na = a_.nodes()[i], &nb = b_.nodes()[j];
    Box grown = na.box;
    grown.half_size.array() += distance_;
    if (!may_overlap(grown, nb.box, placement_.a_from_b())) return false;
    if (na.is_leaf() && nb.is_leaf()) return are_near(na, nb);
    if (nb.is_leaf() || (!na.is_leaf() && na.box.radius() >= nb.box.radius())) {
      todo_.insert(todo_.end(), {{na.first, j}, {na.first + 1, j}});
    } else {
      todo_.insert(todo_.end(), {{i, nb.first}, {i, nb.first + 1}});
    }
    return false;
  }

  bool are_near(const ObbNode& na, const ObbNode& nb) {
    for (std::uint32_t i = 0; i < na.count; ++i) {
      for (std::uint32_t j = 0; j < nb.count; ++j) {
        const Corners ta = placement_.corners(Side::kA, TriangleId(a_.order()[na.first + i]));
        const Corners tb = placement_.corners(Side::kB, TriangleId(b_.order()[nb.first + j]));
        if (triangle_distance(ta, tb).distance() <= distance_) return true;
      }
    }
    return false;
  }

  double distance_;
  Placement& placement_;
  const ObbTree& a_;
  const ObbTree& b_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> todo_;
};
}  // namespace

bool come_within(double distance, Placement& placement, BudgetWatch& watch, Stats& stats) {
  return NearSearch(distance, placement).run(watch, stats);
}

}  // namespace graze::backtracking
