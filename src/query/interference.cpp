// SPDX-License-Identifier: MIT
// Question   Which parts of an assembly are inside each other, how deep, and is it a fit?
// Source     Faure et al. 2008 for the volume and its gradient.                          [V1, G3]
// Guarantee  Sampled: depth images at some instants.
// Changed    -
#include "graze/query/interference.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace graze {
namespace {
using PairOfBodies = std::pair<BodyId, BodyId>;

/// The areas with which the two bodies bound the overlap; 0: that body does not, it encloses the
/// other.
std::array<double, 2> bounding_areas(const OverlapVolume& overlap) {
  std::array<double, 2> areas{};
  for (int side = 0; side < 2; ++side) {
    for (const VertexGradient& vertex : overlap.sides[side].vertices)
      areas[side] += vertex.gradient.norm();
  }
  return areas;
}

/// An overlap that shows less than this share of its area to its way out is all around.
constexpr double kOneSided = 0.5;

struct Depth {
  double length = 0.0;
  bool is_inside = false;
};

Depth depth_of(const OverlapVolume& overlap) {
  const auto [a, b] = bounding_areas(overlap);
  const auto& longest = overlap.longest;
  // One whole body: the way out is as long as it is thick at least.
  if (a == 0.0 || b == 0.0) return {std::ranges::min(longest), true};
  const double shown = overlap.sides[0].rigid.linear.norm();
  const bool is_around = shown < kOneSided * std::min(a, b);
  if (is_around) return {std::min(overlap.volume / std::min(a, b), std::ranges::min(longest))};
  // Not longer than the overlap is along the way out.
  const Vec3 way = overlap.way_out_of_a().cwiseAbs();
  return {std::min(overlap.volume / shown, way.dot(Vec3(longest[0], longest[1], longest[2])))};
}

/// Pairs that are asked about, with the depth that a fit allows them.
std::map<PairOfBodies, std::optional<double>> asked_pairs(const Scene& scene) {
  const auto is_named = [&](std::size_t body, const std::string& name) {
    const Body& one = scene.bodies[body];
    return one.name == name || std::ranges::count(one.groups, name) > 0;
  };
  std::map<PairOfBodies, std::optional<double>> pairs;
  for (const PairOfBodies& pair : solid_pairs(scene)) pairs[pair] = std::nullopt;
  for (const Fit& fit : scene.fits) {
    for (std::size_t a = 0; a < scene.bodies.size(); ++a) {
      if (!is_named(a, fit.a)) continue;
      for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
        if (a == b || !is_named(b, fit.b)) continue;
        std::optional<double>& allowed = pairs[std::minmax(BodyId(a), BodyId(b))];
        allowed = std::max(fit.depth, allowed.value_or(0.0));
      }
    }
  }
  return pairs;
}

std::vector<double> instants_of(const Scene& scene, int count) {
  const auto moves = [](const Body& body) { return !body.motion.is_still() || body.deforms(); };
  std::vector<double> times{scene.span.lo};
  if (std::ranges::none_of(scene.bodies, moves)) return times;
  for (int k = 1; k < count; ++k) {
    times.push_back(scene.span.lo + (scene.span.hi - scene.span.lo) * k / (count - 1));
  }
  return times;
}

/// How far the mesh that is drawn may be outside of the shape.
double error_of(const Shape& shape) { return shape.outward_error() + shape.mesh_error(); }

double doubt_of(const Scene& scene, BodyId a, BodyId b) {
  const Body &x = scene.bodies[a.index()], &y = scene.bodies[b.index()];
  return error_of(x.shape) + error_of(y.shape) + scene.tolerance.value_or(default_tolerance(x, y));
}

void take(const OverlapVolume& overlap, double time, bool is_at_rest, Interference& one) {
  const Depth depth = depth_of(overlap);
  if (is_at_rest) {
    one.depth_at_rest = depth.length;
    one.volume_at_rest = overlap.volume;
  }
  if (!(depth.length > one.depth)) return;
  one.depth = depth.length;
  one.is_inside = depth.is_inside;
  one.volume = overlap.volume;
  one.time = time;
}
}  // namespace

InterferenceReport interferences(const OverlapScene& scene, const InterferenceOptions& options) {
  const auto pairs = asked_pairs(scene.scene());
  InterferenceReport report{.pairs = pairs.size()};
  if (pairs.empty()) return report;
  SceneOverlapOptions overlaps{.budget = options.budget, .progress = options.progress};
  overlaps.depth.pixels = {options.pixels, options.pixels, options.pixels};
  for (const auto& [pair, allowed] : pairs) overlaps.pairs.push_back(pair);
  const std::vector<double> times = instants_of(scene.scene(), options.instants);
  const std::vector<OverlapsAt> instants = scene.overlaps_at(times, overlaps);
  std::map<PairOfBodies, Interference> found;
  std::set<BodyId> with_holes;
  for (const OverlapsAt& instant : instants) {
    for (const PairOverlap& pair : instant.pairs) {
      for (const int side : {0, 1}) {
        if (pair.overlap.sides[side].odd_column_count > 0)
          with_holes.insert(side == 0 ? pair.a : pair.b);
      }
      if (pair.overlap.is_empty()) continue;
      Interference& one = found[{pair.a, pair.b}];
      one.a = pair.a;
      one.b = pair.b;
      one.doubt = doubt_of(scene.scene(), pair.a, pair.b);
      take(pair.overlap, instant.time, instant.time == scene.scene().span.lo, one);
    }
  }
  for (auto& [pair, one] : found) {
    one.allowed = pairs.at(pair);
    report.found.push_back(one);
  }
  std::ranges::stable_sort(report.found, std::greater<>(), &Interference::depth);
  report.with_holes.assign(with_holes.begin(), with_holes.end());
  report.instants = instants.size();
  report.is_complete = instants.size() == times.size();
  return report;
}

}  // namespace graze
