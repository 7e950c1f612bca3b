// SPDX-License-Identifier: MIT
#include "recording_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "json_values.h"
#include "report_table.h"

namespace graze::tool {
namespace {
/// Sums and extremes over all steps.
struct RecordingSums {
  std::uint64_t rounds = 0, holds = 0, clamps = 0, impacts = 0;
  double residual = 0.0;
  double smallest_gap = kInfinity;
  std::uint64_t undecided = 0;  // the rest is of a world by volume
  double depth = 0.0, time_lost = 0.0;
  std::size_t overlaps_at_end = 0;
  double volume_at_end = 0.0;
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
    sums.undecided += s.undecided;
    sums.time_lost += s.time_lost;
    for (const OverlappingPair& pair : recording.frames[i].overlaps) {
      sums.depth = std::max(sums.depth, pair.depth);
    }
  }
  sums.overlaps_at_end = recording.frames.back().overlaps.size();
  for (const OverlappingPair& pair : recording.frames.back().overlaps) {
    sums.volume_at_end += pair.volume;
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

/// What rigid worlds tell of contacts, or worlds by volume of overlaps.
std::string contacts_text(const Recording& recording, const RecordingSums& sums) {
  if (is_by_volume(recording.scene)) {
    return fmt::format(
        "overlaps   {} in the last step, volume {:.3g}; deepest of all {:.3g} {}; {} undecided, "
        "{:.3g} s lost\n",
        counted(sums.overlaps_at_end, "pair"), sums.volume_at_end, sums.depth,
        recording.scene.units, sums.undecided, sums.time_lost);
  }
  const std::string gap = std::isfinite(sums.smallest_gap)
                              ? fmt::format("{:.3g} skins", sums.smallest_gap)
                              : std::string("nothing was near");
  return fmt::format("contacts   {} of ways, {}, {}, {}; smallest gap {}\n",
                     counted(sums.rounds, "bend"), counted(sums.impacts, "blow"),
                     counted(sums.holds, "hold"), counted(sums.clamps, "energy clamp"), gap);
}

std::size_t soft_bodies(const WorldScene& scene) {
  return static_cast<std::size_t>(std::ranges::count_if(
      scene.bodies, [](const WorldBody& body) { return body.elastic != nullptr; }));
}

std::string gravity_text(const WorldScene& scene) {
  const Vec3& g = scene.options.gravity;
  if (g.isZero(0.0)) return "gravity    none\n";
  return fmt::format("gravity    ({:.6g}, {:.6g}, {:.6g}) {}/s^2\n", g.x(), g.y(), g.z(),
                     scene.units);
}
}  // namespace

std::string recording_text(const std::string& path, const Recording& recording) {
  const RecordingSums sums = sums_of(recording);
  const WorldScene& scene = recording.scene;
  const std::string soft =
      soft_bodies(scene) > 0 ? fmt::format(", {} soft", soft_bodies(scene)) : std::string();
  return fmt::format("recorded   {}: {} of {:g} s, {}, {} of them dynamic{}\n", path,
                     counted(recording.frames.size() - 1, "step"), scene.options.step,
                     counted(scene.bodies.size(), "body"), dynamic_bodies(scene), soft) +
         gravity_text(scene) + contacts_text(recording, sums) +
         fmt::format("energy     {:.6g} at the start, {:.6g} at the end; largest residual {:.2g}\n",
                     energy_at_start(recording).total(), energy_at_end(recording).total(),
                     sums.residual);
}

nlohmann::ordered_json recording_json(const std::string& path, const Recording& recording) {
  const RecordingSums sums = sums_of(recording);
  nlohmann::ordered_json json{{"recording", path},
                              {"scene_sha256", recording.scene_sha256},
                              {"units", recording.scene.units},
                              {"bodies", recording.scene.bodies.size()},
                              {"dynamic_bodies", dynamic_bodies(recording.scene)},
                              {"gravity", to_json(recording.scene.options.gravity)},
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
  if (is_by_volume(recording.scene)) {
    json["by_volume"] = {{"soft_bodies", soft_bodies(recording.scene)},
                         {"overlaps_at_end", sums.overlaps_at_end},
                         {"volume_at_end", sums.volume_at_end},
                         {"deepest", sums.depth},
                         {"undecided", sums.undecided},
                         {"time_lost", sums.time_lost}};
  }
  json["energy"] = {{"start", energy_at_start(recording).total()},
                    {"end", energy_at_end(recording).total()}};
  return json;
}

}  // namespace graze::tool
