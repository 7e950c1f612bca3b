// SPDX-License-Identifier: MIT
// One step of a world: overlaps, inner steps, the report.                                    [C11]
#include <algorithm>
#include <cmath>

#include "dynamics/half_spaces.h"
#include "dynamics/volume/volume_parts.h"
#include "dynamics/world_data.h"
#include "graze/base/error.h"
#include "graze/broadphase/overlapping_pairs.h"
#include "graze/math/rotation.h"
#include "graze/methods/certified.h"
#include "graze/motion/accelerated_motion.h"

namespace graze {
namespace dynamics {
namespace {
constexpr double kMostTurn = 1.0;  // rad per inner step, so that the end of a way determines it

Aabb box_of(const World::Data& world, std::size_t i) {
  const World::Data::Entry& entry = world.bodies[i];
  if (!entry.is_there || entry.is_empty()) return {};
  const Pose& pose = world.state.bodies[i].pose;
  const Aabb& bounds = entry.tree.mesh().bounds();
  const Vec3 centre = pose * bounds.centre();
  const Vec3 half = pose.rotation.cwiseAbs() * (0.5 * bounds.size()) +
                    Vec3::Constant(entry.growth + 1e-12 * centre.norm());
  return {centre - half, centre + half};
}

bool overlap(const World::Data& world, std::size_t a, std::size_t b) {
  const World::Data::Entry &x = world.bodies[a], &y = world.bodies[b];
  const Motion at_a = Motion::still(world.state.bodies[a].pose);
  const Motion at_b = Motion::still(world.state.bodies[b].pose);
  const Clearance clearance =
      distance_at({x.tree, at_a, x.growth}, {y.tree, at_b, y.growth}, 0.0,
                  {.farthest = world.skin(a, b), .likely_nearest = {}, .budget = {}});
  if (!(clearance.distance.lo > 0.0)) return true;
  const Body &body_a = x.body.body, &body_b = y.body.body;
  return find_inside(placed_at(body_a.shape, body_a.is_said_hollow(), at_a, 0.0),
                     placed_at(body_b.shape, body_b.is_said_hollow(), at_b, 0.0))
             .answer == InsideAnswer::kYes;
}

std::vector<WorldOverlap> overlaps_of(const World::Data& world) {
  std::vector<Aabb> boxes(world.bodies.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i] = box_of(world, i);
  std::vector<WorldOverlap> found;
  for (const auto& [a, b] : overlapping_pairs(boxes)) {
    if (world.is_watched(a, b) && overlap(world, a, b)) found.push_back({BodyId(a), BodyId(b)});
  }
  return found;
}

void refuse_overlaps(World::Data& world) {
  const std::vector<WorldOverlap> found = overlaps_of(world);
  if (found.empty()) {
    world.may_overlap = false;
    return;
  }
  const auto name = [&](BodyId id) { return "'" + world.bodies[id.index()].body.body.name + "'"; };
  throw InputError({"bodies " + name(found[0].a) + " and " + name(found[0].b),
                    std::to_string(found.size()) + " overlapping pair(s)", "bodies apart",
                    "move them, or call separate()"});
}
}  // namespace

namespace {
// The radius of the shape without its growth: a point with growth (a ball) does not move as it
// turns.
double turning_radius(const World::Data::Entry& entry) {
  const double radius = entry.radius - entry.growth;
  return radius > 1e-9 * entry.radius ? radius : 0.0;
}

double angular_speed(const World::Data& world, std::size_t i) {
  const World::Data::Entry& entry = world.bodies[i];
  if (entry.is_dynamic()) return world.state.bodies[i].angular_velocity.norm();
  if (entry.body.role != Role::kDriven) return 0.0;
  const double t = world.state.time;
  double speed = 0.0;
  for (const SmoothPiece& piece :
       smooth_pieces(entry.body.body.motion, {t, t + world.options.step})) {
    speed = std::max(speed, bounds_over(piece.motion, piece.span).angular_speed);
  }
  return speed;
}

/// The angle by which each body turns in a step; 0 if turning does not move its surface.
std::vector<double> turns_of(const World::Data& world) {
  std::vector<double> turns(world.bodies.size(), 0.0);
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const World::Data::Entry& entry = world.bodies[i];
    if (!entry.is_there || entry.is_empty() || !(turning_radius(entry) > 0.0)) continue;
    turns[i] = angular_speed(world, i) * world.options.step;
  }
  return turns;
}
}  // namespace

int inner_step_count(const World::Data& world) {
  const std::vector<double> turns = turns_of(world);
  double parts = 1.0, free_parts = 1.0;
  std::vector<Aabb> boxes(world.bodies.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (world.bodies[i].is_dynamic()) {
      free_parts = std::max(free_parts, std::ceil(turns[i] / kMostTurn));
    }
    boxes[i] = box_of(world, i);
    if (boxes[i].is_empty()) continue;
    const double margin = 0.02 * world.bodies[i].diagonal;
    boxes[i].lo.array() -= margin;
    boxes[i].hi.array() += margin;
  }
  for (const auto& [a, b] : overlapping_pairs(boxes)) {
    if (!world.is_watched(a, b)) continue;
    // The arc of a point at distance r bulges by r turn^2 / 8 beyond its chord.
    const double reach = 5.0 * world.skin(a, b);
    for (const std::size_t i : {std::size_t{a}, std::size_t{b}}) {
      parts =
          std::max(parts, turns[i] * std::sqrt(turning_radius(world.bodies[i]) / (8.0 * reach)));
    }
  }
  const double most_in_contact = world.options.max_inner_steps;
  const double least = std::ceil(parts - 1e-9);
  return static_cast<int>(std::min(1000.0, std::max(std::min(least, most_in_contact), free_parts)));
}

}  // namespace dynamics

std::vector<WorldOverlap> World::overlaps() const { return dynamics::overlaps_of(*data_); }

bool World::separate() {
  for (int round = 0; round < 200; ++round) {
    const std::vector<WorldOverlap> found = overlaps();
    if (found.empty()) return true;
    for (const auto& [a, b] : found) {
      const Vec3 from = dynamics::box_of(*data_, a.index()).centre();
      const Vec3 to = dynamics::box_of(*data_, b.index()).centre();
      Vec3 way = to - from;
      if (const auto out = dynamics::outward_of(*data_, a.index())) way = *out;
      if (const auto out = dynamics::outward_of(*data_, b.index())) way = -*out;
      if (!(way.norm() > 0.0)) way = -data_->options.gravity;
      if (!(way.norm() > 0.0)) way = Vec3::UnitZ();
      way.normalize();
      const auto is_moved = [&](BodyId id, BodyId other) {
        const Data::Entry &x = data_->bodies[id.index()], &y = data_->bodies[other.index()];
        return x.is_dynamic() && (!y.is_dynamic() || x.mass.mass <= y.mass.mass);
      };
      const auto move = [&](BodyId id, double sign) {
        data_->state.bodies[id.index()].pose.translation +=
            sign * 0.1 * data_->bodies[id.index()].diagonal * way;
      };
      const bool move_a = is_moved(a, b), move_b = is_moved(b, a);
      if (move_a) move(a, -1.0);
      if (move_b) move(b, 1.0);
    }
    dynamics::bound_half_spaces(*data_);
    data_->may_overlap = true;
  }
  return overlaps().empty();
}

StepReport World::step() {
  if (data_->is_by_volume()) return dynamics::by_volume::step_by_volume(*data_);
  dynamics::bound_half_spaces(*data_);
  if (data_->may_overlap) dynamics::refuse_overlaps(*data_);
  StepReport report;
  report.seconds = data_->options.step;
  report.inner_steps = dynamics::inner_step_count(*data_);
  const double begin = data_->state.time;
  for (int i = 1; i <= report.inner_steps; ++i) {
    const double end = begin + data_->options.step * i / report.inner_steps;
    dynamics::take_inner_step(*data_, end - data_->state.time, report);
    if (i == report.inner_steps) break;
    for (std::size_t k = 0; k < data_->bodies.size(); ++k) {
      if (!data_->bodies[k].is_there || data_->bodies[k].body.role == Role::kStatic) continue;
      report.knots.push_back({BodyId(k), data_->state.time, data_->state.bodies[k].pose});
    }
  }
  ++data_->state.steps;
  report.time = data_->state.time;
  report.energy = energy();
  std::ranges::stable_sort(report.knots, [](const WorldKnot& x, const WorldKnot& y) {
    return std::tie(x.body, x.time) < std::tie(y.body, y.time);
  });
  return report;
}

Motion motion_of_step(const Pose& begin, std::span<const WorldKnot> knots, const Pose& end,
                      const Vec3& centre, const Interval& span) {
  const Pose centre_from_body{Mat3::Identity(), -centre};
  const Pose body_from_centre{Mat3::Identity(), centre};
  std::vector<TimedPose> poses{{span.lo, begin * body_from_centre}};
  for (const WorldKnot& knot : knots) {
    if (knot.time > poses.back().time && knot.time < span.hi) {
      poses.push_back({knot.time, knot.pose * body_from_centre});
    }
  }
  poses.push_back({span.hi, end * body_from_centre});
  return Motion::placed({}, Motion::path(poses, Interpolation::kSlerp), centre_from_body);
}

}  // namespace graze
