// SPDX-License-Identifier: MIT
// One body as it was observed, and where it is taken to be.
#pragma once
#include <deque>
#include <optional>
#include <vector>

#include "graze/methods/octree.h"
#include "graze/query/monitor.h"

namespace graze::query {

/// Observations of a pose and, for a body that deforms, of its vertices.
class TrackedBody {
 public:
  TrackedBody(const Body& body, const Pose& start, const MonitorOptions& options);

  /// Another body of the same shape: shares the octree.
  TrackedBody like(const Body& body, const Pose& start) const;

  void observe(const Observation& seen, const std::string& place);

  /// Velocity from the observations; zero before there are two.
  const Twist& twist() const { return twist_; }
  /// Between observations as seen, after the last one as estimated.
  Pose pose_at(double time) const;
  /// The body during a part of the past or of the horizon, grown by what it may leave its estimate.
  SweptBody swept(const Interval& part) const;
  /// The same as a motion over the part, for methods that prove.
  Motion motion(const Interval& part) const;
  /// How much it may leave its estimate until `time`.
  double doubt(double time) const;

  /// As far as it reaches, see `reach`.
  const Shape& shape() const { return shape_; }
  /// Makes a half-space reach so far from its origin; whether that changed anything.
  bool reach(double radius);

  bool deforms() const { return !seen_meshes_.empty(); }
  /// The cycle at `time` is over: its estimate is kept to compare with what comes, observations
  /// that no later question needs are forgotten.
  void end_cycle(double time);
  /// How far the body's points, during a part that began with the last cycle, are at most from
  /// what that cycle took them to be; infinite if that is not known.
  double surprise(const Interval& part) const;
  /// Of its fastest point, with the velocity of the last cycle.
  double speed() const { return expected_.linear.norm() + arm_ * expected_.angular.norm(); }

 private:
  struct SeenPose {
    double time;
    Pose pose;
  };
  struct SeenMesh {
    double time;
    TriangleMesh mesh;
  };
  void set_shape(const Shape& shape);
  void check_times(const Observation& seen, const std::string& place) const;
  void check_vertices(const Observation& seen, const std::string& place) const;
  SweptPose sweep(const Interval& part) const;
  std::vector<TimedPose> knots(const Interval& part) const;
  TriangleMesh mesh_at(double time) const;
  double vertex_detour(const Interval& part, const TriangleMesh& begin,
                       const TriangleMesh& end) const;
  const SeenPose& oldest_of_window() const;
  Twist estimated_twist() const;

  Shape shape_;
  Octree octree_;
  double reach_ = 0.0;  // of a half-space
  double growth_;
  double acceleration_;
  double window_;
  int depth_;
  std::deque<SeenPose> poses_;  // ascending; at least one
  bool was_observed_ = false;   // otherwise the one pose is the scene's
  std::deque<SeenMesh> seen_meshes_;
  Twist twist_;                 // after the last observation
  Twist expected_;              // at the last cycle
  double expected_from_ = 0.0;  // when that was
  double arm_;                  // farthest point from the origin
};

}  // namespace graze::query
