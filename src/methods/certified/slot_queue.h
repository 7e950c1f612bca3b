// SPDX-License-Identifier: MIT
// A priority queue over a fixed grid of times: constant cost, last in first out within a time.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace graze::certified {

/// A pair of boxes, each a lane of its wide tree, waiting to be looked at.
struct WaitingPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

class SlotQueue {
 public:
  static constexpr int kSlots = 4096;

  SlotQueue() { head_.fill(kNone); }

  /// Forgets everything; keeps its memory. Costs as much as slots hold pairs.
  void clear() {
    for (int slot = earliest(0); slot < kSlots; slot = earliest(slot)) {
      head_[slot] = kNone;
      occupied_[slot >> 6] &= ~(std::uint64_t{1} << (slot & 63));
    }
    entries_.clear();
    first_free_ = kNone;
  }

  void push(int slot, WaitingPair pair) {
    occupied_[slot >> 6] |= std::uint64_t{1} << (slot & 63);
    head_[slot] = store({pair, head_[slot]});
  }

  /// The earliest slot that holds a pair, at or after `from`; kSlots if there is none.
  int earliest(int from) const {
    int index = from >> 6;
    if (index >= kWords) return kSlots;
    std::uint64_t word = occupied_[index] & (~std::uint64_t{0} << (from & 63));
    while (word == 0) {
      if (++index == kWords) return kSlots;
      word = occupied_[index];
    }
    return (index << 6) + std::countr_zero(word);
  }

  WaitingPair pop(int slot) {
    const std::int32_t top = head_[slot];
    Entry& entry = entries_[top];
    const WaitingPair pair = entry.pair;
    head_[slot] = entry.below;
    if (entry.below == kNone) occupied_[slot >> 6] &= ~(std::uint64_t{1} << (slot & 63));
    entry.below = first_free_;
    first_free_ = top;
    return pair;
  }

 private:
  static constexpr int kWords = kSlots / 64;
  static constexpr std::int32_t kNone = -1;

  struct Entry {
    WaitingPair pair;
    std::int32_t below;  ///< next in the same slot, or in the list of free entries
  };

  std::int32_t store(const Entry& entry) {
    if (first_free_ == kNone) {
      entries_.push_back(entry);
      return static_cast<std::int32_t>(entries_.size() - 1);
    }
    const std::int32_t index = first_free_;
    first_free_ = entries_[index].below;
    entries_[index] = entry;
    return index;
  }

  std::array<std::uint64_t, kWords> occupied_{};
  std::array<std::int32_t, kSlots> head_{};
  std::vector<Entry> entries_;
  std::int32_t first_free_ = kNone;
};

}  // namespace graze::certified
