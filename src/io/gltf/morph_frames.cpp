// SPDX-License-Identifier: MIT
#include "io/gltf/morph_frames.h"

#include <cmath>
#include <limits>

#include "graze/base/error.h"

namespace graze::io {
namespace {
constexpr std::size_t kMostFrames = 4096;
constexpr std::size_t kFarthest = 64;  // frames that one step of the search may leave out

/// All frames of the span, with its ends.
std::vector<DeformationFrame> frames_within(const Deformation& deformation, const Interval& span) {
  std::vector<DeformationFrame> all{{span.lo, deformation.vertices_at(span.lo)}};
  for (const DeformationFrame& frame : deformation.frames()) {
    if (frame.time > span.lo && frame.time <= span.hi) all.push_back(frame);
  }
  if (all.back().time < span.hi) all.push_back({span.hi, deformation.vertices_at(span.hi)});
  return all;
}

/// The frames between two are near the straight ways from one to the other.
bool are_straight(const std::vector<DeformationFrame>& all, std::size_t from, std::size_t to,
                  double max_error) {
  const double seconds = all[to].time - all[from].time;
  for (std::size_t k = from + 1; k < to; ++k) {
    const double share = seconds > 0.0 ? (all[k].time - all[from].time) / seconds : 0.0;
    for (std::size_t v = 0; v < all[k].vertices.size(); ++v) {
      const Vec3 p = (1.0 - share) * all[from].vertices[v] + share * all[to].vertices[v];
      if ((p - all[k].vertices[v]).squaredNorm() > max_error * max_error) return false;
    }
  }
  return true;
}

float after(const std::vector<float>& times, double time) {
  const auto wanted = static_cast<float>(time);
  if (times.empty() || wanted > times.back()) return wanted;
  return std::nextafter(times.back(), std::numeric_limits<float>::infinity());  // a jump
}
}  // namespace

MorphFrames morph_frames_of(const Deformation& deformation, const Interval& span, double max_error,
                            const std::string& place) {
  const std::vector<DeformationFrame> all = frames_within(deformation, span);
  MorphFrames out;
  const auto keep = [&](std::size_t k) {
    out.times.push_back(after(out.times, all[k].time - span.lo));
    out.vertices.push_back(all[k].vertices);
  };
  keep(0);
  for (std::size_t from = 0; from + 1 < all.size();) {
    std::size_t to = from + 1;
    while (to + 1 < all.size() && to - from < kFarthest &&
           are_straight(all, from, to + 1, max_error)) {
      ++to;
    }
    keep(to);
    from = to;
    if (out.times.size() > kMostFrames) {
      throw InputError({place, "a deformation that needs more than 4096 frames",
                        "fewer within the largest error", "allow a larger one"});
    }
  }
  return out;
}

}  // namespace graze::io
