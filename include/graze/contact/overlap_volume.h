// SPDX-License-Identifier: MIT
// The answer to "how much do these overlap, and which way out?".                         [V2, V3]
#pragma once
#include <graze/contact/contact_report.h>

#include <array>
#include <cstdint>
#include <vector>

namespace graze {

/// How the overlap's volume grows when one vertex moves.
struct VertexGradient {
  VertexId vertex;
  Vec3 gradient = Vec3::Zero();  ///< area: volume per length
};

/// How it grows when a whole body moves: dV = linear . shift + angular . rotation vector, the
/// rotation about the origin of the frame of the question.
struct RigidGradient {
  Vec3 linear = Vec3::Zero();   ///< area
  Vec3 angular = Vec3::Zero();  ///< volume per radian

  RigidGradient& operator+=(const RigidGradient& other) {
    linear += other.linear;
    angular += other.angular;
    return *this;
  }
};

/// The same about another point.
inline RigidGradient about(const RigidGradient& gradient, const Vec3& point) {
  return {gradient.linear, gradient.angular - point.cross(gradient.linear)};
}

/// One of the two bodies in an overlap.
struct OverlapSide {
  std::vector<VertexGradient> vertices;  ///< those that bound the overlap; each once, in no order
  RigidGradient rigid;                   ///< the sum of them; the two sides' are opposed
  std::size_t odd_column_count = 0;      ///< columns in which this surface is open
};

/// Two opposed pixels of different bodies: where viscous friction acts.
struct FrictionPatch {
  struct End {
    std::array<std::uint32_t, 3> vertices{};  ///< of the triangle that the pixel shows
    Vec3 weights = Vec3::Zero();              ///< barycentric
    Vec3 point = Vec3::Zero();                ///< frame of the question
  };
  std::array<End, 2> ends;  ///< on body a, on body b
  int axis = 0;             ///< the view: velocities along it do not count
  double area = 0.0;        ///< of the pixel
};

/// A column in which a surface is crossed an odd number of times: the mesh has a hole there.
struct OddColumn {
  int body = 0;               ///< 0: a, 1: b, …
  int axis = 0;               ///< of the view
  Vec3 point = Vec3::Zero();  ///< on the column, frame of the question
};

/// What the images cost.
struct DepthStats {
  std::uint64_t triangles = 0;   ///< of all bodies
  std::uint64_t rasterised = 0;  ///< triangles that came near the region, summed over the views
  std::uint64_t fragments = 0;   ///< pixels of all layers and views
  std::uint64_t layers = 0;      ///< most fragments in one column
  std::uint64_t contacts = 0;    ///< columns' intervals inside the overlap
  double seconds = 0.0;          ///< wall-clock
};

/// Volume of an overlap and its derivatives, sampled. All lengths in scene units.
struct OverlapVolume {
  double volume = 0.0;                     ///< mean of the three views
  double error = 0.0;                      ///< how far a view is from the mean, at most
  std::array<double, 3> volume_by_axis{};  ///< as each view sees it
  std::array<double, 3> longest{};         ///< longest column of each view
  Vec3 centre = Vec3::Zero();              ///< of the volume; zero if there is none
  std::array<OverlapSide, 2> sides;        ///< of a and of b; for a self-overlap only the first
  std::vector<FrictionPatch> patches;      ///< only if asked for
  std::vector<OddColumn> odd_columns;  ///< the first few of each body; their volume is not counted
  std::size_t odd_column_count = 0;    ///< of both sides
  DepthStats stats;
  Guarantee guarantee = Guarantee::kSampled;

  bool is_empty() const { return volume == 0.0; }
  /// Unit: where a has to go for the volume to shrink fastest; zero if that is undefined.
  Vec3 way_out_of_a() const {
    const double size = sides[0].rigid.linear.norm();
    return size > 0.0 ? Vec3(-sides[0].rigid.linear / size) : Vec3::Zero();
  }
  /// The volume over the area that it shows in that direction: about how far a has to go.
  double depth() const {
    const double size = sides[0].rigid.linear.norm();
    return size > 0.0 ? volume / size : 0.0;
  }
};

/// The part of an overlap behind one patch of a coarse grid, as a row for a solver that wants the
/// volume to be 0 (or to shrink): J = sides, and two tangents for friction. Divided by the area,
/// the volume is a depth, and the sides say how that depth grows.
struct VolumeRow {
  double volume = 0.0;               ///< of the overlap behind the patch
  std::array<OverlapSide, 2> sides;  ///< gradient of that volume; the two push alike, against each
                                     ///< other
  Vec3 centre = Vec3::Zero();        ///< of that volume
  Vec3 normal = Vec3::Zero();        ///< unit, from a towards b: the way b has to go; may be zero
  std::array<Vec3, 2> tangents{};    ///< unit, orthogonal to it and to each other
  double area = 0.0;                 ///< that the patch's overlap shows along the normal
};

/// A pair of a scene's bodies.
struct PairOverlap {
  BodyId a;
  BodyId b;  ///< == a: the body's overlap with itself
  OverlapVolume overlap;
};

/// The pairs' overlaps at one instant.
struct OverlapsAt {
  double time = 0.0;  ///< seconds
  std::vector<PairOverlap> pairs;
};

}  // namespace graze
