// SPDX-License-Identifier: MIT
#include "recording_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report_table.h"

namespace graze::tool {
namespace {
/// Sums and extremes over all steps.
struct RecordingSums {
  std::uint64_t rounds = 0, holds = 0, clamps = 0, impacts = 0;
  double residual = 0.0;
  double smallest_gap = kInfinity;
};

RecordingSums sums_of(const Recording& recording) {
  RecordingSums sums;
  for (std::size_t i = 1; i < recording.frames.size(); ++i) {
    const StepStatistics& s = recording.frames[i].statistics;
    sums.rounds += s.rounds;
    sums.holds += s.holds;
    sums.clamps += s.clamps;
    sums.impacts += s.impacts;
    sums.residual = std::max(sums.residual, s.residual);
    sums.smallest_gap = std::min(sums.smallest_gap, s.smallest_gap);
  }
  return sums;
}

WorldEnergy energy_at_start(const Recording& recording) {
  World world = make_world(recording.scene);
  world.restore(recording.frames.front().state);
  return world.energy();
}

WorldEnergy energy_at_end(const Recording& recording) {
  const bool is_start = recording.frames.size() < 2;
  return is_start ? energy_at_start(recording) : recording.frames.back().statistics.energy;
}

std::size_t dynamic_bodies(const WorldScene& scene) {
  return static_cast<std::size_t>(
      std::ranges::count(scene.bodies, Role::kDynamic, &WorldBody::role));
}
}  // namespace

std::string recording_text(const std::string& path, const Recording& recording) {
  const RecordingSums sums = sums_of(recording);
  const WorldScene& scene = recording.scene;
  const std::string gap = std::isfinite(sums.smallest_gap)
                              ? fmt::format("{:.3g} skins", sums.smallest_gap)
                              : std::string("nothing was near");
  return fmt::format(
      "recorded   {}: {} of {:g} s, {}, {} of them dynamic\n"
      "contacts   {} of ways, {}, {}, {}; smallest gap {}\n"
      "energy     {:.6g} at the start, {:.6g} at the end; largest residual {:.2g}\n",
      path, counted(recording.frames.size() - 1, "step"), scene.options.step,
      counted(scene.bodies.size(), "body"), dynamic_bodies(scene), counted(sums.rounds, "bend"),
      counted(sums.impacts, "blow"), counted(sums.holds, "hold"),
      counted(sums.clamps, "energy clamp"), gap, energy_at_start(recording).total(),
      energy_at_end(recording).total(), sums.residual);
}

nlohmann::ordered_json recording_json(const std::string& path, const Recording& recording) {
  const RecordingSums sums = sums_of(recording);
  nlohmann::ordered_json json{{"recording", path},
                              {"scene_sha256", recording.scene_sha256},
                              {"units", recording.scene.units},
                              {"bodies", recording.scene.bodies.size()},
                              {"dynamic_bodies", dynamic_bodies(recording.scene)},
                              {"step", recording.scene.options.step},
                              {"steps", recording.frames.size() - 1},
                              {"time", recording.frames.back().state.time},
                              {"rounds", sums.rounds},
                              {"impacts", sums.impacts},
                              {"holds", sums.holds},
                              {"clamps", sums.clamps},
                              {"largest_residual", sums.residual}};
  json["smallest_gap"] = nullptr;
  if (std::isfinite(sums.smallest_gap)) json["smallest_gap"] = sums.smallest_gap;
  json["energy"] = {{"start", energy_at_start(recording).total()},
                    {"end", energy_at_end(recording).total()}};
  return json;
}

}  // namespace graze::tool
