// SPDX-License-Identifier: MIT
#include "animation.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

#include "graze/methods/linear.h"

namespace graze::tool {
namespace {
/// A body as vertices at instants.
struct Moving {
  BodyId body;
  std::vector<Triangle> triangles;
  std::function<std::vector<Vec3>(double)> positions_at;
};

std::vector<Moving> all_bodies(const GltfScene& animation) {
  std::vector<Moving> all;
  for (const DeformingBody& deforming : animation.deforming) {
    all.push_back({deforming.body, deforming.triangles, deforming.positions_at});
  }
  const auto motions = world_motions(animation.scene);
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const TriangleMesh mesh = animation.scene.bodies[i].shape.mesh();
    if (mesh.is_empty()) continue;
    const auto positions = [mesh, motion = motions[i]](double t) {
      const Pose pose = pose_at(motion, t);
      std::vector<Vec3> world;
      for (const Vec3& v : mesh.vertices()) world.push_back(pose * v);
      return world;
    };
    all.push_back({BodyId(i), {mesh.triangles().begin(), mesh.triangles().end()}, positions});
  }
  return all;
}

/// Keys of all deforming bodies within the span, each interval cut into equal parts.
std::vector<double> step_times(const GltfScene& animation, const DeformingOptions& options) {
  std::vector<double> keys{options.span.lo, options.span.hi};
  for (const DeformingBody& deforming : animation.deforming) {
    for (const double t : deforming.key_times) {
      if (options.span.contains(t)) keys.push_back(t);
    }
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::vector<double> times{keys[0]};
  for (std::size_t k = 1; k < keys.size(); ++k) {
    for (std::size_t i = 1; i <= options.cuts; ++i) {
      const double s = static_cast<double>(i) / static_cast<double>(options.cuts);
      times.push_back(std::lerp(keys[k - 1], keys[k], s));
    }
  }
  return times;
}

double largest_gap(const std::vector<Vec3>& a, const std::vector<Vec3>& b,
                   const std::vector<Vec3>& middle) {
  double largest = 0.0;
  for (std::size_t v = 0; v < a.size(); ++v) {
    largest = std::max(largest, (0.5 * (a[v] + b[v]) - middle[v]).norm());
  }
  return largest;
}

/// One step of all bodies.
struct Step {
  Interval span;
  std::vector<LinearMesh> meshes;  // by moving body
};

/// A pair still without contact.
struct OpenPair {
  std::size_t a = 0, b = 0;  // equal: with itself
  PairReport report;
  bool is_done = false;
};

bool is_wanted(BodyId a, BodyId b, const DeformingOptions& options) {
  const auto same = [&](const std::pair<BodyId, BodyId>& pair) {
    return std::minmax(pair.first, pair.second) == std::minmax(a, b);
  };
  return options.pairs.empty() || std::any_of(options.pairs.begin(), options.pairs.end(), same);
}

std::vector<OpenPair> open_pairs(const std::vector<Moving>& bodies, std::size_t deforming,
                                 const DeformingOptions& options) {
  std::vector<OpenPair> pairs;
  for (std::size_t a = 0; a < deforming; ++a) {
    for (std::size_t b = options.self ? a : a + 1; b < bodies.size(); ++b) {
      if (!is_wanted(bodies[a].body, bodies[b].body, options)) continue;
      OpenPair pair{a, b, {}, false};
      pair.report = {bodies[a].body, bodies[b].body, {}};
      pair.report.report.outcome = Outcome::kSeparated;
      pair.report.report.guarantee = Guarantee::kSampled;
      pair.report.report.method = Method::kLinear;
      pair.report.report.time = options.span;
      pair.report.report.tolerance = options.tolerance;
      pair.report.report.reason = "linear steps between instants";
      pairs.push_back(pair);
    }
  }
  return pairs;
}

void ask(const Step& step, const DeformingOptions& options, bool is_first, OpenPair& pair) {
  LinearMeshOptions linear;
  linear.tolerance = options.tolerance;
  linear.budget.cancel = options.cancel;
  linear.look_for_crossings = is_first;
  const ContactReport found =
      pair.a == pair.b ? first_self_contact_linear(step.meshes[pair.a], linear)
                       : first_contact_linear(step.meshes[pair.a], step.meshes[pair.b], linear);
  pair.report.report.stats += found.stats;
  if (found.outcome == Outcome::kSeparated) return;
  const Stats stats = pair.report.report.stats;
  const std::string reason = pair.report.report.reason;
  pair.report.report = found;
  pair.report.report.stats = stats;
  pair.report.report.guarantee = Guarantee::kSampled;
  pair.report.report.reason = found.reason.empty() ? reason : found.reason;
  pair.report.report.time = {std::lerp(step.span.lo, step.span.hi, found.time.lo),
                             std::lerp(step.span.lo, step.span.hi, found.time.hi)};
  pair.is_done = true;
}
}  // namespace

bool is_gltf(const std::string& path) {
  const auto extension = std::filesystem::path(path).extension();
  return extension == ".glb" || extension == ".gltf";
}

DeformingResult check_deforming(const GltfScene& animation, const DeformingOptions& options) {
  DeformingResult result;
  const std::vector<Moving> bodies = all_bodies(animation);
  auto pairs = open_pairs(bodies, animation.deforming.size(), options);
  std::vector<double> times = step_times(animation, options);
  if (times.size() == 1) times.push_back(times[0]);
  std::vector<std::vector<Vec3>> here;
  for (const Moving& body : bodies) here.push_back(body.positions_at(times[0]));
  for (std::size_t k = 0; k + 1 < times.size() && !pairs.empty(); ++k) {
    Step step{{times[k], times[k + 1]}, {}};
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      // A step that jumps at its end has not jumped yet.
      const std::vector<Vec3> end = bodies[b].positions_at(std::nextafter(times[k + 1], times[k]));
      const auto middle = bodies[b].positions_at(0.5 * (times[k] + times[k + 1]));
      result.deviation = std::max(result.deviation, largest_gap(here[b], end, middle));
      step.meshes.push_back({TriangleMesh(here[b], bodies[b].triangles), end});
      here[b] = bodies[b].positions_at(times[k + 1]);
    }
    for (OpenPair& pair : pairs) {
      if (!pair.is_done) ask(step, options, k == 0, pair);
    }
    ++result.steps;
  }
  for (OpenPair& pair : pairs) result.reports.push_back(std::move(pair.report));
  return result;
}

}  // namespace graze::tool
