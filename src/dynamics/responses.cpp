// SPDX-License-Identifier: MIT
// Question   Which impulses and forces make objects bounce, rub, rest or separate?             [K1]
// Source     Momentum transfer (Zachwieja 1992, section 3.2) at the points of the reduced manifold;
//            pressure on overlaps (Faure et al. 2008, eq. 1).
// Guarantee  Impulses are equal and opposite, so momentum is conserved. Where they would add
//            energy, all are scaled down alike, unless given bodies move.
// Changed    Solved by least constraint, as in the rigid solver.
#include <algorithm>
#include <cmath>
#include <map>

#include "dynamics/least_constraint.h"
#include "graze/dynamics/response_controller.h"
#include "graze/query/overlap_force.h"

namespace graze {

void ResponseController::begin(Objects&) {}
void ResponseController::respond(Objects&, std::span<const Detection>) {}

namespace {
using dynamics::kGiven;
using dynamics::SolverBody;
using dynamics::SolverPair;
using dynamics::SolverProblem;
using dynamics::SolverResult;

/// The bodies and contacts in the solver's form.
class ImpulseProblem {
 public:
  ImpulseProblem(const Objects& objects, std::span<const Detection> contacts) : objects_(objects) {
    for (const Detection& found : contacts) {
      if (!found.overlap && !found.event.manifold.empty()) add(found);
    }
  }

  /// Reflects contacts that approach faster than forces accelerate bodies in the remaining time.
  void bounce(const Vec3& fastest_force_step) {
    const double fast = fastest_force_step.norm();
    for (std::size_t p = 0; p < problem_.pairs.size(); ++p) {
      for (auto& contact : problem_.pairs[p].contacts) {
        const double approach = -contact.normal.dot(velocity(problem_.pairs[p], contact.point));
        if (approach > fast) contact.bound = restitutions_[p] * approach;
      }
    }
  }
  /// Poses the same problem for accelerations: contacts that do not separate must not accelerate
  /// towards each other.
  void ask_for_accelerations(const std::vector<Vec6>& velocities) {
    for (std::size_t i = 0; i < velocities.size(); ++i) problem_.bodies[i].wish = velocities[i];
    for (SolverPair& pair : problem_.pairs) {
      std::erase_if(pair.contacts, [&](const auto& contact) {
        return contact.normal.dot(velocity(pair, contact.point)) > 1e-6 * problem_.speed;
      });
      for (auto& contact : pair.contacts) contact.bound = 0.0;
      pair.given.setZero();
    }
    for (const auto& [id, place] : places_) {
      problem_.bodies[place].wish << objects_.acceleration(id), Vec3::Zero();
    }
  }
  /// The changes of velocity by the impulses. They are equal and opposite even if the solver
  /// stopped early.
  std::vector<Vec6> gains(const SolverResult& result) const {
    std::vector<Vec6> gains(problem_.bodies.size(), Vec6::Zero());
    const auto push = [&](int place, const Vec3& point, const Vec3& impulse) {
      if (place == kGiven) return;
      const SolverBody& body = problem_.bodies[static_cast<std::size_t>(place)];
      Vec6& gain = gains[static_cast<std::size_t>(place)];
      gain.head<3>() += impulse / body.mass;
      gain.tail<3>() += body.inertia.ldlt().solve((point - body.position).cross(impulse));
    };
    for (std::size_t p = 0; p < problem_.pairs.size(); ++p) {
      const SolverPair& pair = problem_.pairs[p];
      for (std::size_t c = 0; c < pair.contacts.size(); ++c) {
        push(pair.a, pair.contacts[c].point, -result.impulses[p][c]);
        push(pair.b, pair.contacts[c].point, result.impulses[p][c]);
      }
    }
    return gains;
  }
  bool is_empty() const { return problem_.pairs.empty(); }
  SolverResult solve() const {
    return solve_least_constraint(problem_, dynamics::FrictionLaw::kCoulomb);
  }
  const SolverProblem& problem() const { return problem_; }
  const std::map<BodyId, std::size_t>& places() const { return places_; }

 private:
  int place(BodyId id) {
    const MassModel* matter = objects_.matter(id);
    if (matter == nullptr) return kGiven;
    const auto [it, is_new] = places_.try_emplace(id, problem_.bodies.size());
    if (is_new) {
      const BodyState state = objects_.state(id);
      SolverBody body;
      body.position = state.pose * matter->centre;
      body.mass = matter->mass;
      body.inertia = state.pose.rotation * matter->inertia * state.pose.rotation.transpose();
      body.wish << state.velocity, state.angular_velocity;
      problem_.bodies.push_back(body);
      problem_.speed = std::max(problem_.speed, state.velocity.norm());
    }
    return static_cast<int>(it->second);
  }

  void add(const Detection& found) {
    SolverPair pair;
    pair.a = place(found.a);
    pair.b = place(found.b);
    if (pair.a == kGiven && pair.b == kGiven) return;
    pair.origin = found.event.manifold.front().point;
    const auto add_given = [&](BodyId id, double sign) {
      const BodyState state = objects_.state(id);
      const Vec3 arm =
          pair.origin - state.pose * objects_.boundary(id).shape.mesh().bounds().centre();
      Vec6 twist;
      twist << state.velocity + state.angular_velocity.cross(arm), state.angular_velocity;
      pair.given += sign * twist;
    };
    if (pair.a == kGiven) add_given(found.a, -1.0);
    if (pair.b == kGiven) add_given(found.b, 1.0);
    const ContactMaterial material = objects_.material(found.a, found.b);
    for (const LoadedPoint& point : found.event.manifold) {
      pair.contacts.push_back({point.point, point.normal, 0.0, material.friction});
    }
    restitutions_.push_back(material.restitution);
    problem_.pairs.push_back(std::move(pair));
  }

  Vec3 velocity(const SolverPair& pair, const Vec3& point) const {
    Vec3 v = pair.given.head<3>() + pair.given.tail<3>().cross(Vec3(point - pair.origin));
    const auto add = [&](int body, double sign) {
      if (body == kGiven) return;
      const SolverBody& b = problem_.bodies[static_cast<std::size_t>(body)];
      v += sign * (b.wish.head<3>() + b.wish.tail<3>().cross(Vec3(point - b.position)));
    };
    add(pair.b, 1.0);
    add(pair.a, -1.0);
    return v;
  }

  const Objects& objects_;
  SolverProblem problem_;
  std::vector<double> restitutions_;
  std::map<BodyId, std::size_t> places_;
};

/// The largest share s of the change that adds no energy: linear s + square s^2 <= 0. With moving
/// given bodies, which may add energy, it is 1.
double harmless_share(const SolverProblem& problem, const std::vector<Vec6>& gains) {
  double linear = 0.0, square = 0.0;
  for (const SolverPair& pair : problem.pairs) {
    if (!pair.given.isZero(0.0)) return 1.0;
  }
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    const SolverBody& body = problem.bodies[i];
    Vec6 momentum;
    momentum << body.mass * gains[i].head<3>(), body.inertia * gains[i].tail<3>();
    square += 0.5 * gains[i].dot(momentum);
    linear += body.wish.dot(momentum);
  }
  if (!(square > 0.0) || linear + square <= 0.0) return 1.0;
  return std::clamp(-linear / square, 0.0, 1.0);
}
}  // namespace

void ImpulseResponse::respond(Objects& objects, std::span<const Detection> contacts) {
  ImpulseProblem problem(objects, contacts);
  if (problem.is_empty()) return;
  Vec3 fastest = Vec3::Zero();
  for (const auto& [id, place] : problem.places()) {
    const Vec3 gain = objects.acceleration(id) * objects.span().width();
    if (gain.norm() > fastest.norm()) fastest = gain;
  }
  problem.bounce(fastest);
  std::vector<Vec6> gains = problem.gains(problem.solve());
  const double share = harmless_share(problem.problem(), gains);
  std::vector<Vec6> velocities;
  for (std::size_t i = 0; i < gains.size(); ++i) {
    gains[i] *= share;
    velocities.push_back(problem.problem().bodies[i].wish + gains[i]);
  }
  for (const auto& [id, place] : problem.places()) {
    objects.change(id,
                   {gains[place].head<3>(), gains[place].tail<3>(), Vec3::Zero(), Vec3::Zero()});
  }
  problem.ask_for_accelerations(velocities);
  gains = problem.gains(problem.solve());
  for (const auto& [id, place] : problem.places()) {
    const SolverBody& body = problem.problem().bodies[place];
    objects.change(id, {Vec3::Zero(), Vec3::Zero(), body.mass * gains[place].head<3>(),
                        body.inertia * gains[place].tail<3>()});
  }
}

void PenaltyResponse::begin(Objects& objects) {
  for (const Detection& found : objects.detect()) {
    if (!found.overlap) continue;
    const auto velocity = [&](BodyId id) {
      const BodyState state = objects.state(id);
      const MassModel* matter = objects.matter(id);
      const Vec3 centre = matter != nullptr ? state.pose * matter->centre : state.pose.translation;
      return RigidVector{state.velocity - state.angular_velocity.cross(centre),
                         state.angular_velocity};
    };
    std::array<RigidVector, 2> forces;
    add_pressure(*found.overlap, options_.stiffness, options_.damping,
                 {velocity(found.a), velocity(found.b)}, {&forces[0], &forces[1]});
    for (int side = 0; side < 2; ++side) {
      const BodyId id = side == 0 ? found.a : found.b;
      const MassModel* matter = objects.matter(id);
      if (matter == nullptr) continue;
      const RigidVector& f = forces[static_cast<std::size_t>(side)];
      const Vec3 centre = objects.state(id).pose * matter->centre;
      objects.change(id,
                     {Vec3::Zero(), Vec3::Zero(), f.linear, f.angular - centre.cross(f.linear)});
    }
  }
}

}  // namespace graze
