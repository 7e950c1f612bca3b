// SPDX-License-Identifier: MIT
#include "graze/query/clearance_curve.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {
const PairClearance& nearest_of(const std::vector<PairClearance>& pairs) {
  return *std::min_element(pairs.begin(), pairs.end(), [](const auto& p, const auto& q) {
    return p.clearance.distance.hi < q.clearance.distance.hi;
  });
}
}  // namespace

ClearanceCurve clearance_curve(const PreparedScene& scene, const ContactOptions& options,
                               std::size_t samples) {
  ClearanceCurve curve;
  const Interval span = options.span.value_or(scene.scene().span);
  const std::size_t count = span.lo == span.hi ? 1 : samples;
  for (std::size_t i = 0; i < count; ++i) {
    ContactOptions at = options;
    const double s = count == 1 ? 0.0 : static_cast<double>(i) / static_cast<double>(count - 1);
    const double t = std::lerp(span.lo, span.hi, s);
    at.span = Interval(t);
    const auto pairs = clearances_per_pair(scene, at);
    if (pairs.empty()) return curve;
    curve.samples.push_back({t, nearest_of(pairs)});
  }
  curve.smallest = nearest_of(clearances_per_pair(scene, options));
  return curve;
}

}  // namespace graze
