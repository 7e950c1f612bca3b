// SPDX-License-Identifier: MIT
// Question   How do touching bodies go on: which blows do they take, which contacts bear them?
// Source     Zachwieja 1992, section 4.3; generalised reflections (Smith et al. 2012) carry a blow
//            from body to body.
// Guarantee  Momentum is conserved. Reflections with restitution <= 1 add no kinetic energy.
// Changed    Friction acts after the reflections, with the normal speeds that they left.
#include <algorithm>

#include "dynamics/inner_step.h"
#include "graze/base/parallel.h"

namespace graze::dynamics {
namespace {
constexpr int kMostReflections = 100;

class VelocitySolver {
 public:
  VelocitySolver(const World::Data& world, const std::vector<Way>& ways, const Island& island,
                 const PairForces& forces)
      : world_(world), ways_(ways), island_(island), forces_(forces), place_(ways.size(), kGiven) {
    time_ = ways[island.bodies.front()].since;
    for (const std::size_t i : island.bodies) seconds_ = std::max(seconds_, ways[i].done);
    problem_.speed = world.options.gravity.norm() * world.options.step + 1e-9;
    for (std::size_t k = 0; k < island.bodies.size(); ++k) {
      const Way& way = ways[island.bodies[k]];
      place_[island.bodies[k]] = static_cast<int>(k);
      SolverBody body{way.centre(),
                      way.entry->mass.mass,
                      inertia_at(*way.entry, way.pose.rotation),
                      way.entry->body.is_locked,
                      way.velocity_at(time_),
                      way.settled};
      for (int d = 0; d < 6; ++d) {
        if (body.is_locked[static_cast<std::size_t>(d)]) body.wish[d] = 0.0;
      }
      problem_.bodies.push_back(body);
      problem_.speed = std::max(problem_.speed, body.wish.head<3>().norm());
    }
    for (const NearPair* near : island.pairs) add_pair(*near);
    for (const std::size_t joint : island.joints) add_joint(joint);
  }

  const SolverProblem& problem() const { return problem_; }
  const std::vector<const NearPair*>& pairs() const { return pairs_; }
  const std::vector<std::vector<std::size_t>>& features() const { return features_; }
  const std::vector<WorldImpact>& impacts() const { return impacts_; }
  bool is_nothing() const { return problem_.pairs.empty() && problem_.rows.empty(); }
  /// The time over which the impulses act, unless a blow is among them.
  double seconds() const { return seconds_; }

  // Blows: reflects every approaching contact until none approaches. The final speeds become the
  // bounds of the contacts.
  void reflect() {
    std::vector<Vec6> now;
    for (const SolverBody& body : problem_.bodies) now.push_back(body.wish);
    const double fast = world_.options.gravity.norm() * world_.options.step;
    if (!note_impacts(now, fast)) return;
    std::vector<std::vector<char>> was_hit;
    for (const SolverPair& pair : problem_.pairs) was_hit.emplace_back(pair.contacts.size(), 0);
    for (int i = 0; i < kMostReflections; ++i) {
      if (!reflect_once(now, 1e-6 * problem_.speed, was_hit)) break;
    }
    for (std::size_t p = 0; p < problem_.pairs.size(); ++p) {
      for (std::size_t c = 0; c < problem_.pairs[p].contacts.size(); ++c) {
        if (!was_hit[p][c]) continue;
        SolverContact& contact = problem_.pairs[p].contacts[c];
        contact.bound = std::max(0.0, speed(problem_.pairs[p], contact, now));
      }
    }
  }

 private:
  Vec3 centre(std::size_t body) const {
    return ways_[body].pose_at_time(time_) * ways_[body].entry->mass.centre;
  }

  Vec3 way_velocity(std::size_t body, const Vec3& point) const {
    if (ways_[body].follows_motion) {
      return twist_at_point(ways_[body].velocity_at(time_), centre(body), point).head<3>();
    }
    return twist_at_point(ways_[body].twist, centre(body), point).head<3>();
  }

  void add_pair(const NearPair& near) {
    SolverPair pair;
    std::vector<std::size_t> features;
    pair.a = place_[near.a];
    pair.b = place_[near.b];
    pair.rolling = near.material.rolling;
    pair.spinning = near.material.spinning;
    pair.origin = near.origin();
    if (pair.b == kGiven) {
      pair.given += twist_at_point(ways_[near.b].velocity_at(time_), centre(near.b), pair.origin);
    }
    if (pair.a == kGiven) {
      pair.given -= twist_at_point(ways_[near.a].velocity_at(time_), centre(near.a), pair.origin);
    }
    for (std::size_t i = 0; i < near.candidates.size(); ++i) {
      const ContactCandidate& c = near.candidates[i];
      if (c.gap > kTouchInSkins * near.skin) continue;
      pair.contacts.push_back(
          {0.5 * (c.point_a + c.point_b), c.normal, 0.0, near.material.friction});
      features.push_back(i);
    }
    // Features that pushed along the way but no longer touch: they may approach at most as fast as
    // they did on the way.
    for (std::size_t i = 0; i < near.foreseen.size(); ++i) {
      const ContactCandidate& c = near.foreseen[i];
      const Vec3 point = 0.5 * (c.point_a + c.point_b);
      const double parting =
          c.normal.dot(way_velocity(near.b, point) - way_velocity(near.a, point));
      pair.contacts.push_back({point, c.normal, std::min(0.0, parting), near.material.friction});
      features.push_back(near.candidates.size() + i);
    }
    if (pair.contacts.empty()) return;
    if (const auto force = forces_.find({near.a, near.b}); force != forces_.end()) {
      expect(pair, seconds_ * force->second);
    }
    problem_.pairs.push_back(std::move(pair));
    pairs_.push_back(&near);
    features_.push_back(std::move(features));
  }

  void add_joint(std::size_t index) {
    const World::Data::JointEntry& entry = world_.joints[index];
    const std::size_t a = entry.joint.a.index(), b = entry.joint.b.index();
    const Pose pose_a = ways_[a].pose_at_time(time_), pose_b = ways_[b].pose_at_time(time_);
    const double value = world_.state.joints[index].value +
                         joint_progress(entry.joint, entry.frames, world_.state.bodies[a].pose,
                                        world_.state.bodies[b].pose, pose_a, pose_b);
    const double seconds = std::max(time_ - world_.state.time, 0.0);
    for (const JointRow& joint :
         joint_rows(entry.joint, entry.frames, pose_a, pose_b, value, world_.options.step)) {
      if (joint.kind == JointRow::Kind::kLimit && joint.error > 1e-6) continue;
      SolverRow row = solver_row(joint, centre(a), centre(b));
      row.a = place_[a];
      row.b = place_[b];
      if (row.a == kGiven) row.bound -= row.j_a.dot(ways_[a].velocity_at(time_));
      if (row.b == kGiven) row.bound -= row.j_b.dot(ways_[b].velocity_at(time_));
      if (joint.kind == JointRow::Kind::kDrive) {
        row.bound += joint.speed;
        row.most = joint.most_force * seconds;
        row.least = -row.most;
      }
      problem_.rows.push_back(row);
    }
  }

  double speed(const SolverPair& pair, const SolverContact& contact,
               const std::vector<Vec6>& velocities) const {
    const Vec3 arm = contact.point - pair.origin;
    Vec3 v = pair.given.head<3>() + pair.given.tail<3>().cross(arm);
    const auto add = [&](int body, double sign) {
      if (body == kGiven) return;
      const auto k = static_cast<std::size_t>(body);
      v += sign *
           twist_at_point(velocities[k], problem_.bodies[k].position, contact.point).head<3>();
    };
    add(pair.b, 1.0);
    add(pair.a, -1.0);
    return contact.normal.dot(v);
  }

  bool note_impacts(const std::vector<Vec6>& now, double fast) {
    for (std::size_t p = 0; p < problem_.pairs.size(); ++p) {
      if (!(pairs_[p]->material.restitution > 0.0)) continue;
      const SolverPair& pair = problem_.pairs[p];
      const SolverContact* worst = nullptr;
      double most = fast;
      for (const SolverContact& contact : pair.contacts) {
        const double approach = contact.bound - speed(pair, contact, now);
        if (!(approach > most)) continue;
        most = approach;
        worst = &contact;
      }
      if (worst == nullptr) continue;
      impacts_.push_back(
          {BodyId(pairs_[p]->a), BodyId(pairs_[p]->b), time_, worst->point, worst->normal, most});
    }
    return !impacts_.empty();
  }

  bool reflect_once(std::vector<Vec6>& now, double small, std::vector<std::vector<char>>& was_hit) {
    SolverProblem part;
    part.bodies = problem_.bodies;
    part.rows = problem_.rows;
    part.speed = problem_.speed;
    for (std::size_t k = 0; k < now.size(); ++k) part.bodies[k].wish = now[k];
    double restitution = 0.0, most = small;
    for (std::size_t p = 0; p < problem_.pairs.size(); ++p) {
      SolverPair pair = problem_.pairs[p];
      pair.contacts.clear();
      for (std::size_t c = 0; c < problem_.pairs[p].contacts.size(); ++c) {
        const SolverContact& contact = problem_.pairs[p].contacts[c];
        const double approach = contact.bound - speed(pair, contact, now);
        if (!(approach > small)) continue;
        pair.contacts.push_back(contact);
        was_hit[p][c] = 1;
        if (approach > most) {
          most = approach;
          restitution = pairs_[p]->material.restitution;
        }
      }
      if (!pair.contacts.empty()) part.pairs.push_back(std::move(pair));
    }
    if (part.pairs.empty()) return false;
    const SolverResult result = solve_least_constraint(part, FrictionLaw::kNone);
    for (std::size_t k = 0; k < now.size(); ++k) {
      now[k] += (1.0 + restitution) * (result.velocities[k] - now[k]);
    }
    return true;
  }

  const World::Data& world_;
  const std::vector<Way>& ways_;
  const Island& island_;
  const PairForces& forces_;
  std::vector<int> place_;
  double time_ = 0.0, seconds_ = 0.0;
  SolverProblem problem_;
  std::vector<const NearPair*> pairs_;
  std::vector<std::vector<std::size_t>> features_;
  std::vector<WorldImpact> impacts_;
};
}  // namespace

InnerStep::Settled InnerStep::settled(const Island& island) const {
  Settled out;
  VelocitySolver solver(world_, ways_, island, forces_);
  if (solver.is_nothing()) return out;
  solver.reflect();
  const SolverResult result = solve_least_constraint(solver.problem(), FrictionLaw::kCoulomb);
  out.velocities = result.velocities;
  out.residual = result.residual;
  out.iterations = result.iterations;
  out.impacts = solver.impacts();
  for (std::size_t p = 0; p < solver.pairs().size(); ++p) {
    const NearPair& near = *solver.pairs()[p];
    if (solver.seconds() > 0.0) {
      const double part = result.residual < kMostResidual ? 1.0 / solver.seconds() : 0.0;
      out.forces[{near.a, near.b}] =
          part * wrench_of(solver.problem().pairs[p], result.impulses[p]);
    }
    for (std::size_t c = 0; c < solver.features()[p].size(); ++c) {
      ++out.contacts;
      out.impulses.push_back({{{near.a, near.b}, solver.features()[p][c]}, result.impulses[p][c]});
    }
  }
  out.joint_impulses = result.row_impulses;
  return out;
}

// Without these pushes, a body that was supported along its way would have the velocity of a free
// fall without having fallen: that would add energy.
void InnerStep::recall_pushes(const std::vector<std::size_t>& bodies) {
  std::vector<char> is_asked(ways_.size(), 0);
  for (const std::size_t i : bodies) is_asked[i] = 1;
  for (const auto& [key, features] : pushes_) {
    const auto [a, b] = key;
    const double t = is_asked[a] ? ways_[a].since : ways_[b].since;
    const auto is_here = [&](std::size_t i) {
      return ways_[i].since == t || !ways_[i].is_free_to_move();
    };
    if (!(is_asked[a] || is_asked[b]) || !is_here(a) || !is_here(b)) continue;
    auto near = near_.find(key);
    if (near == near_.end()) near = near_.emplace(key, near_pair(a, b, t)).first;
    NearPair& pair = near->second;
    const PlacedSurface placed_a = ways_[a].entry->placed(pair.pose_a);
    const PlacedSurface placed_b = ways_[b].entry->placed(pair.pose_b);
    for (const ContactCandidate& pushed : features) {
      const ContactCandidate now = candidate_at(pushed, placed_a, placed_b);
      const bool touches = std::ranges::any_of(pair.candidates, [&](const ContactCandidate& c) {
        return c.gap <= kTouchInSkins * pair.skin && is_at_same_place(c, now, pair.skin);
      });
      if (!touches) pair.foreseen.push_back(now);
    }
  }
}

void InnerStep::settle(const std::vector<std::size_t>& bodies) {
  if (!world_.state.is_second_order) return;
  recall_pushes(bodies);
  const std::vector<Island> islands = islands_of(bodies);
  std::vector<Settled> results(islands.size());
  parallel_for(
      islands.size(), [&](std::size_t i) { results[i] = settled(islands[i]); },
      world_.options.threads);
  for (std::size_t i = 0; i < islands.size(); ++i) note(islands[i], results[i]);
  for (auto& [key, pair] : near_) {
    pair.foreseen.clear();
    pair.met.clear();
  }
}

}  // namespace graze::dynamics
