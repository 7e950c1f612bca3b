// SPDX-License-Identifier: MIT
// A record is its length, its payload and a hash of the payload. All numbers are little-endian. A
// body that stands still since the record before takes no room; one that moves takes the twelve
// numbers of its pose and the six of its velocity, since nothing less gives equal bits.
#include "simulation/frame_bytes.h"

#include <cstring>

#include "graze/base/error.h"
#include "graze/base/hash.h"
#include "graze/base/sha256.h"
#include "io/bytes.h"

namespace graze::simulation {
namespace {
using io::append_bytes;
constexpr std::string_view kMagic = "graze recording\n";
constexpr std::size_t kBodyBytes = 4 + 18 * 8 + 1;
constexpr std::size_t kLargestText = std::size_t{1} << 32;

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

/// Every number of the statistics in order, for writing and reading alike.
template <typename Statistics, typename Take>
void each_number(Statistics& s, const Take& take) {
  for (auto* count : {&s.inner_steps, &s.rounds, &s.clamps, &s.contacts, &s.impacts, &s.holds,
                      &s.broken, &s.late}) {
    take(*count);
  }
  for (auto* number :
       {&s.residual, &s.smallest_gap, &s.energy.kinetic, &s.energy.gravity, &s.energy.springs}) {
    take(*number);
  }
}

std::uint64_t payload_hash(std::string_view payload) {
  Hasher hash;
  hash.add(payload);
  return hash.value();
}

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
    const BodyId body(reader.take<std::uint32_t>());
    const double time = reader.take<double>();
    frame.knots.push_back({body, time, reader.take_pose()});
    if (body.index() >= state.bodies.size()) reader.refuse("a knot of a body that is not there");
  }
  if (reader.take<std::uint64_t>() != content_hash(state)) {
    reader.refuse("a state that is not the one that was written");
  }
  if (!reader.is_at_end()) reader.refuse("bytes after the end of a record");
  return frame;
}
}  // namespace

std::string header_bytes(const std::string& scene_text) {
  std::string bytes(kMagic);
  append_bytes(bytes, kRecordingVersion);
  append_bytes(bytes, static_cast<std::uint64_t>(scene_text.size()));
  return bytes + sha256_hex(scene_text) + scene_text;
}

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
  append_bytes(payload, content_hash(frame.state));
  std::string bytes;
  append_bytes(bytes, static_cast<std::uint64_t>(payload.size()));
  bytes += payload;
  append_bytes(bytes, payload_hash(payload));
  return bytes;
}

std::optional<FrameReading> read_frame(std::string_view bytes, const WorldState& before,
                                       const std::string& place) {
  if (bytes.size() < 8) return std::nullopt;
  const auto size = io::load<std::uint64_t>(bytes.data());
  if (size > bytes.size() - 8 || bytes.size() - 8 - size < 8) return std::nullopt;
  const std::string_view payload = bytes.substr(8, size);
  PayloadReader reader(payload, place);
  if (io::load<std::uint64_t>(bytes.data() + 8 + size) != payload_hash(payload)) {
    reader.refuse("a record that is not what its hash says");
  }
  return FrameReading{take_frame(reader, before), 16 + static_cast<std::size_t>(size)};
}

}  // namespace graze::simulation
