// SPDX-License-Identifier: MIT
// Question   Which of many boxes overlap each other?                                           [C8]
// Source     Sort and sweep (Baraff 1992) along one axis; many boxes are halved first, as in
//            Zomorodian, Edelsbrunner 2000.
// Guarantee  Every overlapping pair, each once: comparisons only, and rounding to single precision
//            keeps the order. Pairs are compared in double precision before they are reported.
// Changed    Eight boxes are compared at a time; few boxes are not sorted at all. The axis is the
//            one along which the fewest of a sample of boxes overlap.
#include "graze/broadphase/overlapping_pairs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "broadphase/eight_boxes.h"

namespace graze {
namespace {
using broadphase::float_box;
using broadphase::FloatBox;
using broadphase::kLanes;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

constexpr std::size_t kMostCompared = 192;  // boxes; more are sorted first
constexpr std::size_t kMostSwept = 768;     // boxes; more are halved first
constexpr std::size_t kFewestSamples = 8, kMostSamples = 24, kEntriesPerSample = 16;

/// Every box compared with every later one: pairs come in order.
class FewBoxes {
 public:
  explicit FewBoxes(std::span<const Aabb> boxes) : boxes_(boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      set(i, boxes[i].is_empty() ? nowhere() : float_box(boxes[i]));
    }
    for (std::size_t i = boxes.size(); i % kLanes != 0; ++i) set(i, nowhere());
  }

  Pairs pairs() const {
    Pairs pairs;
    pairs.reserve(2 * boxes_.size());
    for (std::size_t i = 0; i < boxes_.size(); ++i) add_pairs(i, pairs);
    return pairs;
  }

 private:
  using Row = std::array<float, kMostCompared>;
  static_assert(kMostCompared % kLanes == 0);

  static FloatBox nowhere() {
    constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
    return {{kNone, kNone, kNone}, {kNone, kNone, kNone}};
  }
  void set(std::size_t i, const FloatBox& box) {
    for (std::size_t k = 0; k < 3; ++k) lo_[k][i] = box.lo[k], hi_[k][i] = box.hi[k];
  }

  void add_pairs(std::size_t i, Pairs& pairs) const {
    const FloatBox box{{lo_[0][i], lo_[1][i], lo_[2][i]}, {hi_[0][i], hi_[1][i], hi_[2][i]}};
    for (std::size_t at = (i + 1) / kLanes * kLanes; at < boxes_.size(); at += kLanes) {
      const float* const lo[3] = {&lo_[0][at], &lo_[1][at], &lo_[2][at]};
      const float* const hi[3] = {&hi_[0][at], &hi_[1][at], &hi_[2][at]};
      unsigned bits = broadphase::overlapping_of_eight(lo, hi, box);
      if (at <= i) bits &= ~0u << (i + 1 - at);
      for (; bits; bits &= bits - 1) {
        const std::size_t j = at + static_cast<std::size_t>(std::countr_zero(bits));
        if (boxes_[i].overlaps(boxes_[j])) {
          pairs.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
        }
      }
    }
  }

  std::span<const Aabb> boxes_;
  std::array<Row, 3> lo_, hi_;
};

/// A box with its place in the input.
struct Entry {
  FloatBox box;
  std::uint32_t index;
};
using Entries = std::span<Entry>;

int best_axis(Entries entries) {
  const std::size_t samples =
      std::clamp(entries.size() / kEntriesPerSample, kFewestSamples, kMostSamples);
  const std::size_t step = std::max<std::size_t>(1, entries.size() / samples);
  std::array<int, 3> overlaps{};
  for (std::size_t i = 0; i < entries.size(); i += step) {
    for (std::size_t j = i + step; j < entries.size(); j += step) {
      const FloatBox &a = entries[i].box, &b = entries[j].box;
      for (std::size_t k = 0; k < 3; ++k) {
        overlaps[k] += (a.lo[k] <= b.hi[k]) & (b.lo[k] <= a.hi[k]);
      }
    }
  }
  return static_cast<int>(std::min_element(overlaps.begin(), overlaps.end()) - overlaps.begin());
}

/// An integer with the order of the float in its upper half, the place in its lower.
std::uint64_t sort_key(float x, std::size_t place) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t ordered = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
  return (std::uint64_t{ordered} << 32) | place;
}

/// Boxes in the order in which they begin along an axis, which comes first, side by side.
class SortedBoxes {
 public:
  SortedBoxes(Entries entries, int axis) : count_(entries.size()) {
    std::vector<std::uint64_t> keys;
    keys.reserve(count_);
    for (std::size_t i = 0; i < count_; ++i) keys.push_back(sort_key(entries[i].box.lo[axis], i));
    std::sort(keys.begin(), keys.end());
    const std::size_t room = count_ + kLanes;  // the last eight are loaded from any place
    numbers_.assign(6 * room, std::numeric_limits<float>::quiet_NaN());
    index_.reserve(count_);
    for (int k = 0; k < 3; ++k) {
      const int from = (axis + k) % 3;
      lo_[k] = numbers_.data() + static_cast<std::size_t>(2 * k) * room;
      hi_[k] = lo_[k] + room;
      for (std::size_t i = 0; i < count_; ++i) {
        const FloatBox& box = entries[keys[i] & 0xffffffffu].box;
        lo_[k][i] = box.lo[from];
        hi_[k][i] = box.hi[from];
      }
    }
    for (const std::uint64_t key : keys) index_.push_back(entries[key & 0xffffffffu].index);
  }
  SortedBoxes(const SortedBoxes&) = delete;
  SortedBoxes& operator=(const SortedBoxes&) = delete;

  std::size_t count() const { return count_; }
  float begin_of(std::size_t i) const { return lo_[0][i]; }
  std::uint32_t index(std::size_t i) const { return index_[i]; }
  FloatBox box(std::size_t i) const {
    return {{lo_[0][i], lo_[1][i], lo_[2][i]}, {hi_[0][i], hi_[1][i], hi_[2][i]}};
  }

  /// accept(index) for each box from place `first` on that overlaps `box`, which begins no later.
  template <typename Accept>
  void for_each_overlapping(const FloatBox& box, std::size_t first, const Accept& accept) const {
    for (std::size_t at = first; at < count_ && lo_[0][at] <= box.hi[0]; at += kLanes) {
      const float* const lo[3] = {lo_[0] + at, lo_[1] + at, lo_[2] + at};
      const float* const hi[3] = {hi_[0] + at, hi_[1] + at, hi_[2] + at};
      for (unsigned bits = broadphase::overlapping_of_eight(lo, hi, box); bits; bits &= bits - 1) {
        accept(index_[at + static_cast<std::size_t>(std::countr_zero(bits))]);
      }
    }
  }

 private:
  std::size_t count_;
  std::vector<float> numbers_;
  std::array<float*, 3> lo_, hi_;
  std::vector<std::uint32_t> index_;
};

class PairSearch {
 public:
  explicit PairSearch(std::span<const Aabb> boxes) : boxes_(boxes) {
    pairs_.reserve(2 * boxes.size());
  }

  void within(Entries entries) {
    const int axis = best_axis(entries);
    if (entries.size() <= kMostSwept) return sweep(SortedBoxes(entries, axis));
    const std::size_t middle = entries.size() / 2;
    std::nth_element(
        entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(middle), entries.end(),
        [axis](const Entry& a, const Entry& b) { return a.box.lo[axis] < b.box.lo[axis]; });
    const Entries low = entries.first(middle), high = entries.subspan(middle);
    across(low, high, axis);
    within(low);
    within(high);
  }

  Pairs take() { return std::move(pairs_); }

 private:
  /// Only what reaches over the beginning of the others can overlap them.
  void across(Entries low, Entries high, int axis) {
    float begin = std::numeric_limits<float>::infinity(), end = -begin;
    for (const Entry& entry : high) begin = std::min(begin, entry.box.lo[axis]);
    for (const Entry& entry : low) end = std::max(end, entry.box.hi[axis]);
    std::vector<Entry> a, b;
    for (const Entry& entry : low) {
      if (entry.box.hi[axis] >= begin) a.push_back(entry);
    }
    for (const Entry& entry : high) {
      if (entry.box.lo[axis] <= end) b.push_back(entry);
    }
    if (a.empty() || b.empty()) return;
    const int along = best_axis(a.size() < b.size() ? b : a);
    const SortedBoxes sorted_a(a, along), sorted_b(b, along);
    sweep_over(sorted_a, sorted_b, [](float from, float to) { return to < from; });
    sweep_over(sorted_b, sorted_a, [](float from, float to) { return to <= from; });
  }

  void sweep(const SortedBoxes& sorted) {
    for (std::size_t i = 0; i < sorted.count(); ++i) look(sorted, i, sorted, i + 1);
  }

  /// Pairs of which the box in `from` begins first; is_past says which in `to` begin before it.
  template <typename IsPast>
  void sweep_over(const SortedBoxes& from, const SortedBoxes& to, const IsPast& is_past) {
    std::size_t first = 0;
    for (std::size_t i = 0; i < from.count(); ++i) {
      while (first < to.count() && is_past(from.begin_of(i), to.begin_of(first))) ++first;
      look(from, i, to, first);
    }
  }

  void look(const SortedBoxes& from, std::size_t i, const SortedBoxes& to, std::size_t first) {
    const std::uint32_t a = from.index(i);
    to.for_each_overlapping(from.box(i), first, [&](std::uint32_t b) {
      if (boxes_[a].overlaps(boxes_[b])) pairs_.push_back(std::minmax(a, b));
    });
  }

  std::span<const Aabb> boxes_;
  Pairs pairs_;
};

// Put where their first index says, then sorted by the second: a few each.
Pairs in_order(const Pairs& pairs, std::size_t indices) {
  std::vector<std::uint32_t> end(indices);  // of the pairs with this first index, once put
  for (const auto& [first, second] : pairs) ++end[first];
  std::uint32_t sum = 0;
  for (std::uint32_t& place : end) place = std::exchange(sum, sum + place);
  Pairs sorted(pairs.size());
  for (const auto& pair : pairs) sorted[end[pair.first]++] = pair;
  std::uint32_t begin = 0;
  for (const std::uint32_t place : end) {
    if (place > begin + 1) std::sort(sorted.begin() + begin, sorted.begin() + place);
    begin = place;
  }
  return sorted;
}
}  // namespace

std::vector<std::pair<std::uint32_t, std::uint32_t>> overlapping_pairs(
    std::span<const Aabb> boxes) {
  if (boxes.size() <= kMostCompared) return FewBoxes(boxes).pairs();
  std::vector<Entry> entries;
  entries.reserve(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i].is_empty()) continue;
    entries.push_back({float_box(boxes[i]), static_cast<std::uint32_t>(i)});
  }
  PairSearch search(boxes);
  search.within(entries);
  return in_order(search.take(), boxes.size());
}

}  // namespace graze
