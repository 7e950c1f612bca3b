// SPDX-License-Identifier: MIT
#include <bit>
#include <cstring>

#include "graze/server/session.h"

namespace graze {
namespace {
static_assert(std::endian::native == std::endian::little, "frames are written as memory is");

struct FrameHead {
  std::uint16_t type;
  std::uint16_t flags;
  std::uint32_t sequence;
};
static_assert(sizeof(FrameHead) == 8);
}  // namespace

std::string frame_bytes(const Frame& frame) {
  const FrameHead head{frame.type, frame.flags, frame.sequence};
  std::string bytes(sizeof head, '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes.append(frame.payload);
}

std::optional<Frame> parse_frame(std::string_view bytes) {
  FrameHead head{};
  if (bytes.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, bytes.data(), sizeof head);
  return Frame{head.type, head.flags, head.sequence, bytes.substr(sizeof head)};
}

}  // namespace graze
