// SPDX-License-Identifier: MIT
#include "certify/mutation.h"

#include <algorithm>
#include <cmath>

namespace graze::test {
namespace {
using Random = std::mt19937_64;
using Bytes = std::vector<std::uint8_t>;

std::size_t place(const Bytes& bytes, Random& random) {
  return bytes.empty() ? 0 : random() % bytes.size();
}

void flip_bits(PairProof& proof, Random& random) {
  for (std::size_t k = 1 + random() % 3; k > 0 && !proof.steps.bytes.empty(); --k)
    proof.steps.bytes[place(proof.steps.bytes, random)] ^= std::uint8_t(1u << random() % 8);
}

void set_half_byte(PairProof& proof, Random& random) {
  if (proof.steps.bytes.empty()) return;
  std::uint8_t& byte = proof.steps.bytes[place(proof.steps.bytes, random)];
  const auto digit = std::uint8_t(random() % 9);
  byte = random() % 2 == 0 ? std::uint8_t((byte & 0xf0u) | digit)
                           : std::uint8_t((byte & 0x0fu) | (digit << 4));
}

void swap_parts(PairProof& proof, Random& random) {
  Bytes& bytes = proof.steps.bytes;
  const std::size_t length = std::min<std::size_t>(1 + random() % 8, bytes.size() / 2);
  if (length == 0) return;
  const std::size_t i = random() % (bytes.size() - 2 * length + 1);
  const std::size_t j = i + length + random() % (bytes.size() - i - 2 * length + 1);
  std::swap_ranges(bytes.begin() + long(i), bytes.begin() + long(i + length),
                   bytes.begin() + long(j));
}

void lose_part(PairProof& proof, Random& random) {
  Bytes& bytes = proof.steps.bytes;
  const std::size_t i = place(bytes, random);
  const std::size_t count = std::min<std::size_t>(1 + random() % 4, bytes.size() - i);
  bytes.erase(bytes.begin() + long(i), bytes.begin() + long(i + count));
  proof.steps.half_bytes -= std::min(proof.steps.half_bytes, std::uint64_t{2 * count});
}

void copy_part(PairProof& proof, Random& random) {
  Bytes& bytes = proof.steps.bytes;
  const std::size_t i = place(bytes, random);
  const Bytes part(bytes.begin() + long(i),
                   bytes.begin() + long(std::min(bytes.size(), i + 1 + random() % 6)));
  bytes.insert(bytes.begin() + long(place(bytes, random)), part.begin(), part.end());
  proof.steps.half_bytes += 2 * part.size();
}

void cut(PairProof& proof, Random& random) {
  proof.steps.half_bytes = random() % (proof.steps.half_bytes + 1);
  if (random() % 2 == 0) proof.steps.bytes.resize((proof.steps.half_bytes + 1) / 2);
}

void claim_length(PairProof& proof, Random& random) {
  proof.steps.half_bytes = random() % 2 == 0 ? proof.steps.half_bytes + 1 : random();
}

void later_end(PairProof& proof, Random& random) {
  const double shares[] = {1e-15, 1e-9, 1e-6, 1e-3, 0.1, 1.0};
  proof.span.hi += shares[random() % 6] * std::max(1e-3, 1.0 - proof.span.hi);
}

void shift_span(PairProof& proof, Random& random) {
  const double by = std::ldexp(1.0, -int(random() % 20)) * (random() % 2 == 0 ? 1.0 : -1.0);
  proof.span = {proof.span.lo + by, proof.span.hi + by};
}

void larger_distance(PairProof& proof, Random& random) {
  proof.distance = std::ldexp(1.0, int(random() % 80) - 60);
}

void odd_numbers(PairProof& proof, Random& random) {
  const double odd[] = {kInfinity, -kInfinity, std::nan(""), -1.0, 1e308, 0.0};
  double* const numbers[] = {&proof.span.lo, &proof.span.hi, &proof.distance};
  *numbers[random() % 3] = odd[random() % 6];
}
}  // namespace

const char* mutate(PairProof& proof, std::mt19937_64& random) {
  switch (random() % 12) {
    case 0:
    case 1:
      return flip_bits(proof, random), "bits";
    case 2:
      return set_half_byte(proof, random), "half byte";
    case 3:
      return swap_parts(proof, random), "swapped";
    case 4:
      return lose_part(proof, random), "lost";
    case 5:
      return copy_part(proof, random), "copied";
    case 6:
      return cut(proof, random), "cut";
    case 7:
      return claim_length(proof, random), "length";
    case 8:
      return later_end(proof, random), "later end";
    case 9:
      return shift_span(proof, random), "shifted span";
    case 10:
      return larger_distance(proof, random), "larger distance";
    default:
      return odd_numbers(proof, random), "odd numbers";
  }
}

}  // namespace graze::test
