// SPDX-License-Identifier: MIT
// Question   Where along a column is more than one body, or one body twice?            [V2, V5, V8]
// Source     Faure et al. 2008, sections 2 and 3.1: intervals between consecutive pixels.
// Guarantee  Exact for the fragments given: windings are whole numbers.
// Changed    A winding number for each body instead of pairs and triples of neighbouring layers:
//            nested shells, layers of many bodies and self-overlap need no cases of their own.
#include "detect/layered_depth/sweep.h"

#include <algorithm>

namespace graze::layered_depth {
namespace {
int sign_of(const PackedFragment& fragment) { return fragment.is_entering() ? 1 : -1; }

void sort_by_depth(std::span<PackedFragment> column) {
  if (column.size() > 24) {
    std::sort(column.begin(), column.end());
    return;
  }
  for (std::size_t k = 1; k < column.size(); ++k) {
    const PackedFragment moving = column[k];
    std::size_t place = k;
    for (; place > 0 && moving < column[place - 1]; --place) column[place] = column[place - 1];
    column[place] = moving;
  }
}

void count(ViewImages& images, std::size_t fragments) {
  images.layers = std::max<std::uint64_t>(images.layers, fragments);
  images.fragment_count += fragments;
}

/// Cuts the contact to the region, and adds it if something is left.
void add_contact(ViewImages& images, DepthContact contact) {
  const View& view = images.view;
  if (contact.lo < view.lo) {
    contact.lo = view.lo;
    contact.lower = DepthContact::kNone;
  }
  if (contact.hi > view.hi) {
    contact.hi = view.hi;
    contact.upper = DepthContact::kNone;
  }
  if (contact.lo < contact.hi) images.contacts.push_back(contact);
}

class PairNumbers {
 public:
  explicit PairNumbers(std::vector<BodyPair>& pairs) : pairs_(pairs) {}

  std::uint32_t of(std::uint32_t a, std::uint32_t b) {
    const BodyPair pair = std::minmax(a, b);
    if (last_ < pairs_.size() && pairs_[last_] == pair) return last_;
    const auto found = std::find(pairs_.begin(), pairs_.end(), pair);
    last_ = static_cast<std::uint32_t>(found - pairs_.begin());
    if (found == pairs_.end()) pairs_.push_back(pair);
    return last_;
  }

 private:
  std::vector<BodyPair>& pairs_;
  std::uint32_t last_ = 0;
};

/// One column from below, with the bodies that it is in.
class ColumnSweep {
 public:
  ColumnSweep(ViewImages& images, bool self_overlap)
      : images_(images),
        self_overlap_(self_overlap),
        numbers_(images.pairs),
        winding_(images.bodies.size(), 0) {
    for (std::uint32_t b = 0; b < images.bodies.size(); ++b) {
      if (images.bodies[b].is_outside_solid) outside_solids_.push_back(b);
    }
  }

  void run(std::size_t c) {
    const std::span<PackedFragment> column = images_.column(c);
    sort_by_depth(column);
    count(images_, column.size());
    if (column.empty() && outside_solids_.size() < 2) return;
    i_ = static_cast<int>(c % static_cast<std::size_t>(images_.view.columns));
    j_ = static_cast<int>(c / static_cast<std::size_t>(images_.view.columns));
    if (begin(column)) {
      for (const PackedFragment& fragment : column) cross(fragment);
    }
    end(column);
  }

 private:
  struct Open {  // an interval that has begun
    std::uint32_t a, b;
    double lo;
    std::uint32_t lower;
  };

  bool is_inside(std::uint32_t body) const {
    return (winding_[body] != 0) != images_.bodies[body].is_outside_solid;
  }
  bool is_twice(std::uint32_t body) const { return self_overlap_ && std::abs(winding_[body]) >= 2; }

  /// Windings at the lower end. False if a surface is open here: the column then counts nothing.
  bool begin(std::span<const PackedFragment> column) {
    for (const PackedFragment& f : column) {
      if (!is_begun(f.body)) begun_.push_back(f.body);
      winding_[f.body] += sign_of(f);
    }
    bool is_even = true;
    for (const std::uint32_t b : begun_) {
      const BodyInView& body = images_.bodies[b];
      const bool is_whole = body.keep_lo == -kInfinity && body.keep_hi == kInfinity;
      if (is_whole && winding_[b] != 0) is_even = report_odd(b);
      winding_[b] = body.is_complete_below ? 0 : -winding_[b];
    }
    if (!is_even) return false;
    for (const std::uint32_t body : begun_) {
      if (is_inside(body)) enter(body, images_.view.lo, DepthContact::kNone);
      if (is_twice(body)) open(body, body, images_.view.lo, DepthContact::kNone);
    }
    for (const std::uint32_t body : outside_solids_) {
      if (!is_begun(body)) enter(body, images_.view.lo, DepthContact::kNone);
    }
    return true;
  }

  void cross(const PackedFragment& f) {
    const bool was_inside = is_inside(f.body), was_twice = is_twice(f.body);
    winding_[f.body] += sign_of(f);
    const bool is_in = is_inside(f.body), is_double = is_twice(f.body);
    if (was_twice && !is_double) close(f.body, f.body, f.depth, f.record());
    if (was_inside && !is_in) leave(f.body, f.depth, f.record());
    if (!was_inside && is_in) enter(f.body, f.depth, f.record());
    if (!was_twice && is_double) open(f.body, f.body, f.depth, f.record());
  }

  void enter(std::uint32_t body, double z, std::uint32_t record) {
    for (const std::uint32_t other : inside_) open(body, other, z, record);
    inside_.push_back(body);
  }

  void leave(std::uint32_t body, double z, std::uint32_t record) {
    std::erase(inside_, body);
    for (const std::uint32_t other : inside_) close(body, other, z, record);
  }

  void open(std::uint32_t a, std::uint32_t b, double z, std::uint32_t record) {
    open_.push_back({std::min(a, b), std::max(a, b), z, record});
  }

  void close(std::uint32_t a, std::uint32_t b, double z, std::uint32_t record) {
    const auto [first, second] = std::minmax(a, b);
    for (std::size_t k = 0; k < open_.size(); ++k) {
      if (open_[k].a != first || open_[k].b != second) continue;
      add_contact(open_[k], z, record);
      open_[k] = open_.back();
      open_.pop_back();
      return;
    }
  }

  void add_contact(const Open& from, double z, std::uint32_t record) {
    layered_depth::add_contact(
        images_, {from.lo, z, from.lower, record, i_, j_, numbers_.of(from.a, from.b)});
  }

  void end(std::span<const PackedFragment> column) {
    for (const Open& interval : open_) {
      add_contact(interval, images_.view.hi, DepthContact::kNone);
    }
    open_.clear();
    inside_.clear();
    begun_.clear();
    for (const PackedFragment& f : column) winding_[f.body] = 0;
  }

  bool is_begun(std::uint32_t body) const {
    return std::find(begun_.begin(), begun_.end(), body) != begun_.end();
  }

  bool report_odd(std::uint32_t body) {
    ++images_.odd_column_count;
    if (images_.odd_columns.size() < kShownColumns) {
      const View& view = images_.view;
      OddColumn odd{static_cast<int>(body), view.axis, {}};
      odd.point[(view.axis + 1) % 3] = view.first_u + view.pixel_u * i_;
      odd.point[(view.axis + 2) % 3] = view.first_v + view.pixel_v * j_;
      odd.point[view.axis] = 0.5 * (view.lo + view.hi);
      images_.odd_columns.push_back(odd);
    }
    return false;
  }

  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  ViewImages& images_;
  bool self_overlap_;
  PairNumbers numbers_;
  std::vector<int> winding_;  // 0 between columns
  std::vector<std::uint32_t> outside_solids_, inside_, begun_;
  std::vector<Open> open_;
  int i_ = 0, j_ = 0;
};

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
  ColumnSweep sweep(images, self_overlap);
  for (std::size_t c = 0; c < images.column_count(); ++c) sweep.run(c);
}

}  // namespace graze::layered_depth
