// SPDX-License-Identifier: MIT
#define GRAZE_SIP_NAMESPACE sip_portable
#include <algorithm>

#include "base/sip_streams_body.h"

namespace graze {
AddSipBlocks avx2_add_sip_blocks();

AddSipBlocks portable_add_sip_blocks() { return sip_portable::add_blocks; }

AddSipBlocks add_sip_blocks() {
#if defined(__x86_64__)
  static const AddSipBlocks best =
      __builtin_cpu_supports("avx2") ? avx2_add_sip_blocks() : portable_add_sip_blocks();
  return best;
#else
  return portable_add_sip_blocks();
#endif
}

SipHashStreams::SipHashStreams(const SipHash::Key& key) : key_(key) {
  const SipHash::State begin = SipHash::begin_of(key);
  for (std::size_t word = 0; word < 4; ++word) states_[word].fill(begin[word]);
  std::array<std::uint64_t, kStreams> numbers;
  for (std::size_t k = 0; k < kStreams; ++k) numbers[k] = k;
  add_sip_blocks()(std::as_bytes(std::span(numbers)).data(), 1, states_);
}

/// Fills the block that waits, from the front of `bytes`.
void SipHashStreams::add_waiting(std::span<const std::byte>& bytes) {
  const std::size_t there = size_ % kBlock, count = std::min(kBlock - there, bytes.size());
  std::copy_n(bytes.begin(), count, waiting_.begin() + static_cast<std::ptrdiff_t>(there));
  size_ += count;
  bytes = bytes.subspan(count);
  if (size_ % kBlock != 0) return;
  add_sip_blocks()(waiting_.data(), 1, states_);
  waiting_.fill(std::byte{0});
}

void SipHashStreams::add(std::span<const std::byte> bytes) {
  if (size_ % kBlock != 0) add_waiting(bytes);
  const std::size_t blocks = bytes.size() / kBlock;
  add_sip_blocks()(bytes.data(), blocks, states_);
  size_ += blocks * kBlock;
  bytes = bytes.subspan(blocks * kBlock);
  if (!bytes.empty()) add_waiting(bytes);
}

std::uint64_t SipHashStreams::value() const {
  States states = states_;
  if (size_ % kBlock != 0) add_sip_blocks()(waiting_.data(), 1, states);
  std::array<std::uint64_t, kStreams + 2> words;
  words[0] = kStreams;  // no stream begins with this
  words[1] = size_;
  for (std::size_t k = 0; k < kStreams; ++k) {
    words[k + 2] = SipHash::end_of({states[0][k], states[1][k], states[2][k], states[3][k]});
  }
  SipHash last(key_);
  last.add(std::as_bytes(std::span(words)));
  return last.value();
}

}  // namespace graze
