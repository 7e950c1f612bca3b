// SPDX-License-Identifier: MIT
// Question   Where along a column is more than one of many bodies, or one body twice?      [V5, V8]
// Source     Faure et al. 2008, section 2: pairs of layers, triples for self-collisions.
// Guarantee  Exact for the fragments given. Columns of an open surface that do not balance are
//            reported and not counted.
// Changed    A winding number for each body, and a list of the pairs that the column is in.
#include <algorithm>
#include <limits>

#include "methods/volume/column.h"
#include "methods/volume/sweep.h"

namespace graze::volume {
namespace {
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
    const std::span<const PackedFragment> column = sorted_column(images_, c, images_.column);
    count(images_, column.size());
    if (column.empty() && outside_solids_.size() < 2) return;
    i_ = static_cast<std::int16_t>(c % static_cast<std::size_t>(images_.view.columns));
    j_ = static_cast<std::int16_t>(c / static_cast<std::size_t>(images_.view.columns));
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
  /// In itself: entered more than once, or left before it was entered (turned inside out there).
  bool is_twice(std::uint32_t body) const {
    return self_overlap_ && !images_.bodies[body].is_outside_solid &&
           (winding_[body] >= 2 || winding_[body] <= -1);
  }

  /// Windings at the lower end. False if a surface is open here: the column is then not counted.
  bool begin(std::span<const PackedFragment> column) {
    for (const PackedFragment& f : column) {
      if (!is_begun(f.body())) begun_.push_back(f.body());
      winding_[f.body()] += sign_of(f);
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
    const bool was_inside = is_inside(f.body()), was_twice = is_twice(f.body());
    winding_[f.body()] += sign_of(f);
    const bool is_in = is_inside(f.body()), is_double = is_twice(f.body());
    if (was_twice && !is_double) close(f.body(), f.body(), f.depth, f.record());
    if (was_inside && !is_in) leave(f.body(), f.depth, f.record());
    if (!was_inside && is_in) enter(f.body(), f.depth, f.record());
    if (!was_twice && is_double) open(f.body(), f.body(), f.depth, f.record());
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
    DepthContact contact{from.lo, z, from.lower, record, i_, j_, 0};
    if (!cut(images_.view, contact)) return;
    contact.pair = numbers_.of(from.a, from.b);
    images_.contacts.push_back(contact);
  }

  void end(std::span<const PackedFragment> column) {
    for (const Open& interval : open_) {
      add_contact(interval, images_.view.hi, DepthContact::kNone);
    }
    open_.clear();
    inside_.clear();
    begun_.clear();
    for (const PackedFragment& f : column) winding_[f.body()] = 0;
  }

  bool is_begun(std::uint32_t body) const {
    return std::find(begun_.begin(), begun_.end(), body) != begun_.end();
  }

  bool report_odd(std::uint32_t body) {
    images_.odd_counts.resize(images_.bodies.size());
    if (images_.odd_counts[body]++ < kShownColumns) {
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
  std::int16_t i_ = 0, j_ = 0;
};
}  // namespace

void sweep_windings(ViewImages& images, bool self_overlap) {
  ColumnSweep sweep(images, self_overlap);
  for (std::size_t c = 0; c < images.column_count(); ++c) sweep.run(c);
}

}  // namespace graze::volume
