// SPDX-License-Identifier: MIT
#include "dynamics/way.h"

#include <cmath>

#include "graze/math/rotation.h"
#include "graze/motion/accelerated_motion.h"

namespace graze::dynamics {
namespace {
Pose moved(const Pose& pose, const Vec3& centre, const Vec6& twist, double seconds) {
  const Mat3 rotation = times(rotation_from_vector(seconds * twist.tail<3>()), pose.rotation);
  const Vec3 place = pose * centre + seconds * twist.head<3>();
  return {rotation, place - times(rotation, centre)};
}

Vec6 twist_between(const Pose& from, const Pose& to, const Vec3& centre, double seconds) {
  Vec6 twist;
  twist << (to * centre - from * centre) / seconds,
      vector_from_rotation(times(to.rotation, Mat3(from.rotation.transpose()))) / seconds;
  return twist;
}
}  // namespace

Pose Way::pose_at_time(double t) const {
  if (follows_motion) return pose_at(motion, t);
  return pose_along(twist, t);
}

Pose Way::pose_along(const Vec6& other_twist, double t) const {
  return moved(pose, entry->mass.centre, other_twist, t - since);
}

Vec6 Way::mean_twist(double t) const {
  if (!follows_motion || !(end > t)) return twist;
  return twist_between(pose_at(motion, t), pose_at(motion, end), entry->mass.centre, end - t);
}

Vec6 Way::velocity_at(double t) const {
  Vec6 out;
  if (follows_motion) {
    const Twist now = twist_at(motion, t);
    const Vec3 arm = times(pose_at(motion, t).rotation, entry->mass.centre);
    out << now.linear + now.angular.cross(arm), now.angular;
  } else if (is_free_to_move()) {
    out << velocity, angular_velocity;
  } else {
    out = twist;
  }
  return out;
}

double Way::speed_bound() const {
  if (!follows_motion) return twist.head<3>().norm() + twist.tail<3>().norm() * entry->radius;
  double speed = 0.0;
  for (const SmoothPiece& piece : smooth_pieces(motion, {since, end})) {
    const MotionBounds bounds = bounds_over(piece.motion, piece.span);
    const double arm = (entry->mass.centre - bounds.reference).norm() + entry->radius;
    speed = std::max(speed, bounds.speed + bounds.angular_speed * arm);
  }
  return speed;
}

void Way::take(const Vec6& new_twist) {
  twist = new_twist;
  if (!(end > since)) return;
  AcceleratedState state;
  state.pose = pose;
  state.centre = entry->mass.centre;
  state.velocity = twist.head<3>();
  state.angular_velocity = twist.tail<3>();
  motion = twist.isZero(0.0) ? Motion::still(pose) : accelerated_motion(state, {since, end});
}

void Way::stand_still() {
  follows_motion = false;
  take(Vec6::Zero());
}

Drive drive_of(const World::Data& world, const Way& way) {
  return {world.options.gravity + way.force / way.entry->mass.mass, way.torque};
}

std::vector<Way> ways_at(const World::Data& world, double seconds) {
  std::vector<Way> ways(world.bodies.size());
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const World::Data::Entry& entry = world.bodies[i];
    const BodyState& state = world.state.bodies[i];
    Way& way = ways[i];
    way.entry = &entry;
    way.since = world.state.time;
    way.end = world.state.time + seconds;
    way.pose = state.pose;
    way.velocity = state.velocity;
    way.angular_velocity = state.angular_velocity;
    way.settled << state.velocity, state.angular_velocity;
    way.force = entry.force;
    way.torque = entry.torque;
    way.command << entry.command, entry.angular_command;
    if (entry.body.role == Role::kDriven && entry.is_there) {
      const Motion& motion = entry.body.body.motion;
      if (state.is_late) {
        way.take(twist_between(way.pose, pose_at(motion, way.end), entry.mass.centre, seconds));
      } else {
        way.motion = motion;
        way.follows_motion = true;
      }
    } else {
      way.take(Vec6::Zero());
    }
    if (entry.is_dynamic()) {
      way.kinetic_at_begin = kinetic_energy(way);
      way.centre_at_begin = way.centre();
    }
  }
  return ways;
}

Vec6 wished_twist(const World::Data& world, const Way& way) {
  const World::Data::Entry& entry = *way.entry;
  Vec6 wish;
  if (!world.state.is_second_order) {
    return way.command;
  }
  const double h = way.end - way.since;
  const Drive drive = drive_of(world, way);
  const Vec3 momentum = inertia_at(entry, way.pose.rotation) * way.angular_velocity;
  const Mat3 turned =
      turned_freely(way.pose.rotation, momentum + 0.5 * h * drive.torque, entry.principal, h);
  wish << way.velocity + 0.5 * h * drive.acceleration,
      vector_from_rotation(times(turned, Mat3(way.pose.rotation.transpose()))) / h;
  return wish;
}

void advance(const World::Data& world, Way& way, double t) {
  const World::Data::Entry& entry = *way.entry;
  const double done = t - way.since, left = way.end - t;
  const Pose pose = way.pose_at_time(t);
  if (entry.is_dynamic() && world.state.is_second_order) {
    const Drive drive = drive_of(world, way);
    const Vec3 momentum = inertia_at(entry, way.pose.rotation) * way.angular_velocity +
                          done * (drive.torque + way.joint_force.tail<3>());
    way.velocity += done * (drive.acceleration + way.joint_force.head<3>() / entry.mass.mass);
    way.angular_velocity = inertia_at(entry, pose.rotation).ldlt().solve(momentum);
    const double a = drive.acceleration.norm();
    if (way.is_free && a > 0.0 && left > 0.0 && !way.is_held) {
      // The straight way differs from the parabola by a done left / 2 along the force. Take the
      // speed that belongs to this place, so that no energy is lost or gained.
      const Vec3 along = drive.acceleration / a;
      const double speed = way.velocity.dot(along);
      const double right = std::copysign(std::sqrt(speed * speed + a * a * done * left), speed);
      way.velocity += (right - speed) * along;
    }
  } else if (entry.is_dynamic()) {
    way.velocity = way.twist.head<3>();
    way.angular_velocity = way.twist.tail<3>();
  }
  way.pose = pose;
  way.since = t;
  way.done = done;
}

double kinetic_energy(const Way& way) {
  const World::Data::Entry& entry = *way.entry;
  return 0.5 *
         (entry.mass.mass * way.velocity.squaredNorm() +
          way.angular_velocity.dot(inertia_at(entry, way.pose.rotation) * way.angular_velocity));
}

}  // namespace graze::dynamics
