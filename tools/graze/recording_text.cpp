// SPDX-License-Identifier: MIT
#include "recording_text.h"

#include <fmt/format.h>

#include <cmath>

#include "report_table.h"

namespace graze::tool {
namespace {
/// What rigid worlds tell of contacts, or worlds by volume of overlaps.
std::string contacts_text(const RecordingSummary& summary) {
  if (const auto& overlaps = summary.by_volume) {
    return fmt::format(
        "overlaps   {} in the last step, volume {:.3g}; deepest of all {:.3g} {}; {} undecided, "
        "{:.3g} s lost\n",
        counted(overlaps->overlaps_at_end, "pair"), overlaps->volume_at_end, overlaps->deepest,
        summary.units, overlaps->undecided, overlaps->time_lost);
  }
  const std::string gap = std::isfinite(summary.smallest_gap)
                              ? fmt::format("{:.3g} skins", summary.smallest_gap)
                              : std::string("nothing was near");
  return fmt::format("contacts   {} of ways, {}, {}, {}; smallest gap {}\n",
                     counted(summary.rounds, "bend"), counted(summary.impacts, "blow"),
                     counted(summary.holds, "hold"), counted(summary.clamps, "energy clamp"), gap);
}

std::string gravity_text(const RecordingSummary& summary) {
  const Vec3& g = summary.gravity;
  if (g.isZero(0.0)) return "gravity    none\n";
  return fmt::format("gravity    ({:.6g}, {:.6g}, {:.6g}) {}/s^2\n", g.x(), g.y(), g.z(),
                     summary.units);
}
}  // namespace

std::string recording_text(const RecordingSummary& summary) {
  const std::size_t soft_bodies = summary.by_volume ? summary.by_volume->soft_bodies : 0;
  const std::string soft = soft_bodies > 0 ? fmt::format(", {} soft", soft_bodies) : std::string();
  return fmt::format("recorded   {}: {} of {:g} s, {}, {} of them dynamic{}\n", summary.recording,
                     counted(summary.steps, "step"), summary.step, counted(summary.bodies, "body"),
                     summary.dynamic_bodies, soft) +
         gravity_text(summary) + contacts_text(summary) +
         fmt::format("energy     {:.6g} at the start, {:.6g} at the end; largest residual {:.2g}\n",
                     summary.energy_at_start, summary.energy_at_end, summary.largest_residual);
}

}  // namespace graze::tool
