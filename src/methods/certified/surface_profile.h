// SPDX-License-Identifier: MIT
// Faces about one line, seen by their points' distances rho to the line and heights z along it.
//
// The map to (rho, z) brings no two points farther apart, so what is apart there is apart in space;
// for faces of revolution about the line it is all that matters. A motion that turns about the line
// and slides along it only shifts z.                                                          [C10]
#pragma once
#include "methods/certified/axis_face.h"

namespace graze::certified {

/// Two faces about one line, and how they move there. Invalid if they are not, or do not stay so.
class ProfilePair {
 public:
  /// Of two faces of which one at least is a face of revolution. `slack`: how far their lines may
  /// be apart from the moment on for so long.
  static std::optional<ProfilePair> about_one_line(const SurfaceFace& a, const SurfaceFace& b,
                                                   const Moment& moment, double duration,
                                                   double slack);

  /// Of two planes across a line of body a: point and unit vector, frame of a.
  static std::optional<ProfilePair> across_line(const SurfaceFace& a, const SurfaceFace& b,
                                                const Vec3& point, const Vec3& axis,
                                                const Moment& moment, double duration,
                                                double slack);

  const AxisFace& a() const { return a_; }
  const AxisFace& b() const { return b_; }

  /// The bodies as they move in the plane of x = rho and z: bounds hold as those of `moment` do.
  Moment in_plane(const Moment& moment) const;

  /// Parameters of the two faces' points of these profile parameters at the k-th of kAngles angles,
  /// if both faces are there at all. Ends of both ranges of angles are among them.
  static constexpr int kAngles = 20;
  struct Parameters {
    std::array<double, 2> a, b;
  };
  std::optional<Parameters> at_angle(int k, double profile_a, double profile_b,
                                     const Moment& moment) const;

 private:
  static std::optional<ProfilePair> if_near(const AxisFace& a, const AxisFace& b,
                                            const Moment& moment, double duration, double slack);
  AxisFace a_, b_;
};

}  // namespace graze::certified
