// SPDX-License-Identifier: MIT
// Question   Where is an observed body, and where will it be?                                 [O6]
// Source     Kitamura et al. 1994, section 3.1: future positions are extrapolated from observed
//            motion parameters.
// Guarantee  SweptPose's, for the motion through the observations and on with the last velocity.
// Changed    A stated acceleration widens the estimate with time.
#include "query/monitor/tracked_body.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/math/rotation.h"

namespace graze::query {
namespace {
constexpr double kAnyTimeAgo = -1e300;

Twist twist_between(const Pose& from, const Pose& to, double duration) {
  const Mat3 turn = times(to.rotation, Mat3(from.rotation.transpose()));
  return {(to.translation - from.translation) / duration, vector_from_rotation(turn) / duration};
}

Pose moved(const Pose& from, const Twist& twist, double duration) {
  return {times(rotation_from_vector(duration * twist.angular), from.rotation),
          from.translation + duration * twist.linear};
}

Pose checked(const Pose& pose, const std::string& place) {
  if (!pose.translation.allFinite() || !pose.rotation.allFinite() ||
      !is_rotation(pose.rotation, 1e-6)) {
    throw InputError({place, "a pose that is not finite, or not a rotation", "a rigid pose", ""});
  }
  if (is_rotation(pose.rotation)) return pose;
  return {*nearest_rotation(pose.rotation), pose.translation};
}

double arm_of(const TriangleMesh& mesh) {
  double arm_sq = 0.0;
  for (const Vec3& v : mesh.vertices()) arm_sq = std::max(arm_sq, v.squaredNorm());
  return std::sqrt(arm_sq);
}
}  // namespace

TrackedBody::TrackedBody(const Body& body, const Pose& start, const MonitorOptions& options)
    : shape_(body.shape),
      growth_(body.growth()),
      acceleration_(options.acceleration),
      window_(options.window),
      depth_(options.depth),
      arm_(arm_of(body.shape.mesh())) {
  set_shape(body.shape);
  poses_.push_back({kAnyTimeAgo, start});
}

void TrackedBody::set_shape(const Shape& shape) {
  shape_ = shape;
  octree_ = build_octree(shape.mesh(), {.depth = depth_, .open_mesh = OpenMesh::kSurface});
}

bool TrackedBody::reach(double radius) {
  if (radius <= reach_) return false;
  reach_ = 4.0 * radius;  // so that bodies that move away do not make it grow in every cycle
  set_shape(shape_.reaching(reach_));
  return true;
}

TrackedBody TrackedBody::like(const Body& body, const Pose& start) const {
  TrackedBody other = *this;
  other.shape_ = body.shape;
  other.growth_ = body.growth();
  other.poses_ = {{kAnyTimeAgo, start}};
  return other;
}

void TrackedBody::observe(const Observation& seen, const std::string& place) {
  check_times(seen, place);
  if (!seen.vertices.empty()) check_vertices(seen, place);
  if (seen.pose) {
    const Pose pose = checked(*seen.pose, place);  // if it is refused, nothing has changed
    if (!was_observed_) poses_.clear();
    was_observed_ = true;
    poses_.push_back({seen.time, pose});
    twist_ = estimated_twist();
  }
  if (seen.vertices.empty()) return;
  const auto triangles = octree_.mesh().triangles();
  seen_meshes_.push_back(
      {seen.time, TriangleMesh(seen.vertices, {triangles.begin(), triangles.end()})});
}

void TrackedBody::check_times(const Observation& seen, const std::string& place) const {
  if (!std::isfinite(seen.time) || std::fabs(seen.time) > 1e15) {
    throw InputError({place, "a time that is not finite", "seconds", ""});
  }
  if (seen.pose && was_observed_ && seen.time <= poses_.back().time) {
    throw InputError({place,
                      "a pose of " + number_text(seen.time) + " s after one of " +
                          number_text(poses_.back().time) + " s",
                      "times of a body that ascend", ""});
  }
}

void TrackedBody::check_vertices(const Observation& seen, const std::string& place) const {
  const std::size_t expected = octree_.mesh().vertices().size();
  if (seen.vertices.size() != expected) {
    throw InputError({place, std::to_string(seen.vertices.size()) + " vertices",
                      "the body's " + std::to_string(expected), ""});
  }
  if (!seen_meshes_.empty() && seen.time <= seen_meshes_.back().time) {
    throw InputError({place, "vertices of an earlier time", "times of a body that ascend", ""});
  }
}

const TrackedBody::SeenPose& TrackedBody::oldest_of_window() const {
  std::size_t i = poses_.size() - 2;
  while (i > 0 && poses_.back().time - poses_[i - 1].time <= window_) --i;
  return poses_[i];
}

Twist TrackedBody::estimated_twist() const {
  if (poses_.size() < 2) return {};
  const SeenPose& old = oldest_of_window();
  return twist_between(old.pose, poses_.back().pose, poses_.back().time - old.time);
}

Pose TrackedBody::pose_at(double time) const {
  if (time >= poses_.back().time) {
    return poses_.size() < 2 ? poses_.back().pose
                             : moved(poses_.back().pose, twist(), time - poses_.back().time);
  }
  if (time <= poses_.front().time) return poses_.front().pose;
  const auto after = std::upper_bound(poses_.begin(), poses_.end(), time,
                                      [](double t, const SeenPose& seen) { return t < seen.time; });
  const SeenPose &from = *(after - 1), &to = *after;
  return moved(from.pose, twist_between(from.pose, to.pose, to.time - from.time), time - from.time);
}

std::vector<TimedPose> TrackedBody::knots(const Interval& part) const {
  std::vector<TimedPose> knots{{part.lo, pose_at(part.lo)}};
  for (const SeenPose& seen : poses_) {
    if (seen.time > part.lo && seen.time < part.hi) knots.push_back({seen.time, seen.pose});
  }
  knots.push_back({part.hi, pose_at(part.hi)});
  return knots;
}

double TrackedBody::doubt(double time) const {
  if (acceleration_ == 0.0) return 0.0;
  double age = 0.0;  // of the older of what was seen: pose, vertices
  if (was_observed_) age = std::max(age, time - poses_.back().time);
  if (deforms()) age = std::max(age, time - seen_meshes_.back().time);
  return 0.5 * acceleration_ * age * age * (1.0 + 0x1p-50);
}

SweptPose TrackedBody::sweep(const Interval& part) const {
  const double last = poses_.back().time;
  if (part.lo >= last) {
    return sweep_of(pose_at(part.lo), twist(), part.hi - part.lo);
  }
  if (poses_.size() < 2) return held(poses_.back().pose);
  const bool is_whole_step = part.lo == poses_[poses_.size() - 2].time && part.hi == last;
  if (is_whole_step) {  // the usual case: a cycle for each observation
    const Pose& from = poses_[poses_.size() - 2].pose;
    return sweep_of(from, twist_between(from, poses_.back().pose, last - part.lo), last - part.lo);
  }
  return sweep_of(motion(part), part);
}

Motion TrackedBody::motion(const Interval& part) const {
  if (!(part.hi > part.lo)) return Motion::still(pose_at(part.lo));
  return Motion::path(knots(part), Interpolation::kSlerp);
}

TriangleMesh TrackedBody::mesh_at(double time) const {
  if (seen_meshes_.size() < 2) return seen_meshes_.back().mesh;
  std::size_t after = 1;
  while (after + 1 < seen_meshes_.size() && seen_meshes_[after].time < time) ++after;
  const SeenMesh &from = seen_meshes_[after - 1], &to = seen_meshes_[after];
  if (time <= from.time) return from.mesh;
  if (time == to.time) return to.mesh;
  const double s = (time - from.time) / (to.time - from.time);
  std::vector<Vec3> vertices;
  vertices.reserve(from.mesh.vertices().size());
  for (std::size_t i = 0; i < from.mesh.vertices().size(); ++i) {
    const Vec3 &p = from.mesh.vertices()[i], &q = to.mesh.vertices()[i];
    vertices.push_back(p + s * (q - p));
  }
  return {std::move(vertices), {from.mesh.triangles().begin(), from.mesh.triangles().end()}};
}

/// Vertices that were seen inside the part need not be on the straight line between its ends.
double TrackedBody::vertex_detour(const Interval& part, const TriangleMesh& begin,
                                  const TriangleMesh& end) const {
  double detour = 0.0;
  for (const SeenMesh& seen : seen_meshes_) {
    if (seen.time <= part.lo || seen.time >= part.hi) continue;
    const double s = (seen.time - part.lo) / (part.hi - part.lo);
    for (std::size_t i = 0; i < seen.mesh.vertices().size(); ++i) {
      const Vec3 chord = (1.0 - s) * begin.vertices()[i] + s * end.vertices()[i];
      detour = std::max(detour, (seen.mesh.vertices()[i] - chord).norm());
    }
  }
  return detour;
}

SweptBody TrackedBody::swept(const Interval& part) const {
  SweptBody body{octree_, grown(sweep(part), doubt(part.hi)), {}, growth_};
  if (!deforms()) return body;
  const TriangleMesh begin = mesh_at(part.lo);
  body.end_mesh = mesh_at(part.hi);
  body.octree = build_octree(begin, body.end_mesh,
                             {.depth = depth_, .open_mesh = OpenMesh::kSurface, .threads = 1});
  const double detour = vertex_detour(part, begin, body.end_mesh);
  body.sweep = deforming_sweep(grown(body.sweep, detour), begin, body.end_mesh);
  return body;
}

void TrackedBody::end_cycle(double time) {
  expected_ = twist_;
  expected_from_ = time;
  const double since = std::min(time, poses_.back().time - window_);
  while (poses_.size() > 2 && poses_[1].time <= since) poses_.pop_front();
  while (seen_meshes_.size() > 2 && seen_meshes_[1].time <= time) seen_meshes_.pop_front();
}

double TrackedBody::surprise(const Interval& part) const {
  if (deforms() || expected_from_ != part.lo) return kInfinity;
  const double last = poses_.back().time;
  if (last <= part.lo) return 0.0;  // nothing new was seen
  const std::size_t n = poses_.size();
  const bool is_whole_step = n > 1 && poses_[n - 2].time == part.lo && last == part.hi;
  if (!is_whole_step) return kInfinity;
  // Both start at the pose that was seen then, and keep their velocities.
  const Twist seen = twist_between(poses_[n - 2].pose, poses_[n - 1].pose, last - part.lo);
  return (last - part.lo) * ((seen.linear - expected_.linear).norm() +
                             arm_ * (seen.angular - expected_.angular).norm());
}

}  // namespace graze::query
