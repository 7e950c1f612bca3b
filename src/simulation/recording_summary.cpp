// SPDX-License-Identifier: MIT
#include "graze/simulation/recording_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace graze {
namespace {
WorldEnergy energy_at_start(const Recording& recording) {
  World world = make_world(recording.scene);
  world.restore(recording.frames.front().state);
  return world.energy();
}

void add_steps(const Recording& recording, RecordingSummary& sums) {
  for (std::size_t i = 1; i < recording.frames.size(); ++i) {
    const StepStatistics& s = recording.frames[i].statistics;
    sums.rounds += s.rounds;
    sums.holds += s.holds;
    sums.clamps += s.clamps;
    sums.impacts += s.impacts;
    sums.largest_residual = std::max(sums.largest_residual, s.residual);
    sums.smallest_gap = std::min(sums.smallest_gap, s.smallest_gap);
  }
}

RecordingSummary::ByVolume overlaps_of(const Recording& recording) {
  RecordingSummary::ByVolume sums;
  sums.soft_bodies = static_cast<std::size_t>(std::ranges::count_if(
      recording.scene.bodies, [](const WorldBody& body) { return body.elastic != nullptr; }));
  for (std::size_t i = 1; i < recording.frames.size(); ++i) {
    sums.undecided += recording.frames[i].statistics.undecided;
    sums.time_lost += recording.frames[i].statistics.time_lost;
    for (const OverlappingPair& pair : recording.frames[i].overlaps)
      sums.deepest = std::max(sums.deepest, pair.depth);
  }
  const std::vector<OverlappingPair>& last = recording.frames.back().overlaps;
  sums.overlaps_at_end = last.size();
  for (const OverlappingPair& pair : last) sums.volume_at_end += pair.volume;
  return sums;
}
}  // namespace

RecordingSummary summary_of(const std::string& file, const Recording& recording) {
  const WorldScene& scene = recording.scene;
  RecordingSummary summary{.recording = file,
                           .scene_sha256 = recording.scene_sha256,
                           .units = scene.units,
                           .bodies = scene.bodies.size(),
                           .gravity = scene.options.gravity,
                           .step = scene.options.step,
                           .steps = recording.frames.size() - 1,
                           .time = recording.frames.back().state.time};
  summary.dynamic_bodies =
      static_cast<std::size_t>(std::ranges::count(scene.bodies, Role::kDynamic, &WorldBody::role));
  add_steps(recording, summary);
  if (is_by_volume(scene)) summary.by_volume = overlaps_of(recording);
  summary.energy_at_start = energy_at_start(recording).total();
  summary.energy_at_end = summary.steps == 0 ? summary.energy_at_start
                                             : recording.frames.back().statistics.energy.total();
  return summary;
}

StepTimes times_of(std::vector<double> seconds) {
  if (seconds.empty()) return {};
  std::ranges::sort(seconds);
  const auto rank = static_cast<std::size_t>(std::ceil(0.99 * double(seconds.size()))) - 1;
  return {1e3 * std::accumulate(seconds.begin(), seconds.end(), 0.0) / double(seconds.size()),
          1e3 * seconds[rank], 1e3 * seconds.back()};
}

}  // namespace graze
