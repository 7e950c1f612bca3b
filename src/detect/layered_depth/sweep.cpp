// SPDX-License-Identifier: MIT
// Question   Where along a column are two bodies?                                            [V2]
// Source     Faure et al. 2008, section 3.1: intervals between consecutive pixels.
// Guarantee  Exact for the fragments given: windings are whole numbers.
// Changed    A winding number for each body instead of neighbouring layers: nested shells and
//            windings known at the upper end only need no cases of their own.
#include "detect/layered_depth/sweep.h"

#include <algorithm>

#include "detect/layered_depth/column.h"

namespace graze::layered_depth {
namespace {
/// Two closed bodies, the usual case: two counters, and only columns that cross both.
class PairSweep {
 public:
  explicit PairSweep(ViewImages& images) : images_(images) {}

  void run() {
    std::size_t c = 0;
    for (int j = 0; j < images_.view.rows; ++j) {
      for (int i = 0; i < images_.view.columns; ++i, ++c) {
        sweep(c, i, j);
      }
    }
    if (!images_.contacts.empty()) images_.pairs.emplace_back(0u, 1u);
  }

 private:
  static bool has_both(std::span<const PackedFragment> column) {
    std::uint32_t any = 0, all = 1;
    for (const PackedFragment& f : column) {
      any |= f.body;
      all &= f.body;
    }
    return any != all;
  }

  void sweep(std::size_t c, int i, int j) {
    const std::span<PackedFragment> column = images_.column(c);
    if (column.size() < 2 || !has_both(column)) {
      images_.next[c] = images_.start[c];
      return;
    }
    count(images_, column.size());
    if (column.size() == 2) {
      sweep_two(column, i, j);
    } else {
      sort_by_depth(column);
      sweep_many(column, i, j);
    }
  }

  /// One crossing of each body, the usual case. A body that is complete below begins at its
  /// crossing, the other one ends there.
  void sweep_two(std::span<PackedFragment> column, int i, int j) {
    if (column[1] < column[0]) std::swap(column[0], column[1]);
    const PackedFragment &f = column[0], &g = column[1];
    const View& view = images_.view;
    const bool begins_at_f = images_.bodies[f.body].is_complete_below;
    const bool begins_at_g = images_.bodies[g.body].is_complete_below;
    if (begins_at_f && !begins_at_g) {
      add_contact(images_, {f.depth, g.depth, f.record(), g.record(), i, j, 0});
    } else if (begins_at_f) {
      add_contact(images_, {g.depth, view.hi, g.record(), DepthContact::kNone, i, j, 0});
    } else if (!begins_at_g) {
      add_contact(images_, {view.lo, f.depth, DepthContact::kNone, f.record(), i, j, 0});
    }
  }

  void sweep_many(std::span<const PackedFragment> column, int i, int j) {
    int winding[2] = {0, 0};
    for (const PackedFragment& f : column) {
      if (!images_.bodies[f.body].is_complete_below) winding[f.body] -= sign_of(f);
    }
    double lo = images_.view.lo;
    std::uint32_t lower = DepthContact::kNone;
    for (const PackedFragment& f : column) {
      const bool was_both = winding[0] != 0 && winding[1] != 0;
      winding[f.body] += sign_of(f);
      const bool is_both = winding[0] != 0 && winding[1] != 0;
      if (was_both == is_both) continue;
      if (is_both) {
        lo = f.depth;
        lower = f.record();
      } else {
        add_contact(images_, {lo, f.depth, lower, f.record(), i, j, 0});
      }
    }
    if (winding[0] != 0 && winding[1] != 0) {  // a region that ends inside of both
      add_contact(images_, {lo, images_.view.hi, lower, DepthContact::kNone, i, j, 0});
    }
  }

  ViewImages& images_;
};
}  // namespace

void find_contacts(ViewImages& images, bool self_overlap) {
  images.contacts.clear();
  images.pairs.clear();
  images.odd_columns.clear();
  images.odd_column_count = 0;
  images.layers = 0;
  images.fragment_count = 0;
  if (images.only_common_columns) {
    PairSweep(images).run();
    return;
  }
  sweep_windings(images, self_overlap);
}

}  // namespace graze::layered_depth
