// SPDX-License-Identifier: MIT
// Heaps of contacts with friction, each answer against Coulomb's law and Newton's as they are
// written.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "dynamics/expected_impulses.h"
#include "dynamics/least_constraint.h"
#include "dynamics/velocity_system.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::dynamics {
namespace {

/// Bodies in layers, each with a face on the one below and beside a neighbour: nothing has to part.
SolverProblem random_heap(std::mt19937_64& random, int bodies) {
  std::uniform_real_distribution<double> part(-1.0, 1.0);
  SolverProblem problem;
  for (int i = 0; i < bodies; ++i) {
    SolverBody body;
    body.position = Vec3(i % 4, 0.3 * part(random), i / 4);
    body.mass = std::pow(10.0, 0.5 * part(random));
    body.inertia = body.mass * Vec3(0.1, 0.15, 0.2).asDiagonal();
    body.wish << 0.1 * part(random), 0.1 * part(random), -0.16, test::random_vector(random, 0.3);
    problem.bodies.push_back(body);
  }
  const auto touch = [&](int a, int b, const Vec3& at, const Vec3& normal) {
    SolverPair pair;
    pair.a = a;
    pair.b = b;
    pair.origin = at;
    const int contacts = std::uniform_int_distribution<int>(1, 5)(random);
    const Vec3 of_face = (normal + test::random_vector(random, 0.1)).normalized();
    for (int c = 0; c < contacts; ++c) {
      SolverContact contact;
      const Vec3 aside = test::random_vector(random, 0.3);
      contact.point = at + aside - of_face * of_face.dot(aside);
      contact.normal = of_face;
      contact.friction = 0.5;
      pair.contacts.push_back(contact);
    }
    problem.pairs.push_back(pair);
  };
  for (int i = 0; i < bodies; ++i) {
    const Vec3& at = problem.bodies[static_cast<std::size_t>(i)].position;
    touch(i < 4 ? kGiven : i - 4, i, at - Vec3(0, 0, 0.5), Vec3::UnitZ());
    if (i % 4 > 0) touch(i - 1, i, at - Vec3(0.5, 0, 0), Vec3::UnitX());
  }
  return problem;
}

Vec3 velocity_at(const SolverProblem& problem, const SolverResult& result, int body,
                 const Vec3& point) {
  if (body == kGiven) return Vec3::Zero();
  const auto k = static_cast<std::size_t>(body);
  const Vec6& v = result.velocities[k];
  return v.head<3>() + v.tail<3>().cross(Vec3(point - problem.bodies[k].position));
}

/// By how much velocities and impulses miss the laws, as parts of the speeds and impulses there
/// are.
struct Misses {
  double momentum = 0.0, passing = 0.0, pulling = 0.0, cone = 0.0, power = 0.0, slip = 0.0;
};

Misses misses_of(const SolverProblem& problem, const SolverResult& result, double speed,
                 double impulse) {
  Misses worst;
  const auto note = [](double& most, double miss) { most = std::max(most, miss); };
  std::vector<Vec6> given(problem.bodies.size(), Vec6::Zero());
  for (std::size_t p = 0; p < problem.pairs.size(); ++p) {
    const SolverPair& pair = problem.pairs[p];
    for (std::size_t c = 0; c < pair.contacts.size(); ++c) {
      const SolverContact& contact = pair.contacts[c];
      const Vec3 f = result.impulses[p][c];
      for (const auto& [body, sign] : {std::pair{pair.a, -1.0}, std::pair{pair.b, 1.0}}) {
        if (body == kGiven) continue;
        const auto k = static_cast<std::size_t>(body);
        given[k].head<3>() += sign * f;
        given[k].tail<3>() += sign * Vec3(contact.point - problem.bodies[k].position).cross(f);
      }
      const Vec3 v = velocity_at(problem, result, pair.b, contact.point) -
                     velocity_at(problem, result, pair.a, contact.point);
      const double v_n = v.dot(contact.normal), f_n = f.dot(contact.normal);
      const Vec3 v_t = v - v_n * contact.normal, f_t = f - f_n * contact.normal;
      note(worst.passing, -v_n / speed);
      note(worst.pulling, -f_n / impulse);
      note(worst.cone, (f_t.norm() - contact.friction * f_n) / impulse);
      note(worst.power, std::abs(f_n * v_n) / (impulse * speed));
      // Friction takes as much power as it can: mu f_n |v_t|.
      note(worst.slip, (f_t.dot(v_t) + contact.friction * f_n * v_t.norm()) / (impulse * speed));
    }
  }
  for (std::size_t k = 0; k < problem.bodies.size(); ++k) {
    const SolverBody& body = problem.bodies[k];
    const Vec6 change = result.velocities[k] - body.wish;
    note(worst.momentum, (body.mass * change.head<3>() - given[k].head<3>()).norm() / impulse);
    note(worst.momentum, (body.inertia * change.tail<3>() - given[k].tail<3>()).norm() / impulse);
  }
  return worst;
}

TEST(C11_Solver, HeapsKeepCoulombsLawAtEveryContact) {
  const std::size_t count = test::trials(2'000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const int bodies = std::uniform_int_distribution<int>(2, 40)(random);
    const SolverProblem problem = random_heap(random, bodies);
    const SolverResult result = solve_least_constraint(problem, FrictionLaw::kCoulomb);
    double mass = 0.0;
    for (const SolverBody& body : problem.bodies) mass += body.mass;
    const double speed = 0.16, small = 1e-3;
    const Misses misses = misses_of(problem, result, speed, mass * speed);
    EXPECT_LT(result.residual, 1e-4) << "trial " << trial << ", " << bodies << " bodies";
    EXPECT_LT(misses.momentum, small) << "trial " << trial;
    EXPECT_LT(misses.passing, small) << "trial " << trial;
    EXPECT_LT(misses.pulling, 1e-12) << "trial " << trial;
    EXPECT_LT(misses.cone, small) << "trial " << trial;
    EXPECT_LT(misses.power, small) << "trial " << trial;
    EXPECT_LT(misses.slip, small) << "trial " << trial;
  }
}

TEST(C11_Solver, LargeHeapsKeepCoulombsLawAtEveryContact) {
  const std::size_t count = test::trials(100);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const int bodies = std::uniform_int_distribution<int>(61, 300)(random);
    const SolverProblem problem = random_heap(random, bodies);
    const SolverResult result = solve_least_constraint(problem, FrictionLaw::kCoulomb);
    double mass = 0.0;
    for (const SolverBody& body : problem.bodies) mass += body.mass;
    const double speed = 0.16, small = 5e-3;  // good_residual() is larger, too
    const Misses misses = misses_of(problem, result, speed, mass * speed);
    EXPECT_LT(result.residual, 1e-3) << "trial " << trial << ", " << bodies << " bodies";
    EXPECT_LT(misses.momentum, small) << "trial " << trial;
    EXPECT_LT(misses.passing, small) << "trial " << trial;
    EXPECT_LT(misses.pulling, 1e-12) << "trial " << trial;
    EXPECT_LT(misses.cone, small) << "trial " << trial;
    EXPECT_LT(misses.power, small) << "trial " << trial;
    EXPECT_LT(misses.slip, small) << "trial " << trial;
  }
}

/// A box of half size 0.5 on a floor, with a contact at each corner.
SolverProblem box_on_floor(const Vec6& wish, double friction) {
  SolverProblem problem;
  SolverBody body;
  body.inertia = Mat3::Identity() / 6.0;
  body.wish = wish;
  problem.bodies.push_back(body);
  SolverPair pair;
  pair.b = 0;
  for (const auto& [x, y] : {std::pair{-0.5, -0.5}, {0.5, -0.5}, {-0.5, 0.5}, {0.5, 0.5}}) {
    pair.contacts.push_back({Vec3(x, y, -0.5), Vec3::UnitZ(), 0.0, friction});
  }
  problem.pairs.push_back(pair);
  return problem;
}

TEST(C11_Solver, SweepsAloneFindABoxThatSlidesAndOneThatStops) {
  for (const double friction : {0.3, 2.0}) {
    Vec6 wish = Vec6::Zero();
    wish.head<3>() = Vec3(0.1, 0.0, -0.16);
    const SolverProblem problem = box_on_floor(wish, friction);
    VelocitySystem system(problem);
    system.sweep(300, 0.0);
    system.set_compliance(1.0);
    const SolverResult result =
        system.result(system.residual(ContactLaw::kCoulomb), ContactLaw::kCoulomb);
    const double slows = std::max(0.0, 0.1 - friction * 0.16);
    EXPECT_LT(result.residual, 1e-9);
    EXPECT_NEAR(result.velocities[0][0], slows, 1e-9);
    EXPECT_LT(result.velocities[0].tail<5>().norm(), 1e-9);
  }
}

// About x alone, which its inertia couples to y: the torque is that of the x axis.
TEST(C11_Solver, ALockedTurnTakesNoPartInTheInertia) {
  SolverProblem problem;
  SolverBody body;
  body.inertia << 2.0, 0.5, 0.1, 0.5, 1.0, 0.2, 0.1, 0.2, 1.5;
  body.is_locked = {true, true, true, false, true, true};
  problem.bodies.push_back(body);
  SolverPair pair;
  pair.b = 0;
  pair.contacts.push_back({Vec3(0, 1, 0), Vec3::UnitZ(), 1.0, 0.5});
  problem.pairs.push_back(pair);
  VelocitySystem swept(problem);
  swept.sweep(10, 0.0);
  swept.set_compliance(1.0);
  const SolverResult by_sweeps = swept.result(0.0, ContactLaw::kCoulomb);
  const SolverResult result = solve_least_constraint(problem, FrictionLaw::kCoulomb);
  for (const SolverResult& r : {by_sweeps, result}) {
    EXPECT_NEAR(r.velocities[0][3], 1.0, 1e-6);
    EXPECT_NEAR(r.impulses[0][0].z(), 2.0, 1e-5);
    EXPECT_LT(r.velocities[0].tail<2>().norm() + r.velocities[0].head<3>().norm(), 1e-9);
  }
}

TEST(C11_Solver, WhatIsExpectedChangesNoAnswerAndSavesWork) {
  const std::size_t count = test::trials(400);
  int cold = 0, warm = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    SolverProblem problem = random_heap(random, 12);
    const SolverResult first = solve_least_constraint(problem, FrictionLaw::kCoulomb);
    for (std::size_t p = 0; p < problem.pairs.size(); ++p) {
      for (std::size_t c = 0; c < problem.pairs[p].contacts.size(); ++c) {
        problem.pairs[p].contacts[c].prior = first.impulses[p][c];
      }
    }
    for (std::size_t k = 0; k < problem.bodies.size(); ++k) {
      problem.bodies[k].guess = first.velocities[k];
    }
    const SolverResult second = solve_least_constraint(problem, FrictionLaw::kCoulomb);
    EXPECT_LT(second.residual, 1e-4) << "trial " << trial;
    cold += first.iterations;
    warm += second.iterations;
  }
  EXPECT_LT(4 * warm, cold);
}

TEST(C11_Solver, AnExpectedImpulseIsSpreadOverContactsThatPush) {
  SolverPair pair;
  pair.origin = Vec3(3, 2, 1);
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      SolverContact contact;
      contact.point = pair.origin + Vec3(x, y, 0);
      contact.normal = Vec3::UnitZ();
      contact.friction = 0.5;
      pair.contacts.push_back(contact);
    }
  }
  const auto priors = [&] {
    std::vector<Vec3> all;
    for (const SolverContact& c : pair.contacts) all.push_back(c.prior);
    return all;
  };
  // A weight within the square, with some friction: given as it is.
  const std::size_t count = test::trials(200);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    std::uniform_real_distribution<double> part(-0.1, 0.1);
    const Vec3 at = pair.origin + Vec3(part(random), part(random), 0);
    const Vec3 force(part(random), part(random), 1.0);
    Vec6 wrench;
    wrench << force, at.cross(force);
    expect(pair, wrench);
    EXPECT_LT((wrench_of(pair, priors()) - wrench).norm(), 1e-6);
    for (const SolverContact& c : pair.contacts) EXPECT_GE(c.prior.z(), 0.0);
  }
  // On an edge the two contacts there bear it.
  Vec6 wrench;
  wrench << 0, 0, 1, (pair.origin + Vec3(0.5, 0, 0)).cross(Vec3(0, 0, 1));
  expect(pair, wrench);
  EXPECT_LT((wrench_of(pair, priors()) - wrench).norm(), 1e-6);
}

}  // namespace
}  // namespace graze::dynamics
