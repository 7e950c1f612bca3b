// SPDX-License-Identifier: MIT
// Question   Where along a column are two bodies?                                            [V2]
// Source     Faure et al. 2008, section 3.1: intervals between consecutive pixels.
// Guarantee  Exact for the fragments given: windings are whole numbers.
// Changed    Columns that are in each body once need no order: two ends are compared. Else a
//            winding number for each body instead of neighbouring layers: nested shells and
//            windings known at the upper end only need no cases of their own.
#include "detect/layered_depth/sweep.h"

#include <limits>

#include "detect/layered_depth/column.h"

namespace graze::layered_depth {
namespace {
/// Two closed bodies, the usual case: only columns that cross both.
class PairSweep {
 public:
  explicit PairSweep(ViewImages& images) : images_(images) {
    for (int b = 0; b < 2; ++b) {
      half_line_[b] = images.bodies[b].is_complete_below ? kEnters : kLeaves;
    }
    images.sums.clear(images.records.size());
  }

  void run() {
    const auto rows = static_cast<std::int16_t>(images_.view.rows);
    const auto columns = static_cast<std::int16_t>(images_.view.columns);
    std::size_t c = 0;
    for (std::int16_t j = 0; j < rows; ++j) {
      for (std::int16_t i = 0; i < columns; ++i, ++c) {
        if (images_.fragments.first(c) != FragmentList::kNone) sweep(c, i, j);
      }
    }
    if (!images_.contacts.empty()) images_.pairs.emplace_back(0u, 1u);
  }

 private:
  static constexpr std::uint32_t kLeaves = 1, kEnters = 1 << 8;  // counts of a body's fragments
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  /// A body's part of a column, if it is one interval. First the end where it is left.
  struct Interval {
    double ends[2] = {kInfinity, -kInfinity};
    std::uint32_t records[2] = {DepthContact::kNone, DepthContact::kNone};
    std::uint32_t counts = 0;

    void add(const PackedFragment& f) {
      const int end = f.is_entering() ? 1 : 0;
      ends[end] = f.depth;
      records[end] = f.record();
      counts += f.is_entering() ? kEnters : kLeaves;
    }
    double lo() const { return ends[1]; }
    double hi() const { return ends[0]; }
  };

  /// An interval, or all above or below a crossing where only that end is known.
  bool is_one(const Interval& part, int b) const {
    return (part.counts == kLeaves + kEnters || part.counts == half_line_[b]) &&
           part.lo() < part.hi();
  }

  void sweep(std::size_t c, std::int16_t i, std::int16_t j) {
    const std::size_t size = images_.fragments.copy_column(c, images_.column);
    const std::span<PackedFragment> column{images_.column.data(), size};
    Interval parts[2];
    for (const PackedFragment& f : column) parts[f.body()].add(f);
    if (parts[0].counts == 0 || parts[1].counts == 0) return;
    count(images_, size);
    i_ = i;
    j_ = j;
    const bool is_one_a = is_one(parts[0], 0), is_one_b = is_one(parts[1], 1);
    if (is_one_a && is_one_b) {
      add_common(parts[0], parts[1]);
    } else if (is_one_a || is_one_b) {
      const std::uint32_t single = is_one_a ? 0 : 1;
      sweep_other(column, single, parts[single]);
    } else {
      sort_by_depth(column);
      sweep_many(column);
    }
  }

  /// No need to sort. At equal depths the first body counts as the first to enter and to leave.
  void add_common(const Interval& a, const Interval& b) {
    const Interval& last_in = a.lo() > b.lo() ? a : b;
    const Interval& first_out = b.hi() < a.hi() ? b : a;
    add({last_in.lo(), first_out.hi(), last_in.records[1], first_out.records[0], i_, j_, 0});
  }

  /// One body is there once, a ground perhaps: what the other's intervals have in common with it.
  void sweep_other(std::span<PackedFragment> column, std::uint32_t single, const Interval& part) {
    std::size_t size = 0;
    int winding = 0;
    const bool is_complete_below = images_.bodies[1 - single].is_complete_below;
    for (const PackedFragment& f : column) {
      column[size] = f;
      size += f.body() == single ? 0 : 1;
      winding -= f.body() == single || is_complete_below ? 0 : sign_of(f);
    }
    const std::span<PackedFragment> others = column.first(size);
    sort_by_depth(others);
    Interval other;
    for (const PackedFragment& f : others) {
      const bool was_inside = winding != 0;
      winding += sign_of(f);
      if (was_inside == (winding != 0)) continue;
      const int end = was_inside ? 0 : 1;
      other.ends[end] = f.depth;
      other.records[end] = f.record();
      if (was_inside) add_common(single == 0 ? part : other, single == 0 ? other : part);
    }
    if (winding == 0) return;
    other.ends[0] = kInfinity;
    other.records[0] = DepthContact::kNone;
    add_common(single == 0 ? part : other, single == 0 ? other : part);
  }

  void sweep_many(std::span<const PackedFragment> column) {
    int winding[2] = {0, 0};
    for (const PackedFragment& f : column) {
      if (!images_.bodies[f.body()].is_complete_below) winding[f.body()] -= sign_of(f);
    }
    double lo = images_.view.lo;
    std::uint32_t lower = DepthContact::kNone;
    for (const PackedFragment& f : column) {
      const bool was_both = winding[0] != 0 && winding[1] != 0;
      winding[f.body()] += sign_of(f);
      const bool is_both = winding[0] != 0 && winding[1] != 0;
      if (was_both == is_both) continue;
      if (is_both) {
        lo = f.depth;
        lower = f.record();
      } else {
        add({lo, f.depth, lower, f.record(), i_, j_, 0});
      }
    }
    if (winding[0] != 0 && winding[1] != 0) {  // a region that ends inside of both
      add({lo, images_.view.hi, lower, DepthContact::kNone, i_, j_, 0});
    }
  }

  void add(DepthContact contact) {
    if (!cut(images_.view, contact)) return;
    images_.contacts.push_back(contact);
    images_.sums.add(contact);
  }

  ViewImages& images_;
  std::uint32_t half_line_[2];
  std::int16_t i_ = 0, j_ = 0;  // the column
};
}  // namespace

void find_contacts(ViewImages& images, bool self_overlap) {
  images.clear_contacts();
  if (images.only_common_columns) {
    PairSweep(images).run();
    return;
  }
  sweep_windings(images, self_overlap);
}

}  // namespace graze::layered_depth
