// SPDX-License-Identifier: MIT
// Included by one translation unit per instruction set, which gives GRAZE_SIP_NAMESPACE. Nothing
// here may be inlined elsewhere.
#include "base/sip_streams.h"

namespace graze {
namespace GRAZE_SIP_NAMESPACE {
namespace {
typedef std::uint64_t FourWords __attribute__((vector_size(32)));

inline FourWords rotated(const FourWords& v, int by) { return (v << by) | (v >> (64 - by)); }

/// Four streams.
struct FourStreams {
  FourWords a, b, c, d;

  void mix() {
    a += b;
    c += d;
    b = rotated(b, 13) ^ a;
    d = rotated(d, 16) ^ c;
    a = rotated(a, 32);
    c += b;
    a += d;
    b = rotated(b, 17) ^ c;
    d = rotated(d, 21) ^ a;
    c = rotated(c, 32);
  }
  void add(const std::byte* words) {
    FourWords word;
    __builtin_memcpy(&word, words, sizeof word);
    d ^= word;
    mix();
    mix();
    a ^= word;
  }
};

inline FourStreams load(const SipHashStreams::States& states, std::size_t from) {
  FourStreams streams;
  __builtin_memcpy(&streams.a, &states[0][from], sizeof streams.a);
  __builtin_memcpy(&streams.b, &states[1][from], sizeof streams.b);
  __builtin_memcpy(&streams.c, &states[2][from], sizeof streams.c);
  __builtin_memcpy(&streams.d, &states[3][from], sizeof streams.d);
  return streams;
}

inline void store(const FourStreams& streams, SipHashStreams::States& states, std::size_t to) {
  __builtin_memcpy(&states[0][to], &streams.a, sizeof streams.a);
  __builtin_memcpy(&states[1][to], &streams.b, sizeof streams.b);
  __builtin_memcpy(&states[2][to], &streams.c, sizeof streams.c);
  __builtin_memcpy(&states[3][to], &streams.d, sizeof streams.d);
}

void add_blocks(const std::byte* blocks, std::size_t count, SipHashStreams::States& states) {
  FourStreams first = load(states, 0), second = load(states, 4);
  for (std::size_t i = 0; i < count; ++i, blocks += SipHashStreams::kBlock) {
    first.add(blocks);
    second.add(blocks + SipHashStreams::kBlock / 2);
  }
  store(first, states, 0);
  store(second, states, 4);
}
}  // namespace
}  // namespace GRAZE_SIP_NAMESPACE
}  // namespace graze
