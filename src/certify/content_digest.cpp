// SPDX-License-Identifier: MIT
#include "certify/content_digest.h"

#include <algorithm>
#include <bit>

#include "graze/motion/motion_kinds.h"
#include "motion/hash_motion.h"

namespace graze::certify {
namespace {
/// Numbers as eight little-endian bytes, doubles by their bits (-0 as +0), texts with their length:
/// lists that differ feed different bytes.
class Feed {
 public:
  void add(std::uint64_t number) {
    std::array<std::byte, 8> bytes;
    for (std::size_t k = 0; k < 8; ++k) bytes[k] = std::byte(number >> (8 * k));
    sha_.add(bytes);
  }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number == 0.0 ? 0.0 : number)); }
  void add(std::string_view text) {
    sha_.add(text);
    add(std::uint64_t(text.size()));
  }
  Sha256::Digest digest() const { return sha_.digest(); }

 private:
  Sha256 sha_;
};
}  // namespace

Sha256::Digest digest_of(const TriangleMesh& mesh) {
  Feed feed;
  feed.add(std::uint64_t(mesh.vertices().size()));
  for (const Vec3& v : mesh.vertices())
    for (int k = 0; k < 3; ++k) feed.add(v[k]);
  for (const Triangle& triangle : mesh.triangles())
    for (const std::uint32_t corner : triangle) feed.add(std::uint64_t(corner));
  return feed.digest();
}

Sha256::Digest digest_of(const Deformation& deformation) {
  Feed feed;
  for (const DeformationFrame& frame : deformation.frames()) {
    feed.add(frame.time);
    feed.add(std::uint64_t(frame.vertices.size()));
    for (const Vec3& v : frame.vertices)
      for (int k = 0; k < 3; ++k) feed.add(v[k]);
  }
  return feed.digest();
}

Sha256::Digest digest_of(const Motion& motion) {
  Feed feed;
  MotionFeeder(feed).add(motion);
  return feed.digest();
}

Sha256::Digest digest_of(std::span<const std::pair<BodyId, BodyId>> pairs) {
  Feed feed;
  for (const auto& [a, b] : pairs) {
    feed.add(std::uint64_t(a.value));
    feed.add(std::uint64_t(b.value));
  }
  return feed.digest();
}

bool is_custom(const Motion& motion) {
  const MotionDescription description = describe(motion);
  if (const auto* parts = std::get_if<CompositionDescription>(&description))
    return std::ranges::any_of(parts->parts, is_custom);
  return std::holds_alternative<CustomDescription>(description);
}

}  // namespace graze::certify
