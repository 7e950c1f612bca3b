// SPDX-License-Identifier: MIT
// The factored matrix of implicit Euler, and contacts solved with it: against dense matrices made
// of matrix-free products, and against conjugate gradients.                                [V4, V8]
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "dynamics/volume/dual_contacts.h"
#include "dynamics/world_scenes.h"
#include "graze/geometry/shapes.h"
#include "support/trials.h"

namespace graze::dynamics::by_volume {
namespace {
/// A soft bar that a locked rigid box carries, a pinned one, and a floor.
class FactorScene {
 public:
  explicit FactorScene(std::uint64_t seed) : random_(seed) {
    WorldBody floor = rigid("floor", {0, 0, -1});
    floor.role = Role::kStatic;
    world_.add(floor);
    WorldBody box = rigid("box", {0.2, 0, 0});
    box.is_locked[4] = true;
    const BodyId carrier = world_.add(box);
    ElasticModel carried = bar(), pinned = bar();
    const auto end = nodes_within(carried, {{0.1, -1, -1}, {1, 1, 1}});
    pin(pinned, {{-1, -1, -1}, {-0.1, 1, 1}});
    const BodyId hanging = world_.add(scenes::soft_body("carried", std::move(carried), {0, 0, 0}));
    world_.add(scenes::soft_body("pinned", std::move(pinned), {0, 0.5, 0}));
    world_.attach({hanging, carrier, end});
    for (std::size_t k = 0; k < world_.body_count(); ++k) {
      const auto& elastic = world_.body(BodyId(k)).elastic;
      soft_.push_back(elastic ? std::make_unique<elastic::ElasticForces>(elastic) : nullptr);
    }
    bend();
  }

  /// Other places of the nodes, so that elements turn.
  void bend() {
    for (std::size_t k = 0; k < soft_.size(); ++k) {
      if (!soft_[k]) continue;
      std::vector<Vec3> x = world_.state().soft[k].positions;
      for (Vec3& p : x) p += 0.02 * vector();
      soft_[k]->update(x);
    }
  }

  CoupledSystem system(double h) { return {world_.data(), soft_, h}; }
  Vec3 vector() { return {part_(random_), part_(random_), part_(random_)}; }
  VecX numbers(Eigen::Index count) {
    return VecX::NullaryExpr(count, [&](Eigen::Index) { return part_(random_); });
  }

  /// Contacts that each move some unknowns near each other.
  ContactSet contacts(const CoupledSystem& system, std::size_t count) {
    ContactSet set;
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t k = 0; k < count; ++k) {
      const auto at = static_cast<Eigen::Index>(
          random_() % static_cast<std::uint64_t>(system.size() / 3 - 4) * 3);
      for (int row = 0; row < 3; ++row) {
        for (Eigen::Index n = 0; n < 4; ++n) {
          system.put(entries, static_cast<int>(3 * k) + row, at + 3 * n, vector());
        }
      }
      set.contacts.emplace_back();
    }
    set.rows.resize(static_cast<Eigen::Index>(3 * count), system.size());
    set.rows.setFromTriplets(entries.begin(), entries.end());
    return set;
  }

 private:
  static WorldBody rigid(const std::string& name, const Vec3& at) {
    WorldBody body;
    body.body.name = name;
    body.body.shape = Shape::from_box({0.05, 0.05, 0.05});
    body.body.motion = Motion::still({Mat3::Identity(), at});
    return body;
  }
  static ElasticModel bar() {
    return make_lattice(make_shape("box", {{"x", 0.3}, {"y", 0.1}, {"z", 0.1}}),
                        {1000.0, 1e5, 0.3, 0.01, 0.5}, {.cells_across = 2});
  }

  std::mt19937_64 random_;
  std::normal_distribution<double> part_;
  World world_;
  std::vector<std::unique_ptr<elastic::ElasticForces>> soft_;
};

/// By products with unit vectors; ones for what nothing moves.
Eigen::MatrixXd dense(const CoupledSystem& system) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Identity(system.size(), system.size());
  for (Eigen::Index k = 0; k < system.size(); ++k) {
    if (system.is_held(k)) continue;
    VecX column(system.size());
    system.multiply(VecX::Unit(system.size(), k), column);
    a.col(k) = column;
  }
  return a;
}

VecX free_part(const CoupledSystem& system, VecX v) {
  system.clear_held(v);
  return v;
}

TEST(V4_SystemFactor, SolvesWhatADenseMatrixOfProductsSays) {
  FactorScene scene(1);
  SystemFactor factor;
  for (const double h : {0.001, 0.01, 0.1}) {  // the same pattern, other numbers
    scene.bend();
    const CoupledSystem system = scene.system(h);
    factor.compute(system);
    const Eigen::MatrixXd a = dense(system);
    ASSERT_LT((a - a.transpose()).norm(), 1e-12 * a.norm());
    const Eigen::LDLT<Eigen::MatrixXd> exact(a);
    const VecX r = free_part(system, scene.numbers(system.size()));
    const VecX expected = exact.solve(r);
    EXPECT_LT((factor.solve(r) - expected).norm(), 1e-9 * expected.norm()) << h;
    const Rows rows = scene.contacts(system, 7).rows;
    std::vector<int> chosen;
    for (int k = 20; k >= 0; --k) chosen.push_back(k);
    const Eigen::MatrixXd half = factor.half(rows, chosen);
    Eigen::MatrixXd jt(system.size(), 21);
    for (int c = 0; c < 21; ++c) jt.col(c) = free_part(system, rows.row(20 - c).transpose());
    const Eigen::MatrixXd answers = jt.transpose() * exact.solve(jt);
    EXPECT_LT((half.transpose() * half - answers).norm(), 1e-9 * answers.norm()) << h;
    const VecX x = scene.numbers(21), moved = exact.solve(jt * x);
    EXPECT_LT((factor.finish(half * x) - moved).norm(), 1e-9 * moved.norm()) << h;
  }
}

TEST(V4_SystemFactor, LooksAgainWhenTheWorldIsAnotherOne) {
  SystemFactor factor;
  FactorScene scene(2);
  const CoupledSystem first = scene.system(0.01);
  factor.compute(first);
  World world;
  WorldBody body;
  body.body.name = "box";
  body.body.shape = Shape::from_box({1, 2, 3});
  world.add(body);
  std::vector<std::unique_ptr<elastic::ElasticForces>> none(1);
  const CoupledSystem system(world.data(), none, 0.01);
  factor.compute(system);
  const VecX r = scene.numbers(6), expected = dense(system).ldlt().solve(r);
  EXPECT_LT((factor.solve(r) - expected).norm(), 1e-12 * expected.norm());
}

TEST(V8_DualContacts, WithoutFrictionVelocitiesAreThoseOfConjugateGradients) {
  for (std::size_t i = 0; i < test::trials(60); ++i) {
    FactorScene scene(100 + i);
    const CoupledSystem system = scene.system(0.02);
    const ContactSet set = scene.contacts(system, 3 + i % 10);
    ContactTargets targets;
    const VecX speeds = 0.1 * scene.numbers(static_cast<Eigen::Index>(set.contacts.size()));
    targets.speeds.assign(speeds.begin(), speeds.end());
    const VecX b = free_part(system, scene.numbers(system.size()));
    const VecX start = VecX::Zero(system.size());
    SystemFactor factor;
    factor.compute(system);
    DualContacts dual(system, factor, set, targets, {});
    const ContactSolution found = dual.solve(system, set, b, start, {1e-10, 1000});
    const ContactSolution other = solve_contacts(system, set, targets, b, start, {1e-12, 10000});
    EXPECT_TRUE(found.is_converged) << i;
    const VecX off = found.v - other.v;
    VecX weighed(off.size());
    system.multiply(off, weighed);
    EXPECT_LT(std::sqrt(off.dot(weighed)), 1e-5 * std::sqrt(b.dot(factor.solve(b)))) << i;
  }
}

TEST(V8_DualContacts, ImpulsesBalanceAndKeepCoulombsLaw) {
  std::size_t converged = 0;
  const std::size_t count = test::trials(60);
  for (std::size_t i = 0; i < count; ++i) {
    FactorScene scene(500 + i);
    const CoupledSystem system = scene.system(0.02);
    const ContactSet set = scene.contacts(system, 3 + i % 10);
    ContactTargets targets;
    targets.speeds.assign(set.contacts.size(), 0.0);
    targets.friction.assign(set.contacts.size(), 0.4);
    const VecX b = free_part(system, scene.numbers(system.size()));
    const VecX start = VecX::Zero(system.size());
    SystemFactor factor;
    factor.compute(system);
    DualContacts dual(system, factor, set, targets, {});
    const ContactSolution found = dual.solve(system, set, b, start, {1e-10, 1000});
    if (found.is_converged) ++converged;
    VecX impulses(set.rows.rows());
    for (std::size_t k = 0; k < set.contacts.size(); ++k) {
      impulses.segment<3>(static_cast<Eigen::Index>(3 * k)) = found.impulses[k];
    }
    const VecX all = b + free_part(system, set.rows.transpose() * impulses);
    const VecX expected = dense(system).ldlt().solve(all);
    EXPECT_LT((found.v - expected).norm(), 1e-8 * expected.norm()) << i;
    if (!found.is_converged) continue;
    const VecX speeds = set.rows * found.v;
    const double small = 1e-4 * speeds.norm(), little = 1e-4 * impulses.norm();
    for (std::size_t k = 0; k < set.contacts.size(); ++k) {
      const auto at = static_cast<Eigen::Index>(3 * k);
      const Eigen::Vector2d holds = impulses.segment<2>(at + 1), slides = speeds.segment<2>(at + 1);
      EXPECT_GE(impulses[at], 0.0);
      EXPECT_GE(speeds[at], -small) << i;
      EXPECT_LE(holds.norm(), 0.4 * impulses[at] * (1.0 + 1e-9)) << i;
      EXPECT_TRUE(impulses[at] <= little || speeds[at] < small) << i;
      if (impulses[at] <= little || slides.norm() < small) continue;
      EXPECT_LT((holds + 0.4 * impulses[at] * slides.normalized()).norm(), 0.01 * impulses[at])
          << i;
    }
  }
  EXPECT_GE(converged, count - count / 20) << "of " << count;
}

}  // namespace
}  // namespace graze::dynamics::by_volume
