// SPDX-License-Identifier: MIT
#include "io/gltf_import/bake.h"

#include <algorithm>
#include <cmath>

namespace graze::gltf {
namespace {
/// Relative to the coordinates. Smaller steps are what one bit of time moves.
constexpr double kSmallestJump = 1e-9;

struct FrameTime {
  double time;
  bool is_key;  // a curve may jump here
};

std::vector<FrameTime> frame_times(const PosedMesh& posed, const Baking& baking) {
  std::vector<double> keys{baking.span.lo, baking.span.hi};
  for (const double t : key_times(posed)) {
    if (baking.span.contains(t)) keys.push_back(t);
  }
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::vector<FrameTime> times{{keys[0], true}};
  for (std::size_t k = 1; k < keys.size(); ++k) {
    for (std::size_t i = 1; i <= baking.cuts; ++i) {
      const double s = static_cast<double>(i) / static_cast<double>(baking.cuts);
      const double t = i == baking.cuts ? keys[k] : std::lerp(keys[k - 1], keys[k], s);
      if (t > times.back().time) times.push_back({t, i == baking.cuts});
    }
  }
  return times;
}

double largest_gap(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double largest = 0.0;
  for (std::size_t v = 0; v < a.size(); ++v) largest = std::max(largest, (a[v] - b[v]).norm());
  return largest;
}

double largest_coordinate(const std::vector<Vec3>& points) {
  double largest = 0.0;
  for (const Vec3& p : points) largest = std::max(largest, p.lpNorm<Eigen::Infinity>());
  return largest;
}

std::vector<Vec3> middle_of(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  std::vector<Vec3> middle;
  for (std::size_t v = 0; v < a.size(); ++v) middle.push_back(0.5 * (a[v] + b[v]));
  return middle;
}
}  // namespace

Baked bake(const PosedMesh& posed, const Baking& baking) {
  const std::vector<FrameTime> times = frame_times(posed, baking);
  Baked baked;
  baked.frames.push_back({times[0].time, world_positions(posed, times[0].time)});
  for (std::size_t k = 1; k < times.size(); ++k) {
    const double begin = times[k - 1].time, end = times[k].time;
    std::vector<Vec3> after = world_positions(posed, end), before;
    // A part that jumps at its end has not jumped yet.
    if (times[k].is_key) before = world_positions(posed, std::nextafter(end, begin));
    const bool jumps =
        largest_gap(before, after) > kSmallestJump * std::max(1.0, largest_coordinate(after));
    const std::vector<Vec3>& arrival = jumps ? before : after;
    const std::vector<Vec3> chord = middle_of(baked.frames.back().vertices, arrival);
    baked.deviation = std::max(
        baked.deviation, largest_gap(chord, world_positions(posed, begin + 0.5 * (end - begin))));
    if (jumps) baked.frames.push_back({end, std::move(before)});
    baked.frames.push_back({end, std::move(after)});
  }
  return baked;
}

}  // namespace graze::gltf
