// SPDX-License-Identifier: MIT
#include "graze/base/error.h"
#include "graze/base/sha256.h"
#include "io/bytes.h"
#include "simulation/frame_bytes.h"
#include "simulation/frame_layout.h"
#include "simulation/packed_points.h"

namespace graze::simulation {
namespace {
constexpr std::size_t kBodyBytes = 4 + 18 * 8 + 1;
constexpr std::size_t kRecordHead = 16;  // the length and its complement
constexpr std::size_t kLargestText = std::size_t{1} << 32;

/// Takes numbers from the front; refuses where there are none left.
class PayloadReader {
 public:
  PayloadReader(std::string_view bytes, const std::string& place) : left_(bytes), place_(place) {}

  template <typename Number>
  Number take() {
    if (left_.size() < sizeof(Number)) refuse("a record that ends within a number");
    const Number number = io::load<Number>(left_.data());
    left_.remove_prefix(sizeof(Number));
    return number;
  }
  std::uint32_t take_count(std::size_t bytes_each) {
    const auto count = take<std::uint32_t>();
    if (count > left_.size() / bytes_each) refuse("a count that its record has no room for");
    return count;
  }
  template <typename Matrix>
  void take_matrix(Matrix& matrix) {
    for (Eigen::Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = take<double>();
  }
  Pose take_pose() {
    Pose pose;
    take_matrix(pose.rotation);
    take_matrix(pose.translation);
    return pose;
  }
  std::vector<Vec3> take_points(std::size_t count, std::span<const Vec3> expected) {
    const std::uint32_t size = take_count(1);
    auto points = unpacked_points(left_.substr(0, size), count, expected);
    if (!points) refuse("points that cannot be unpacked");
    left_.remove_prefix(size);
    return std::move(*points);
  }
  bool is_at_end() const { return left_.empty(); }
  [[noreturn]] void refuse(const std::string& found) const {
    throw InputError({place_, found, "a recording that nothing has damaged", ""});
  }

 private:
  std::string_view left_;
  const std::string& place_;
};

void take_bodies(PayloadReader& reader, WorldState& state) {
  const auto all = reader.take<std::uint32_t>();
  if (!state.bodies.empty() && all != state.bodies.size())
    reader.refuse("another number of bodies");
  const auto changed = reader.take_count(kBodyBytes);
  if (state.bodies.empty() && all != changed) reader.refuse("bodies without a state");
  state.bodies.resize(all);
  for (std::uint32_t k = 0; k < changed; ++k) {
    const auto i = reader.take<std::uint32_t>();
    if (i >= all) reader.refuse("a body that is not there");
    BodyState& body = state.bodies[i];
    body.pose = reader.take_pose();
    reader.take_matrix(body.velocity);
    reader.take_matrix(body.angular_velocity);
    body.is_late = reader.take<std::uint8_t>() != 0;
  }
}

void take_soft(PayloadReader& reader, WorldState& state, const WorldState& before) {
  const auto count = reader.take_count(4);
  if (count != 0 && count != state.bodies.size()) reader.refuse("another number of soft bodies");
  state.soft.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto nodes = reader.take<std::uint32_t>();
    const SoftState& old = soft_of(before, i);
    if (!old.positions.empty() && nodes != old.positions.size()) {
      reader.refuse("another number of nodes");
    }
    if (nodes == 0) continue;
    SoftState& soft = state.soft[i];
    soft.velocities = reader.take_points(nodes, old.velocities);
    soft.positions = reader.take_points(
        nodes, carried(old.positions, soft.velocities, state.time - before.time));
  }
}

BodyId take_body(PayloadReader& reader, const WorldState& state) {
  const BodyId body(reader.take<std::uint32_t>());
  if (body.index() >= state.bodies.size()) reader.refuse("a body that is not there");
  return body;
}

void take_touches(PayloadReader& reader, WorldState& state) {
  state.touches.resize(reader.take_count(56));
  for (TouchPoint& touch : state.touches) {
    touch.a = take_body(reader, state).index();
    touch.b = take_body(reader, state).index();
    reader.take_matrix(touch.point);
    reader.take_matrix(touch.normal);
  }
}

void take_forces(PayloadReader& reader, WorldState& state) {
  state.forces.resize(reader.take_count(56));
  for (PairForce& pair : state.forces) {
    pair.a = take_body(reader, state).index();
    pair.b = take_body(reader, state).index();
    reader.take_matrix(pair.force);
    reader.take_matrix(pair.torque);
  }
}

void take_overlaps(PayloadReader& reader, RecordedFrame& frame) {
  frame.overlaps.resize(reader.take_count(48));
  for (OverlappingPair& pair : frame.overlaps) {
    pair.a = take_body(reader, frame.state);
    pair.b = take_body(reader, frame.state);
    pair.volume = reader.take<double>();
    pair.depth = reader.take<double>();
    reader.take_matrix(pair.force);
  }
}

void take_soft_knots(PayloadReader& reader, RecordedFrame& frame) {
  frame.soft_knots.resize(reader.take_count(16));
  for (SoftKnot& knot : frame.soft_knots) {
    knot.body = take_body(reader, frame.state);
    knot.time = reader.take<double>();
    const auto& now = soft_of(frame.state, knot.body.index()).positions;
    knot.positions = reader.take_points(now.size(), now);
  }
}

RecordedFrame take_frame(PayloadReader& reader, const WorldState& before) {
  RecordedFrame frame;
  WorldState& state = frame.state;
  state.bodies = before.bodies;
  state.time = reader.take<double>();
  state.steps = reader.take<std::uint64_t>();
  state.is_second_order = reader.take<std::uint8_t>() != 0;
  take_bodies(reader, state);
  const std::uint32_t joints = reader.take_count(9);
  for (std::uint32_t k = 0; k < joints; ++k) {
    const double value = reader.take<double>();
    state.joints.push_back({value, reader.take<std::uint8_t>() != 0});
  }
  const auto take = [&](auto& number) {
    number = reader.take<std::remove_reference_t<decltype(number)>>();
  };
  each_number(frame.statistics, take);
  const std::uint32_t knots = reader.take_count(108);
  for (std::uint32_t k = 0; k < knots; ++k) {
    const BodyId body = take_body(reader, state);
    const double time = reader.take<double>();
    frame.knots.push_back({body, time, reader.take_pose()});
  }
  take_soft(reader, state, before);
  take_touches(reader, state);
  take_forces(reader, state);
  take_overlaps(reader, frame);
  take_soft_knots(reader, frame);
  if (reader.take<std::uint64_t>() != content_hash(state)) {
    reader.refuse("a state that is not the one that was written");
  }
  if (!reader.is_at_end()) reader.refuse("bytes after the end of a record");
  return frame;
}
}  // namespace

RecordingHeader read_header(std::string_view bytes, const std::string& place) {
  const auto refuse = [&](const std::string& found, const std::string& expected) {
    throw InputError({place, found, expected, ""});
  };
  constexpr std::size_t kFixed = kMagic.size() + 12 + 64;
  if (!bytes.starts_with(kMagic)) refuse("another kind of file", "a recording of graze simulate");
  if (bytes.size() < kFixed) refuse("a file that ends in its header", "a whole header");
  const auto version = io::load<std::uint32_t>(bytes.data() + kMagic.size());
  if (version != kRecordingVersion) {
    refuse("version " + std::to_string(version), "version " + std::to_string(kRecordingVersion));
  }
  const auto size = io::load<std::uint64_t>(bytes.data() + kMagic.size() + 4);
  if (size > kLargestText || size > bytes.size() - kFixed) {
    refuse("a file that ends in its header", "a whole header");
  }
  RecordingHeader header;
  header.sha256 = std::string(bytes.substr(kMagic.size() + 12, 64));
  header.scene_text = bytes.substr(kFixed, size);
  header.end = kFixed + size;
  if (sha256_hex(header.scene_text) != header.sha256) {
    refuse("a scene that is not what its SHA-256 says", "a recording that nothing has damaged");
  }
  return header;
}

std::optional<FrameReading> read_frame(std::string_view bytes, const WorldState& before,
                                       const std::string& place) {
  if (bytes.size() < kRecordHead) return std::nullopt;
  const auto size = io::load<std::uint64_t>(bytes.data());
  PayloadReader reader(bytes, place);
  if (io::load<std::uint64_t>(bytes.data() + 8) != ~size) {
    reader.refuse("a record whose length is damaged");
  }
  const std::size_t left = bytes.size() - kRecordHead;
  if (size > left || left - size < 8) return std::nullopt;
  const std::string_view payload = bytes.substr(kRecordHead, size);
  if (io::load<std::uint64_t>(payload.data() + size) != payload_hash(payload)) {
    reader.refuse("a record that is not what its hash says");
  }
  PayloadReader frame(payload, place);
  return FrameReading{take_frame(frame, before), kRecordHead + 8 + static_cast<std::size_t>(size)};
}

}  // namespace graze::simulation
