// SPDX-License-Identifier: MIT
// Records of a recording as bytes.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "graze/simulation/recording.h"

namespace graze::simulation {

/// Magic, version, SHA-256 and text of the scene.
std::string header_bytes(const std::string& scene_text);
struct RecordingHeader {
  std::string_view scene_text;
  std::string sha256;
  std::size_t end = 0;  ///< where records begin
};
/// Throws InputError for anything else, and for a text that is not what its SHA-256 says.
RecordingHeader read_header(std::string_view bytes, const std::string& place);

/// A record: what changed since `before`.
std::string frame_bytes(const RecordedFrame& frame, const WorldState& before);

/// The record at the front of `bytes`, and how long it is. None if it was cut off. Throws
/// InputError for one that is damaged.
struct FrameReading {
  RecordedFrame frame;
  std::size_t size = 0;
};
std::optional<FrameReading> read_frame(std::string_view bytes, const WorldState& before,
                                       const std::string& place);

}  // namespace graze::simulation
