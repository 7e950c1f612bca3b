// SPDX-License-Identifier: MIT
#include "robot/sampled_motion.h"

#include <time.h>

#include <algorithm>
#include <cmath>

namespace graze::bench {

Values between(const Values& from, const Values& to, double s) {
  Values q(from.size());
  for (std::size_t i = 0; i < q.size(); ++i) q[i] = from[i] + s * (to[i] - from[i]);
  return q;
}

SampledMotion::SampledMotion(const MotionChecker& checker)
    : checker_(checker), fcl_(checker.scene()) {
  for (const Motion& motion : world_motions(checker.scene().scene())) {
    world_.push_back(pose_at(motion, 0.0));
  }
}

std::vector<Pose> SampledMotion::poses_at(const Values& q) const {
  const Robot& robot = checker_.robot();
  Values values = home_values(robot);
  for (std::size_t i = 0; i < q.size(); ++i) values[checker_.joints()[i]] = q[i];
  follow_mimics(robot, values);
  const std::vector<Pose> links = link_poses(robot, values);
  std::vector<Pose> poses = world_;
  for (std::size_t link = 0; link < links.size(); ++link) {
    for (const BodyId body : checker_.bodies().all[link]) poses[body.index()] = links[link];
  }
  return poses;
}

std::optional<double> SampledMotion::first_collision(const Values& from, const Values& to,
                                                     int samples) const {
  for (int i = 0; i <= samples; ++i) {
    const double s = static_cast<double>(i) / samples;
    if (fcl_.collision(poses_at(between(from, to, s)))) return s;
  }
  return std::nullopt;
}

int SampledMotion::samples_for(const Values& from, const Values& to, double step) const {
  constexpr int kInstants = 128;
  const auto& bodies = checker_.scene().scene().bodies;
  std::vector<double> fastest(kInstants, 0.0);
  std::vector<Pose> before = poses_at(from);
  double largest = 0.0;
  for (int i = 1; i <= kInstants; ++i) {
    const std::vector<Pose> now = poses_at(between(from, to, static_cast<double>(i) / kInstants));
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const Aabb& box = bodies[b].shape.mesh().bounds();
      if (box.is_empty()) continue;
      for (int corner = 0; corner < 8; ++corner) {
        const Vec3 p((corner & 1) ? box.hi.x() : box.lo.x(), (corner & 2) ? box.hi.y() : box.lo.y(),
                     (corner & 4) ? box.hi.z() : box.lo.z());
        largest = std::max(largest, (now[b] * p - before[b] * p).norm());
      }
    }
    before = now;
  }
  return std::max(1, static_cast<int>(std::ceil(largest * kInstants / step)));
}

}  // namespace graze::bench
