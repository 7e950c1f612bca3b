// SPDX-License-Identifier: MIT
// How a mesh changes its form: its vertices at given times, linear in between.            [C5, G1]
#pragma once
#include <graze/geometry/aabb.h>
#include <graze/math/interval.h>
#include <graze/math/vec.h>

#include <memory>
#include <span>
#include <vector>

namespace graze {

/// The vertices at a time. Two frames with the same time are a jump: the mesh arrives as the first
/// one and continues as the second.
struct DeformationFrame {
  double time = 0.0;  ///< seconds
  std::vector<Vec3> vertices;
};

/// Each vertex moves in a straight line at constant speed from frame to frame, and stands still
/// before the first and after the last. Immutable, cheap to copy, safe to use from every thread.
class Deformation {
 public:
  Deformation() = default;  ///< none: the mesh keeps its form

  /// Throws InputError for fewer than two frames, times that descend, are not finite or occur more
  /// than twice, frames of different lengths, and coordinates that are not finite or
  /// beyond 1e90.
  explicit Deformation(std::vector<DeformationFrame> frames);

  bool is_none() const { return data_ == nullptr; }
  std::span<const DeformationFrame> frames() const;

  /// At the time of a jump: the form after it. Exact at the times of frames, else off by at most
  /// `error`.
  std::vector<Vec3> vertices_at(double t) const;
  /// Contains all vertices at every instant of the span, rounding included.
  Aabb bounds_during(const Interval& span) const;
  /// Times of frames strictly inside the span, each once.
  std::vector<double> knots_within(const Interval& span) const;
  /// Times of jumps after the start of the span, its end included.
  std::vector<double> jumps_within(const Interval& span) const;

  /// A part in which all vertices run straight, from `begin` at span.lo to `end` at span.hi.
  struct Part {
    std::vector<Vec3> begin, end;
    double error = 0.0;  ///< of positions, by rounding; 0 from frame to frame
  };
  /// No frame may be inside the span. For an instant, both are what vertices_at gives.
  Part part(const Interval& span) const;
  /// Bounds the rounding error of vertices_at.
  double error() const;

  friend bool operator==(const Deformation& a, const Deformation& b);

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace graze
