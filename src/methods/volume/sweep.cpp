// SPDX-License-Identifier: MIT
// Question   Where along a column are two bodies?                                            [V2]
// Source     Faure et al. 2008, section 3.1: intervals between consecutive pixels.
// Guarantee  Exact for the fragments given: windings are whole numbers.
// Changed    Columns that are in each body once need no order: two ends are compared. Else a
//            winding number for each body instead of neighbouring layers: nested shells and
//            windings known at the upper end only need no cases of their own.
#include "methods/volume/sweep.h"

#include <algorithm>
#include <limits>

#include "methods/volume/column.h"

namespace graze::volume {
namespace {
/// Two closed bodies, the usual case: only columns that cross both.
class PairSweep {
 public:
  explicit PairSweep(ViewImages& images) : images_(images), view_(images.view) {
    for (int b = 0; b < 2; ++b) is_complete_below_[b] = images.bodies[b].is_complete_below;
    images.sums.clear(images.records.size());
    grow(64);
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
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  /// Part of a column that is inside of a body.
  struct Interval {
    double lo = -kInfinity, hi = kInfinity;
    std::uint32_t lower = DepthContact::kNone, upper = DepthContact::kNone;

    void begin_at(const PackedFragment& f) {
      lo = f.depth;
      lower = f.record();
    }
    void end_at(const PackedFragment& f) {
      hi = f.depth;
      upper = f.record();
    }
  };

  void sweep(std::size_t c, std::int16_t i, std::int16_t j) {
    const FragmentList& list = images_.fragments;
    std::size_t sizes[2] = {0, 0};
    for (std::uint32_t f = list.first(c); f != FragmentList::kNone; f = list.next(f)) {
      const std::uint32_t body = list[f].body();
      if (sizes[body] == room_) grow(2 * room_);
      of_body_[body][sizes[body]++] = list[f];
    }
    if (sizes[0] == 0 || sizes[1] == 0) return;
    count(images_, sizes[0] + sizes[1]);
    i_ = i;
    j_ = j;
    Interval parts[2];
    const bool is_one_a = is_one(0, sizes[0], parts[0]), is_one_b = is_one(1, sizes[1], parts[1]);
    if (is_one_a && is_one_b) {
      add_common(parts[0], parts[1]);
    } else if (is_one_b) {
      sweep_around<0>(sizes[0], parts[1]);
    } else if (is_one_a) {
      sweep_around<1>(sizes[1], parts[0]);
    } else {
      sweep_many(sorted_column(images_, c, images_.column));
    }
  }

  void grow(std::size_t room) {
    for (int b = 0; b < 2; ++b) {
      images_.column_of_body[b].resize(std::max(room, images_.column_of_body[b].size()));
      of_body_[b] = images_.column_of_body[b].data();
    }
    room_ = images_.column_of_body[0].size();
  }

  /// An interval, or all above or below a crossing where only that end is known.
  bool is_one(int body, std::size_t size, Interval& part) const {
    const PackedFragment* f = of_body_[body];
    if (size == 1 && f->is_entering() == is_complete_below_[body]) {
      f->is_entering() ? part.begin_at(*f) : part.end_at(*f);
      return true;
    }
    if (size != 2 || f[0].is_entering() == f[1].is_entering()) return false;
    part.begin_at(f[f[0].is_entering() ? 0 : 1]);
    part.end_at(f[f[0].is_entering() ? 1 : 0]);
    return part.lo < part.hi;
  }

  /// No need to sort. At equal depths the second body's faces count, see PackedFragment::rank.
  void add_common(const Interval& a, const Interval& b) {
    const Interval& last_in = a.lo > b.lo ? a : b;
    const Interval& first_out = a.hi < b.hi ? a : b;
    add({last_in.lo, first_out.hi, last_in.lower, first_out.upper, i_, j_, 0});
  }

  /// One body is there once, a ground perhaps: what the other's intervals have in common with it.
  template <int kOther>
  void sweep_around(std::size_t size, const Interval& single) {
    const std::span<PackedFragment> others{of_body_[kOther], size};
    int winding = 0;
    if (!is_complete_below_[kOther]) {
      for (const PackedFragment& f : others) winding -= sign_of(f);
    }
    sort_by_depth(others);
    Interval part;
    const auto add_part = [&] {
      kOther == 0 ? add_common(part, single) : add_common(single, part);
    };
    for (const PackedFragment& f : others) {
      const bool was_inside = winding != 0;
      winding += sign_of(f);
      if (was_inside == (winding != 0)) continue;
      if (was_inside) {
        part.end_at(f);
        add_part();
      } else {
        part.begin_at(f);
      }
    }
    if (winding == 0) return;
    part.hi = kInfinity;
    part.upper = DepthContact::kNone;
    add_part();
  }

  void sweep_many(std::span<const PackedFragment> column) {
    int winding[2] = {0, 0};
    for (const PackedFragment& f : column) {
      if (!is_complete_below_[f.body()]) winding[f.body()] -= sign_of(f);
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
    if (!cut(view_, contact)) return;
    images_.contacts.push_back(contact);
    images_.sums.add(contact);
  }

  ViewImages& images_;
  const View view_;
  bool is_complete_below_[2];
  PackedFragment* of_body_[2];  // a column's fragments, apart
  std::size_t room_ = 0;
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

}  // namespace graze::volume
