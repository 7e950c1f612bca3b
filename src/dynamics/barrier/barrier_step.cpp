// SPDX-License-Identifier: MIT
// Question   How do soft bodies move if no surface may ever cross another, or itself?         [V8]
// Source     Incremental Potential Contact (Li et al. 2020): Newton's method on the potential of a
//            step, whose moves are cut by continuous collision detection.
// Guarantee  `linear` proves the straight ways of all surfaces from the start of an inner step to
//            its end, for the coordinates in the state. Without a proof the inner step is tried
//            again at half its length, and not taken at all if that does not help.
// Changed    The proof covers the whole way that a recording shows, not only Newton's moves. Driven
//            bodies move first, as far as the way is free, and take along what they push.
#include "dynamics/barrier/barrier_step.h"

#include <algorithm>
#include <cmath>

#include "dynamics/barrier/potential.h"
#include "graze/base/error.h"
#include "graze/math/rotation.h"

namespace graze::dynamics::barrier {
namespace {
constexpr int kMostNewtonSteps = 200, kMostHalvings = 5, kMostTrials = 40, kFrictionRounds = 2;
constexpr double kKept = 0.3;    // of a distance: a Newton move leaves at least this much
constexpr double kStop = 1e-2;   // of the smallest gap: shorter moves end the search
constexpr double kLeast = 1e-9;  // of a move: surfaces that cannot go this far are stuck
constexpr double kDescent = 1e-4, kRounding = 1e-13;

/// The present point of Newton's method.
struct Iterate {
  VecX x;
  double share = 0.0;  ///< of the step that driven bodies have done
  Placement placement;
  std::vector<Vec3> vertices;
  std::vector<NearContact> contacts;
};

class PartSolve {
 public:
  PartSolve(const World::Data& world, VolumeParts& parts, Surfaces& surfaces, double h)
      : surfaces_(surfaces), potential_(world, parts, surfaces, h) {
    has_driven_ = std::ranges::any_of(world.bodies, [](const World::Data::Entry& e) {
      return e.is_there && e.body.role == Role::kDriven;
    });
    now_.x = potential_.start();
    begin_ = potential_.placed(now_.x, 0.0);
    now_.share = has_driven_ ? 0.0 : 1.0;
    surfaces_.move(begin_, begin_);
    look(surfaces_.near(), now_);
    potential_.set_first_vertices(now_.vertices);
  }

  /// False if no end is found, or the way to it cannot be proved.
  bool run() {
    for (int round = 0; round < kFrictionRounds; ++round) {
      std::vector<Rub> rubs = rubs_of(now_.contacts);
      if (round > 0 && rubs.empty()) break;
      potential_.set_rubs(std::move(rubs));
      if (!minimise()) return false;
    }
    surfaces_.move(begin_, now_.placement);
    return surfaces_.are_free();
  }

  const Iterate& end() const { return now_; }
  const VecX& start() const { return potential_.start(); }
  bool is_converged() const { return is_converged_; }
  int newton_steps() const { return steps_; }
  double residual() const { return residual_; }

 private:
  void look(const std::vector<FeaturePair>& pairs, Iterate& at) {
    at.placement = potential_.placed(at.x, at.share);
    at.vertices = surfaces_.at(at.placement);
    at.contacts = near_contacts(surfaces_, pairs, at.vertices);
  }

  bool minimise() {
    for (int n = 0; n < kMostNewtonSteps; ++n, ++steps_) {
      const bool has_arrived = now_.share >= 1.0;
      VecX given = now_.x;
      std::vector<Vec3> given_vertices;
      if (!has_arrived) {
        given_vertices = surfaces_.at(potential_.placed(given, 1.0));
        for (std::size_t v = 0; v < given_vertices.size(); ++v) {
          given_vertices[v] -= now_.vertices[v];
        }
      }
      given -= now_.x;
      const auto direction =
          potential_.newton(now_.x, now_.contacts, now_.vertices, given, given_vertices);
      if (!direction) return false;
      residual_ = direction->way.lpNorm<Eigen::Infinity>() / surfaces_.smallest_gap();
      if (has_arrived && residual_ <= kStop) return true;
      const double share = free_share(direction->way);
      if (!(share > kLeast)) return end_early();
      if (has_arrived ? !descend(*direction, share) : !go_ahead(direction->way, share)) {
        return end_early();
      }
    }
    return end_early();
  }

  /// Called when nothing improves any more: counts as an end if driven bodies have reached theirs.
  bool end_early() {
    is_converged_ = is_converged_ && residual_ <= 10.0 * kStop;
    return now_.share >= 1.0;
  }

  Iterate ahead(const VecX& way, double share) const {
    Iterate next;
    next.x = now_.x + share * way;
    next.share = now_.share + share * (1.0 - now_.share);
    return next;
  }

  double free_share(const VecX& way) {
    Iterate end = ahead(way, 1.0);
    surfaces_.move(now_.placement, potential_.placed(end.x, end.share));
    return surfaces_.free_share(distances_of(now_.contacts), kKept);
  }

  /// The pairs of features that may come near on a share of a way.
  std::vector<FeaturePair> near_on(const VecX& way, double share) {
    Iterate end = ahead(way, share);
    surfaces_.move(now_.placement, potential_.placed(end.x, end.share));
    return surfaces_.near();
  }

  /// Takes the move without a descent check: driven bodies do work, so the potential may rise.
  bool go_ahead(const VecX& way, double share) {
    const std::vector<FeaturePair> pairs = near_on(way, share);
    Iterate next = ahead(way, share);
    if (share >= 1.0) next.share = 1.0;
    look(pairs, next);
    now_ = std::move(next);
    return true;
  }

  bool descend(const Potential::Direction& direction, double share) {
    const std::vector<FeaturePair> pairs = near_on(direction.way, share);
    const double before = potential_.value(now_.x, now_.contacts, now_.vertices);
    for (int trial = 0; trial < kMostTrials; ++trial, share *= 0.5) {
      Iterate next = ahead(direction.way, share);
      look(pairs, next);
      const double after = potential_.value(next.x, next.contacts, next.vertices);
      const double wanted =
          before + kDescent * share * direction.slope + kRounding * std::abs(before);
      if (!(after <= wanted)) continue;
      now_ = std::move(next);
      return true;
    }
    return false;
  }

  Surfaces& surfaces_;
  Potential potential_;
  Placement begin_;
  Iterate now_;
  bool has_driven_ = false, is_converged_ = true;
  int steps_ = 0;
  double residual_ = 0.0;
};

void refuse_what_moves_rigidly(const World::Data& world) {
  for (const World::Data::Entry& entry : world.bodies) {
    if (!entry.is_there || !entry.is_dynamic() || entry.body.elastic) continue;
    throw InputError({"body '" + entry.body.body.name + "'", "a rigid body that forces move",
                      "soft, static and driven bodies alone with contact 'barrier'",
                      "make it soft, of a stiff material, or use contact 'exact' or 'volume'"});
  }
}

void commit_rigid(World::Data& world, std::size_t i, const Pose& to, double h) {
  const World::Data::Entry& entry = world.bodies[i];
  BodyState& state = world.state.bodies[i];
  const Vec3& centre = entry.mass.centre;
  const Mat3 turn = times(to.rotation, Mat3(state.pose.rotation.transpose()));
  state.velocity = (to * centre - state.pose * centre) / h;
  state.angular_velocity = vector_from_rotation(turn) / h;
  state.pose = to;
  state.is_late = false;
}

void commit(World::Data& world, const PartSolve& solve, double h) {
  const Placement& end = solve.end().placement;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const World::Data::Entry& entry = world.bodies[i];
    if (!entry.is_there) continue;
    if (entry.body.role == Role::kDriven) commit_rigid(world, i, end.poses[i], h);
    if (!entry.body.elastic) continue;
    SoftState& soft = world.state.soft[i];
    Vec3 momentum = Vec3::Zero();
    for (std::size_t n = 0; n < soft.positions.size(); ++n) {
      soft.velocities[n] = (end.nodes[i][n] - soft.positions[n]) / h;
      momentum += entry.body.elastic->masses[n] * soft.velocities[n];
    }
    soft.positions = end.nodes[i];
    world.state.bodies[i].velocity = momentum / entry.mass.mass;
  }
  world.state.time += h;
}

/// Reports one contact for each pair of bodies that push each other: the sum over their features.
void report_pairs(const World::Data& world, const PartSolve& solve, double h, StepReport& report) {
  std::map<IndexPair, WorldContact> sums;
  std::map<IndexPair, double> pushes;
  for (const NearContact& c : solve.end().contacts) {
    if (c.pair.first == c.pair.second) continue;
    const auto bodies = std::minmax(c.pair.first, c.pair.second);
    const auto [at, is_new] = sums.try_emplace(bodies);
    WorldContact& sum = at->second;
    const double push = c.force();
    sum.a = BodyId(bodies.first);
    sum.b = BodyId(bodies.second);
    sum.gap = is_new ? c.distance : std::min(sum.gap, c.distance);
    sum.point += push * c.point;
    sum.impulse += (c.pair.first == bodies.second ? h : -h) * push * c.normal;
    pushes[bodies] += push;
  }
  for (auto& [bodies, sum] : sums) {
    const double push = pushes[bodies], size = sum.impulse.norm();
    if (!(push > 0.0) || !(size > 0.0)) continue;
    sum.point /= push;
    sum.normal = sum.impulse / size;
    sum.force = sum.impulse / world.options.step;
    report.contacts.push_back(sum);
  }
}

void report_end(const PartSolve& solve, VolumeStep& volume) {
  volume.solver_iterations += solve.newton_steps();
  volume.solver_residual = std::max(volume.solver_residual, solve.residual());
  volume.is_converged = volume.is_converged && solve.is_converged();
}

/// Takes one inner step, if it can be proved.
bool take_part_apart(World::Data& world, VolumeParts& parts, Surfaces& surfaces, double h,
                     bool is_last_try, StepReport& report) {
  PartSolve solve(world, parts, surfaces, h);
  if (!solve.run()) return false;
  if (!solve.is_converged() && !is_last_try) return false;
  report_end(solve, *report.volume);
  commit(world, solve, h);
  report_pairs(world, solve, h, report);
  by_volume::update(world, parts);
  return true;
}

void take_parts(World::Data& world, VolumeParts& parts, Surfaces& surfaces, StepReport& report) {
  const double step = world.options.step, shortest = std::ldexp(step, -kMostHalvings);
  double left = step, wanted = step;
  while (left > 1e-9 * step && report.inner_steps < world.options.max_inner_steps) {
    const double h = std::min(left, wanted);
    const std::size_t knots = report.knots.size(), soft_knots = report.soft_knots.size();
    if (report.inner_steps > 0) by_volume::put_knots(world, report);
    if (take_part_apart(world, parts, surfaces, h, 0.5 * h < shortest, report)) {
      left -= h;
      ++report.inner_steps;
      continue;
    }
    report.knots.resize(knots);
    report.soft_knots.resize(soft_knots);
    wanted = 0.5 * h;
    if (wanted < shortest) break;
  }
  report.volume->time_lost = left > 1e-9 * step ? left : 0.0;
}
}  // namespace

StepReport step_by_barrier(World::Data& world) {
  refuse_what_moves_rigidly(world);
  VolumeParts& parts = by_volume::parts_of(world);
  if (!parts.is_current) by_volume::update(world, parts);
  Surfaces surfaces(world, parts);
  if (world.may_overlap) {
    surfaces.refuse_overlaps();
    world.may_overlap = false;
  }
  StepReport report;
  report.volume.emplace();
  report.volume->pairs_apart = surfaces.pair_count();
  const double before = world.energy().total();
  take_parts(world, parts, surfaces, report);
  report.seconds = world.options.step - report.volume->time_lost;
  report.residual = report.volume->solver_residual;
  ++world.state.steps;
  report.time = world.state.time;
  report.energy = world.energy();
  report.volume->energy_change = report.energy.total() - before;
  const auto in_order = [](const auto& x, const auto& y) {
    return std::tie(x.body, x.time) < std::tie(y.body, y.time);
  };
  std::ranges::stable_sort(report.knots, in_order);
  std::ranges::stable_sort(report.soft_knots, in_order);
  return report;
}

}  // namespace graze::dynamics::barrier
