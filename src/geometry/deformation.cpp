// SPDX-License-Identifier: MIT
#include "graze/geometry/deformation.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "graze/base/assert.h"
#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/math/interval_arithmetic.h"

namespace graze {

struct Deformation::Data {
  std::vector<DeformationFrame> frames;
  std::vector<Aabb> boxes;  // by frame
  double largest = 0.0;     // coordinate
};

namespace {
constexpr double kLargestCoordinate = 1e90;  // what the linear kernels compute with

std::string place_of_frame(std::size_t k) { return "deformation, frame " + std::to_string(k); }

void check_frame_time(const std::vector<DeformationFrame>& frames, std::size_t k) {
  const double time = frames[k].time;
  if (!std::isfinite(time)) {
    throw InputError({place_of_frame(k), "a time that is not finite", "seconds", ""});
  }
  const bool is_third = k > 1 && frames[k - 2].time == time;
  if (k > 0 && (time < frames[k - 1].time || is_third)) {
    throw InputError({place_of_frame(k), "time " + number_text(time),
                      "times that ascend, or one time twice for a jump", ""});
  }
}

void check_frame_vertices(const std::vector<DeformationFrame>& frames, std::size_t k) {
  if (frames[k].vertices.size() != frames[0].vertices.size()) {
    throw InputError({place_of_frame(k), std::to_string(frames[k].vertices.size()) + " vertices",
                      "the " + std::to_string(frames[0].vertices.size()) + " of the first frame",
                      ""});
  }
  for (std::size_t v = 0; v < frames[k].vertices.size(); ++v) {
    if ((frames[k].vertices[v].array().abs() <= kLargestCoordinate).all()) continue;
    throw InputError({place_of_frame(k) + ", vertex " + std::to_string(v),
                      "a coordinate that is not finite or beyond 1e90", "finite coordinates", ""});
  }
}

std::vector<Vec3> between(const DeformationFrame& a, const DeformationFrame& b, double t) {
  if (t <= a.time) return a.vertices;
  if (t >= b.time) return b.vertices;
  const double s = (t - a.time) / (b.time - a.time);
  std::vector<Vec3> vertices;
  vertices.reserve(a.vertices.size());
  for (std::size_t v = 0; v < a.vertices.size(); ++v) {
    vertices.push_back(a.vertices[v] + s * (b.vertices[v] - a.vertices[v]));
  }
  return vertices;
}
}  // namespace

Deformation::Deformation(std::vector<DeformationFrame> frames) {
  if (frames.size() < 2) {
    throw InputError({"deformation", std::to_string(frames.size()) + " frames", "two or more", ""});
  }
  auto data = std::make_shared<Data>();
  for (std::size_t k = 0; k < frames.size(); ++k) {
    check_frame_time(frames, k);
    check_frame_vertices(frames, k);
    Aabb box;
    for (const Vec3& v : frames[k].vertices) {
      box.add(v);
      data->largest = std::max(data->largest, v.lpNorm<Eigen::Infinity>());
    }
    data->boxes.push_back(box);
  }
  data->frames = std::move(frames);
  data_ = std::move(data);
}

std::span<const DeformationFrame> Deformation::frames() const {
  if (is_none()) return {};
  return data_->frames;
}

namespace {
/// The index k for which t lies between frames k and k + 1. Times before all frames get the first
/// two, times after all of them the last two.
std::size_t frame_before(std::span<const DeformationFrame> frames, double t) {
  const auto later = std::ranges::upper_bound(frames, t, {}, &DeformationFrame::time);
  const auto k = static_cast<std::size_t>(later - frames.begin());
  return std::clamp<std::size_t>(k, 1, frames.size() - 1) - 1;
}
}  // namespace

std::vector<Vec3> Deformation::vertices_at(double t) const {
  const auto all = frames();
  const std::size_t k = frame_before(all, t);
  // A jump at the end of all: arrived as the last frame.
  if (t >= all.back().time) return all.back().vertices;
  return between(all[k], all[k + 1], t);
}

// s has two roundings above and one of the division, relative to a number of at most 1; times a
// difference of at most twice the largest coordinate; then two more roundings of results of at most
// three times it: fewer than 16 u per coordinate, twice that for the length, and some room.
double Deformation::error() const { return is_none() ? 0.0 : 0x1p-46 * data_->largest; }

Aabb Deformation::bounds_during(const Interval& span) const {
  const auto all = frames();
  const std::size_t first = frame_before(all, span.lo);
  std::size_t last = frame_before(all, span.hi) + 1;
  Aabb box;
  for (std::size_t k = first; k <= last; ++k) box.add(data_->boxes[k]);
  // A frame of the same time as the span's start lies before a jump: an arrival counts, too.
  if (first > 0 && all[first].time == span.lo) box.add(data_->boxes[first - 1]);
  return box;
}

std::vector<double> Deformation::knots_within(const Interval& span) const {
  std::vector<double> knots;
  for (const DeformationFrame& frame : frames()) {
    const bool is_new = knots.empty() || knots.back() < frame.time;
    if (span.lo < frame.time && frame.time < span.hi && is_new) knots.push_back(frame.time);
  }
  return knots;
}

std::vector<double> Deformation::jumps_within(const Interval& span) const {
  std::vector<double> jumps;
  const auto all = frames();
  for (std::size_t k = 1; k < all.size(); ++k) {
    const double t = all[k].time;
    if (t == all[k - 1].time && span.lo < t && t <= span.hi) jumps.push_back(t);
  }
  return jumps;
}

Deformation::Part Deformation::part(const Interval& span) const {
  const auto all = frames();
  if (span.is_point()) {
    const std::vector<Vec3> vertices = vertices_at(span.lo);
    return {vertices, vertices, error()};
  }
  if (span.hi <= all.front().time) return {all.front().vertices, all.front().vertices, 0.0};
  if (span.lo >= all.back().time) return {all.back().vertices, all.back().vertices, 0.0};
  const std::size_t k = frame_before(all, span.lo);
  GRAZE_ASSERT(span.hi <= all[k + 1].time);
  const bool is_whole = span.lo == all[k].time && span.hi == all[k + 1].time;
  return {between(all[k], all[k + 1], span.lo), between(all[k], all[k + 1], span.hi),
          is_whole ? 0.0 : error()};
}

bool operator==(const Deformation& a, const Deformation& b) {
  return a.data_ == b.data_ ||
         std::ranges::equal(a.frames(), b.frames(), [](const auto& p, const auto& q) {
           return p.time == q.time && p.vertices == q.vertices;
         });
}

}  // namespace graze
