// SPDX-License-Identifier: MIT
// Many bodies in a box that bounce off the walls, and off each other where a monitor says so. [O8]
#pragma once
#include <vector>

#include "graze/contact/monitor_event.h"
#include "graze/scene/scene.h"

namespace graze::bench {

/// Bodies of about 500 triangles (spheres, lumps, rings and shuttles in turn), diameter about 1,
/// speeds up to 1 and turns up to 1 rad / s along each axis. The solids fill `fill` of the box.
class Fleet {
 public:
  Fleet(std::size_t bodies, double fill);

  const Scene& scene() const { return scene_; }
  const std::vector<Pose>& poses() const { return poses_; }
  const std::vector<Twist>& twists() const { return twists_; }

  /// Moves all bodies on.
  void step(double seconds);
  /// Two bodies that approach each other exchange their velocities.
  void bounce(const MonitorEvent& event);

 private:
  Scene scene_;
  double side_ = 0.0;
  std::vector<Pose> poses_;
  std::vector<Twist> twists_;
};

}  // namespace graze::bench
