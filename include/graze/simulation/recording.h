// SPDX-License-Identifier: MIT
// What a world did, step by step, in a file that stays readable however its writer ends.      [C11]
//
// The file is a header (the world as a scene.json that stands alone, with its SHA-256) and records:
// the state at the start, then one for each step. Every record is a checkpoint: a world restored
// from it continues with equal bits. docs/recording.md has the bytes.
#pragma once
#include <graze/simulation/world_scene.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

inline constexpr std::uint32_t kRecordingVersion = 3;

/// What a step did, in numbers.
struct StepStatistics {
  std::uint32_t inner_steps = 0, rounds = 0, clamps = 0;
  std::uint32_t contacts = 0, impacts = 0, holds = 0, broken = 0, late = 0;
  std::uint32_t undecided = 0;  ///< pairs that a world by volume could not decide about
  double residual = 0.0;        ///< see StepReport
  double smallest_gap = 0.0;    ///< in skins; infinity: nothing is near
  WorldEnergy energy = {};      ///< at the end
  double time_lost = 0.0;       ///< seconds; see VolumeStep
};
StepStatistics statistics_of(const StepReport& report);

/// The state after a step, and how it came about. The first frame is the state at the start.
struct RecordedFrame {
  WorldState state = {};
  StepStatistics statistics = {};
  std::vector<WorldKnot> knots = {};  ///< where ways bent during the step
  std::vector<SoftKnot> soft_knots = {};
  /// In a world by volume: which pairs overlapped, and how they pushed. See VolumeStep.
  std::vector<OverlappingPair> overlaps = {};
};
RecordedFrame frame_of(const WorldState& state, const StepReport& report);

struct Recording {
  std::string scene_text = {};  ///< scene.json
  std::string scene_sha256 = {};
  WorldScene scene = {};
  std::vector<RecordedFrame> frames = {};
  bool is_cut = false;  ///< a part of a record follows the last frame
};

/// Throws InputError for a file that is not a recording, is of another version, or is damaged
/// before its last record.
Recording read_recording(const std::filesystem::path& path);
Recording parse_recording(std::string_view bytes, const std::string& place);

/// By its first bytes.
bool is_recording(const std::filesystem::path& path);

/// Appends frames. One process at a time.
class RecordingWriter {
 public:
  /// A new file with the state at the start. Throws InputError if the file exists or cannot be
  /// written.
  static RecordingWriter begin(const std::filesystem::path& path, const WorldScene& scene,
                               const WorldState& start);
  /// Continues after the last whole record; what follows it is cut off. A file without a whole
  /// first record is started again. Throws InputError if the file is of another scene or damaged;
  /// nothing is changed then.
  static RecordingWriter resume(const std::filesystem::path& path, const WorldScene& scene,
                                const WorldState& start);

  /// Returns when the system has taken the bytes. Throws InputError if there is no room.
  void append(const RecordedFrame& frame);
  const WorldState& last() const { return last_; }  ///< the state to continue from

 private:
  RecordingWriter() = default;
  void open(const std::filesystem::path& path, int flags);
  void write(const std::string& bytes);

  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Closer> file_;
  WorldState last_;
};

/// One line per frame: time, steps and the statistics. Numbers read back bit by bit.
std::string statistics_csv(const Recording& recording);
/// One line for each pair that overlaps in a step: time, names, volume, depth, force on b.
std::string overlaps_csv(const Recording& recording);

/// The bodies with the motions they made: from frame to frame through all knots, each centre of
/// mass on a straight line and each turn about a fixed axis, as the world proved them free. Driven
/// bodies that were never late keep their motion; `by_chords` gets the names of the others. Soft
/// bodies deform: their vertices go straight from frame to frame, as the nodes do. Pairs that the
/// world does not watch may touch.
Scene recorded_scene(const Recording& recording, std::vector<std::string>* by_chords = nullptr);

}  // namespace graze
