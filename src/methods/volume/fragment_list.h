// SPDX-License-Identifier: MIT
// The layers of a view: for each column a chain of fragments, in no order.                   [V1]
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace graze::volume {

/// Sixteen bytes that a column is sorted by.
struct PackedFragment {
  double depth;
  std::uint64_t tag;  ///< body, entering bit, place of the triangle record

  static constexpr std::uint32_t kEntering = 0x80000000u;
  bool is_entering() const { return (tag & kEntering) != 0; }
  std::uint32_t record() const { return static_cast<std::uint32_t>(tag) & ~kEntering; }
  std::uint32_t body() const { return static_cast<std::uint32_t>(tag >> 32); }
  /// At equal depth leaving comes first: bodies that touch do not overlap. Then the body, so that
  /// of coincident faces those of the later body bound the overlap at both ends: pressures on two
  /// coincident, opposite sides cancel. Then the triangle.
  std::uint64_t rank() const {
    const std::uint32_t by_body = is_entering() ? body() : ~body();
    return (tag & kEntering) << 32 | std::uint64_t{by_body} << 31 | record();
  }
  friend bool operator<(const PackedFragment& a, const PackedFragment& b) {
    return a.depth != b.depth ? a.depth < b.depth : a.rank() < b.rank();
  }
};

/// Chains instead of runs: fragments are written once, in the order in which triangles are drawn,
/// and need not be counted before. Memory is kept from image to image.
class FragmentList {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  void clear(std::size_t columns) {
    head_.assign(columns, kNone);
    size_ = 0;
  }

  /// Where the next fragments are written.
  class Writer {
   public:
    /// Adds the fragment if `is_kept`; always writes it, which saves a branch.
    void add(std::size_t column, const PackedFragment& fragment, bool is_kept) {
      fragments_[size_] = fragment;
      next_[size_] = head_[column];
      head_[column] = is_kept ? size_ : head_[column];
      size_ += is_kept ? 1 : 0;
    }
    bool is_empty(std::size_t column) const { return head_[column] == kNone; }
    bool has_room(std::size_t more) const { return size_ + more < room_; }

   private:
    friend FragmentList;
    PackedFragment* fragments_ = nullptr;
    std::uint32_t* next_ = nullptr;
    std::uint32_t* head_ = nullptr;
    std::uint32_t size_ = 0;
    std::size_t room_ = 0;
  };
  /// `more` fragments may be added.
  Writer writer(std::size_t more) {
    if (size_ + more + 1 > fragments_.size()) {
      fragments_.resize(2 * (size_ + more + 1));
      next_.resize(fragments_.size());
    }
    Writer writer;
    writer.fragments_ = fragments_.data();
    writer.next_ = next_.data();
    writer.head_ = head_.data();
    writer.size_ = size_;
    writer.room_ = fragments_.size();
    return writer;
  }
  void commit(const Writer& writer) { size_ = writer.size_; }

  std::size_t column_count() const { return head_.size(); }

  /// Of a column; kNone if it has none.
  std::uint32_t first(std::size_t column) const { return head_[column]; }

  /// Another one of the same column; kNone after the last.
  std::uint32_t next(std::uint32_t fragment) const { return next_[fragment]; }
  const PackedFragment& operator[](std::uint32_t fragment) const { return fragments_[fragment]; }

  /// Copies a column's fragments into the buffer, which grows if need be; returns how many.
  std::size_t copy_column(std::size_t column, std::vector<PackedFragment>& buffer) const {
    std::size_t count = 0;
    PackedFragment* to = buffer.data();
    for (std::uint32_t f = first(column); f != kNone; f = next_[f]) {
      if (count == buffer.size()) {
        buffer.resize(std::max<std::size_t>(2 * count, 64));
        to = buffer.data();
      }
      to[count++] = fragments_[f];
    }
    return count;
  }

 private:
  std::vector<std::uint32_t> head_;        // by column
  std::vector<PackedFragment> fragments_;  // the first size_ of them
  std::vector<std::uint32_t> next_;        // by fragment: another one of the same column
  std::uint32_t size_ = 0;
};

}  // namespace graze::volume
