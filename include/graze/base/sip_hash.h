// SPDX-License-Identifier: MIT
// SipHash-2-4: a quick hash that nobody can predict or forge without its key.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace graze {

/// Aumasson, Bernstein 2012. Feed bytes in order, in parts of any size; then read the value.
class SipHash {
 public:
  using Key = std::array<std::uint64_t, 2>;

  explicit SipHash(const Key& key);
  void add(std::span<const std::byte> bytes);
  std::uint64_t value() const;  ///< of all that was fed so far; more may follow

  using State = std::array<std::uint64_t, 4>;
  static State begin_of(const Key& key);
  static std::uint64_t end_of(const State& state);  ///< the value once the last word is fed

 private:
  void add_word(std::uint64_t word);
  void mix();

  State state_;
  std::uint64_t waiting_ = 0;  ///< bytes of a word that is not full yet
  std::uint64_t size_ = 0;     ///< bytes fed
};

/// The same for many bytes, several times faster: word k belongs to stream k % 8, and the value is
/// the SipHash of the streams' values and of the size. As hard to forge: each stream starts with
/// its number, which the last hash does not.
class SipHashStreams {
 public:
  static constexpr std::size_t kStreams = 8;
  static constexpr std::size_t kBlock = 8 * kStreams;  ///< bytes
  /// States of the streams: [word of the state][stream].
  using States = std::array<std::array<std::uint64_t, kStreams>, 4>;

  explicit SipHashStreams(const SipHash::Key& key);
  void add(std::span<const std::byte> bytes);
  std::uint64_t value() const;  ///< of all that was fed so far; more may follow

 private:
  void add_waiting(std::span<const std::byte>& bytes);

  SipHash::Key key_;
  States states_;
  std::array<std::byte, kBlock> waiting_{};  ///< of a block that is not full yet; the rest is 0
  std::uint64_t size_ = 0;                   ///< bytes fed
};

}  // namespace graze
