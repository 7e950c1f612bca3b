// SPDX-License-Identifier: MIT
// What a recording holds, in a few numbers; as JSON, there and back (docs/report.md).    [C11, G3]
#pragma once
#include <graze/simulation/recording.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// Sums and extremes are over all steps.
struct RecordingSummary {
  /// Of a world whose bodies may overlap.
  struct ByVolume {
    std::size_t soft_bodies = 0;
    std::size_t overlaps_at_end = 0;  ///< pairs in the last step
    double volume_at_end = 0.0;
    double deepest = 0.0;
    std::uint64_t undecided = 0;
    double time_lost = 0.0;  ///< seconds
  };
  std::string recording;  ///< file
  std::string scene_sha256;
  std::string units;
  std::size_t bodies = 0;
  std::size_t dynamic_bodies = 0;
  Vec3 gravity = Vec3::Zero();
  double step = 0.0;  ///< seconds
  std::size_t steps = 0;
  double time = 0.0;  ///< of the last frame, seconds
  std::uint64_t rounds = 0, impacts = 0, holds = 0, clamps = 0;
  double largest_residual = 0.0;
  double smallest_gap = kInfinity;  ///< in skins; infinity: nothing was ever near
  std::optional<ByVolume> by_volume = {};
  double energy_at_start = 0.0, energy_at_end = 0.0;
};
/// Of a recording with at least one frame.
RecordingSummary summary_of(const std::string& file, const Recording& recording);

/// Processor time of steps, milliseconds.
struct StepTimes {
  double mean = 0.0, p99 = 0.0, max = 0.0;
};
StepTimes times_of(std::vector<double> step_seconds);

/// The document of `graze simulate`.
struct SimulateDocument {
  RecordingSummary recording;
  double seconds_asked = 0.0;
  bool is_at_end = false;
  std::size_t steps_of_this_run = 0;
  StepTimes times;
};
std::string simulate_document(const SimulateDocument& document);

/// The document of `graze replay`.
struct ReplayDocument {
  struct Fault {
    double time = 0.0;  ///< seconds
    std::string a, b;   ///< names of bodies whose triangles meet
  };
  struct Check {
    std::vector<Fault> intersecting = {};
    /// Bodies that are replayed on chords: see recorded_scene.
    std::vector<std::string> by_chords = {};
    std::string between = {};  ///< the ways between frames: a report_document, or "" if not asked
  };
  RecordingSummary recording;
  bool is_cut = false;
  std::optional<Check> check;
};
std::string replay_document(const ReplayDocument& document);

/// Both throw InputError that names line and column, or the JSON path. parse_report reads
/// `between`.
SimulateDocument parse_simulate(std::string_view text, const std::string& place = "simulate");
ReplayDocument parse_replay(std::string_view text, const std::string& place = "replay");

}  // namespace graze
