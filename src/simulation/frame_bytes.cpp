// SPDX-License-Identifier: MIT
// A record is its length (twice, so that a damaged one is not taken for a torn end), its payload
// and a hash of the payload. All numbers are little-endian. A body that stands still since the
// record before takes no room; one that moves takes the twelve numbers of its pose and the six of
// its velocity, since nothing less gives equal bits.
#include "simulation/frame_bytes.h"

#include "graze/base/sha256.h"
#include "io/bytes.h"
#include "simulation/frame_layout.h"
#include "simulation/packed_points.h"

namespace graze::simulation {
namespace {
using io::append_bytes;
template <typename Matrix>
void put_matrix(std::string& bytes, const Matrix& matrix) {
  for (Eigen::Index i = 0; i < matrix.size(); ++i) append_bytes(bytes, matrix.data()[i]);
}

void put_pose(std::string& bytes, const Pose& pose) {
  put_matrix(bytes, pose.rotation);
  put_matrix(bytes, pose.translation);
}

std::string body_bytes(const BodyState& state) {
  std::string bytes;
  put_pose(bytes, state.pose);
  put_matrix(bytes, state.velocity);
  put_matrix(bytes, state.angular_velocity);
  append_bytes(bytes, std::uint8_t{state.is_late});
  return bytes;
}

void put_bodies(std::string& bytes, const WorldState& state, const WorldState& before) {
  std::string changed;
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < state.bodies.size(); ++i) {
    const std::string now = body_bytes(state.bodies[i]);
    if (i < before.bodies.size() && now == body_bytes(before.bodies[i])) continue;
    append_bytes(changed, static_cast<std::uint32_t>(i));
    changed += now;
    ++count;
  }
  append_bytes(bytes, static_cast<std::uint32_t>(state.bodies.size()));
  append_bytes(bytes, count);
  bytes += changed;
}

void put_block(std::string& bytes, const std::string& block) {
  append_bytes(bytes, static_cast<std::uint32_t>(block.size()));
  bytes += block;
}

/// Positions are predicted from velocities: exact for nodes that nothing corrected.
void put_soft(std::string& bytes, const WorldState& state, const WorldState& before) {
  append_bytes(bytes, static_cast<std::uint32_t>(state.soft.size()));
  for (std::size_t i = 0; i < state.soft.size(); ++i) {
    const SoftState &soft = state.soft[i], &old = soft_of(before, i);
    append_bytes(bytes, static_cast<std::uint32_t>(soft.positions.size()));
    if (soft.positions.empty()) continue;
    put_block(bytes, packed_points(soft.velocities, old.velocities));
    put_block(bytes, packed_points(soft.positions, carried(old.positions, soft.velocities,
                                                           state.time - before.time)));
  }
}

void put_touches(std::string& bytes, const std::vector<TouchPoint>& touches) {
  append_bytes(bytes, static_cast<std::uint32_t>(touches.size()));
  for (const TouchPoint& touch : touches) {
    append_bytes(bytes, static_cast<std::uint32_t>(touch.a));
    append_bytes(bytes, static_cast<std::uint32_t>(touch.b));
    put_matrix(bytes, touch.point);
    put_matrix(bytes, touch.normal);
  }
}

void put_forces(std::string& bytes, const std::vector<PairForce>& forces) {
  append_bytes(bytes, static_cast<std::uint32_t>(forces.size()));
  for (const PairForce& pair : forces) {
    append_bytes(bytes, static_cast<std::uint32_t>(pair.a));
    append_bytes(bytes, static_cast<std::uint32_t>(pair.b));
    put_matrix(bytes, pair.force);
    put_matrix(bytes, pair.torque);
  }
}

void put_overlaps(std::string& bytes, const std::vector<OverlappingPair>& overlaps) {
  append_bytes(bytes, static_cast<std::uint32_t>(overlaps.size()));
  for (const OverlappingPair& pair : overlaps) {
    append_bytes(bytes, static_cast<std::uint32_t>(pair.a.index()));
    append_bytes(bytes, static_cast<std::uint32_t>(pair.b.index()));
    append_bytes(bytes, pair.volume);
    append_bytes(bytes, pair.depth);
    put_matrix(bytes, pair.force);
  }
}

void put_soft_knots(std::string& bytes, const RecordedFrame& frame) {
  append_bytes(bytes, static_cast<std::uint32_t>(frame.soft_knots.size()));
  for (const SoftKnot& knot : frame.soft_knots) {
    append_bytes(bytes, static_cast<std::uint32_t>(knot.body.index()));
    append_bytes(bytes, knot.time);
    put_block(bytes,
              packed_points(knot.positions, soft_of(frame.state, knot.body.index()).positions));
  }
}
}  // namespace

std::string header_bytes(const std::string& scene_text) {
  std::string bytes(kMagic);
  append_bytes(bytes, kRecordingVersion);
  append_bytes(bytes, static_cast<std::uint64_t>(scene_text.size()));
  return bytes + sha256_hex(scene_text) + scene_text;
}

std::string frame_bytes(const RecordedFrame& frame, const WorldState& before) {
  std::string payload;
  append_bytes(payload, frame.state.time);
  append_bytes(payload, frame.state.steps);
  append_bytes(payload, std::uint8_t{frame.state.is_second_order});
  put_bodies(payload, frame.state, before);
  append_bytes(payload, static_cast<std::uint32_t>(frame.state.joints.size()));
  for (const JointState& joint : frame.state.joints) {
    append_bytes(payload, joint.value);
    append_bytes(payload, std::uint8_t{joint.is_enabled});
  }
  each_number(frame.statistics, [&](const auto& number) { append_bytes(payload, number); });
  append_bytes(payload, static_cast<std::uint32_t>(frame.knots.size()));
  for (const WorldKnot& knot : frame.knots) {
    append_bytes(payload, static_cast<std::uint32_t>(knot.body.index()));
    append_bytes(payload, knot.time);
    put_pose(payload, knot.pose);
  }
  put_soft(payload, frame.state, before);
  put_touches(payload, frame.state.touches);
  put_forces(payload, frame.state.forces);
  put_overlaps(payload, frame.overlaps);
  put_soft_knots(payload, frame);
  append_bytes(payload, content_hash(frame.state));
  std::string bytes;
  append_bytes(bytes, static_cast<std::uint64_t>(payload.size()));
  append_bytes(bytes, ~static_cast<std::uint64_t>(payload.size()));
  bytes += payload;
  append_bytes(bytes, payload_hash(payload));
  return bytes;
}

}  // namespace graze::simulation
