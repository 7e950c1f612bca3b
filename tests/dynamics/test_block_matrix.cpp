// SPDX-License-Identifier: MIT
// Equations in blocks against a dense solver.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <random>

#include "dynamics/block_matrix.h"
#include "dynamics/block_product.h"
#include "support/trials.h"

namespace graze::dynamics {
namespace {

struct RandomSystem {
  int bodies;
  std::vector<std::pair<int, int>> links;
  Eigen::MatrixXd dense;

  RandomSystem(std::mt19937_64& random, bool is_symmetric)
      : bodies(std::uniform_int_distribution<int>(1, 12)(random)) {
    std::uniform_int_distribution<int> body(0, bodies - 1);
    for (int i = 0; i < 2 * bodies; ++i) links.push_back({body(random), body(random)});
    dense = 60.0 * Eigen::MatrixXd::Identity(6 * bodies, 6 * bodies);
    std::uniform_real_distribution<double> part(-1.0, 1.0);
    const auto fill = [&](int i, int j) {
      const Mat6 block =
          Mat6::NullaryExpr([&](Eigen::Index, Eigen::Index) { return part(random); });
      dense.block<6, 6>(6 * i, 6 * j) += block;
      if (is_symmetric) dense.block<6, 6>(6 * j, 6 * i) += block.transpose();
    };
    for (int i = 0; i < bodies; ++i) fill(i, i);
    for (const auto& [i, j] : links) {
      fill(i, j);
      if (!is_symmetric) fill(j, i);
    }
  }

  BlockMatrix blocks(BlockMatrix::Symmetry symmetry) const {
    BlockMatrix out(bodies, links);
    out.set_zero(symmetry);
    std::vector<std::pair<int, int>> cells;
    for (int i = 0; i < bodies; ++i) cells.push_back({i, i});
    for (const auto& [i, j] : links) {
      if (i != j) cells.insert(cells.end(), {{i, j}, {j, i}});
    }
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    for (const auto& [i, j] : cells) {
      const bool is_told = i > j && symmetry == BlockMatrix::Symmetry::kSymmetric;
      if (!is_told) out.add(i, j, dense.block<6, 6>(6 * i, 6 * j));
    }
    return out;
  }
};

TEST(C11_BlockMatrix, SolvesAsADenseMatrixDoes) {
  const std::size_t count = test::trials(400);
  for (std::size_t i = 0; i < count; ++i) {
    std::mt19937_64 random = test::generator(i);
    const bool is_symmetric = i % 2 == 0;
    const RandomSystem system(random, is_symmetric);
    const Eigen::VectorXd rhs = Eigen::VectorXd::NullaryExpr(6 * system.bodies, [&](Eigen::Index) {
      return std::uniform_real_distribution<double>(-1.0, 1.0)(random);
    });
    const Eigen::VectorXd expected = system.dense.partialPivLu().solve(rhs);
    using Symmetry = BlockMatrix::Symmetry;
    EXPECT_LT((system.blocks(Symmetry::kNone).solve(rhs) - expected).norm(), 1e-9) << i;
    if (!is_symmetric) continue;
    EXPECT_LT((system.blocks(Symmetry::kSymmetric).solve(rhs) - expected).norm(), 1e-9) << i;
  }
}

TEST(C11_BlockMatrix, WideProductsHaveTheBitsOfPortableOnes) {
  const std::size_t count = test::trials(2'000);
  for (std::size_t i = 0; i < count; ++i) {
    std::mt19937_64 random = test::generator(i);
    std::uniform_real_distribution<double> part(-1.0, 1.0);
    const auto draw = [&] {
      return Mat6(Mat6::NullaryExpr([&](Eigen::Index, Eigen::Index) { return part(random); }));
    };
    const Mat6 a = draw(), b = draw(), c = draw();
    Mat6 wide = c, portable = c;
    subtract_product()(wide.data(), a.data(), b.data());
    portable_subtract_product()(portable.data(), a.data(), b.data());
    EXPECT_EQ(wide, portable);
    EXPECT_LT((wide - (c - a * b)).norm(), 1e-14 * 36.0);
  }
}

}  // namespace
}  // namespace graze::dynamics
