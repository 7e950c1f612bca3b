// SPDX-License-Identifier: MIT
// Impulses of contacts that answer to each other: against brute force and the laws themselves.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "dynamics/volume/cone_solver.h"
#include "support/trials.h"

namespace graze::dynamics::by_volume {
namespace {

constexpr double kTolerance = 1e-9;

/// Answers of contacts of bodies with fewer unknowns than there are rows: nearly singular.
struct RandomContacts {
  Eigen::MatrixXd responses;
  VecX q;

  RandomContacts(std::mt19937_64& random, Eigen::Index rows, Eigen::Index unknowns) {
    std::normal_distribution<double> part;
    const Eigen::MatrixXd j = Eigen::MatrixXd::NullaryExpr(
        rows, unknowns, [&](Eigen::Index, Eigen::Index) { return part(random); });
    responses = j * j.transpose();
    responses.diagonal() *= 1.0 + 1e-6;
    q = VecX::NullaryExpr(rows, [&](Eigen::Index) { return part(random); });
  }
};

/// The only choice of pushing rows that keeps the law.
VecX by_brute_force(const RandomContacts& contacts) {
  const Eigen::Index rows = contacts.q.size();
  VecX best = VecX::Zero(rows);
  double least = kInfinity;
  for (int choice = 0; choice < (1 << rows); ++choice) {
    std::vector<Eigen::Index> in;
    for (Eigen::Index k = 0; k < rows; ++k) {
      if (choice >> k & 1) in.push_back(k);
    }
    VecX x = VecX::Zero(rows);
    if (!in.empty()) {
      const Eigen::MatrixXd among = contacts.responses(in, in);
      const VecX wanted = -contacts.q(in);
      x(in) = VecX(among.ldlt().solve(wanted));
    }
    const VecX w = contacts.responses * x + contacts.q;
    const double wrong = std::max(-x.minCoeff(), -w.minCoeff());
    if (wrong < least) best = x, least = wrong;
  }
  return best;
}

TEST(V8_ConeSolver, PushesAreThoseOfBruteForce) {
  const std::size_t count = test::trials(400);
  for (std::size_t i = 0; i < count; ++i) {
    std::mt19937_64 random(i);
    const auto rows = static_cast<Eigen::Index>(1 + i % 9);
    const RandomContacts contacts(random, rows, 1 + rows / 2 + static_cast<Eigen::Index>(i % 3));
    std::vector<ConeGroup> groups;
    for (Eigen::Index k = 0; k < rows; ++k) groups.push_back({.first = k});
    VecX x = VecX::Zero(rows);
    const ConeAnswer answer =
        solve_cones(contacts.responses, contacts.q, groups, kTolerance, contacts.q.norm(), x);
    EXPECT_TRUE(answer.is_converged) << i;
    const VecX expected = by_brute_force(contacts);
    // Impulses of nearly dependent rows are not sharp; what they make of the speeds is.
    const VecX off = contacts.responses * (x - expected);
    EXPECT_LT(off.norm(), 1e-5 * (contacts.q.norm() + expected.norm())) << i;
  }
}

TEST(V8_ConeSolver, WhatConvergesKeepsCoulombsLaw) {
  const std::size_t count = test::trials(400);
  std::size_t converged = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::mt19937_64 random(1000 + i);
    const auto contacts = static_cast<Eigen::Index>(1 + i % 12);
    const RandomContacts problem(random, 3 * contacts, 6 + 2 * contacts);
    const double friction = 0.1 + 0.05 * static_cast<double>(i % 9);
    std::vector<ConeGroup> groups;
    for (Eigen::Index k = 0; k < contacts; ++k) {
      groups.push_back({.first = 3 * k, .has_friction = true, .friction = friction});
    }
    VecX x = VecX::Zero(3 * contacts);
    const double scale = problem.q.norm();
    const ConeAnswer answer =
        solve_cones(problem.responses, problem.q, groups, kTolerance, scale, x);
    const VecX w = problem.responses * x + problem.q;
    if (answer.is_converged) ++converged;
    for (Eigen::Index k = 0; k < contacts; ++k) {
      const double push = x[3 * k], limit = friction * push;
      const Eigen::Vector2d holds = x.segment<2>(3 * k + 1), slides = w.segment<2>(3 * k + 1);
      EXPECT_GE(push, 0.0);
      EXPECT_LE(holds.norm(), limit * (1.0 + 1e-12));
      if (!answer.is_converged) continue;
      const double small = 1e-6 * (scale + x.norm());
      EXPECT_GE(w[3 * k], -small) << i;
      EXPECT_LT(std::min(push, w[3 * k]), small) << i;
      if (limit - holds.norm() > small) {
        EXPECT_LT(slides.norm(), small) << i;
      }
      if (slides.norm() > small) {
        EXPECT_LT((holds + limit * slides.normalized()).norm(), 1e-4 * limit + small) << i;
      }
    }
  }
  EXPECT_GE(converged, count - count / 50) << "of " << count;
}

TEST(V8_ConeSolver, BoundsOfAJointAreKept) {
  Eigen::MatrixXd responses = Eigen::MatrixXd::Identity(2, 2);
  responses(0, 1) = responses(1, 0) = 0.5;
  const std::vector<ConeGroup> groups{{.first = 0, .least = -1.0, .most = 1.0},
                                      {.first = 1, .least = -kInfinity, .most = kInfinity}};
  VecX x = VecX::Zero(2);
  const ConeAnswer answer =
      solve_cones(responses, Eigen::Vector2d(-5.0, 1.0), groups, 1e-12, 1.0, x);
  EXPECT_TRUE(answer.is_converged);
  EXPECT_NEAR(x[0], 1.0, 1e-12);   // it may not do more
  EXPECT_NEAR(x[1], -1.5, 1e-11);  // x1 + 0.5 + 1 = 0
}

}  // namespace
}  // namespace graze::dynamics::by_volume
