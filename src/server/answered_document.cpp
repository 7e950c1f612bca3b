// SPDX-License-Identifier: MIT
// The answers about a scene, as the page shows them.
#include <chrono>

#include "graze/query/clearance_curve.h"
#include "graze/server/session.h"

namespace graze {

std::optional<PlottedCurve> plotted_curve(const PreparedScene& scene, const ContactOptions& options,
                                          std::size_t samples) {
  if (samples < 2) return std::nullopt;
  PlottedCurve plot;
  for (const ClearanceCell& cell : clearance_curve(scene, options, samples).cells) {
    for (const double time : {cell.span.lo, cell.span.hi}) {
      plot.times.push_back(time);
      plot.lower.push_back(cell.nearest.clearance.distance.lo);
      plot.upper.push_back(cell.highest);
    }
  }
  return plot;
}

std::string answered_document(const PreparedScene& scene, const ContactOptions& options,
                              ReportPage page) {
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<PairReport> reports = contacts_per_pair(scene, options);
  page.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  page.asked = asked_json(options, scene.scene());
  Scene shown = scene.scene();
  shown.span = options.span.value_or(shown.span);
  return view_document(shown, reports, page);
}

}  // namespace graze
