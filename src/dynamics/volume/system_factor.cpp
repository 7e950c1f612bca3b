// SPDX-License-Identifier: MIT
// Question   Which velocities result from impulses?                                           [V4]
// Source     Sparse Cholesky factors in an order of least fill (Eigen).
// Guarantee  Exact up to rounding. Results do not depend on the number of threads.
// Changed    -
#include "dynamics/volume/system_factor.h"

#include <algorithm>

namespace graze::dynamics::by_volume {
namespace {
constexpr Eigen::Index kMostUnknowns = 6000;
}  // namespace

bool SystemFactor::is_for(const CoupledSystem& system) { return system.size() <= kMostUnknowns; }

bool SystemFactor::has_places_for(const std::vector<Block>& blocks, Eigen::Index size) const {
  return matrix_.rows() == size &&
         std::ranges::equal(blocks, keys_, [](const Block& block, const auto& key) {
           return block.a == key.first && block.b == key.second;
         });
}

/// Each column holds the rows of its blocks, one block after the other.
void SystemFactor::list_places(const std::vector<Block>& blocks) {
  keys_.clear();
  for (const Block& block : blocks) keys_.emplace_back(block.a, block.b);
  std::vector<std::pair<Eigen::Index, Eigen::Index>> sorted = keys_;  // by column, then row
  for (auto& [a, b] : sorted) std::swap(a, b);
  std::ranges::sort(sorted);
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<Eigen::Triplet<double>> entries;
  for (const auto& [b, a] : sorted) {
    for (int k = 0; k < 9; ++k) {
      entries.emplace_back(static_cast<int>(a) + k % 3, static_cast<int>(b) + k / 3, 0.0);
    }
  }
  matrix_.setFromTriplets(entries.begin(), entries.end());
  places_.clear();
  for (const auto& [a, b] : keys_) {
    const auto first = std::ranges::lower_bound(sorted, std::pair{b, Eigen::Index{0}});
    const auto own = std::ranges::lower_bound(sorted, std::pair{b, a});
    places_.push_back(matrix_.outerIndexPtr()[b] + 3 * static_cast<int>(own - first));
  }
  factor_.analyzePattern(matrix_);
}

void SystemFactor::compute(const CoupledSystem& system) {
  std::vector<Block> blocks;
  is_held_.assign(static_cast<std::size_t>(system.size()), 0);
  for (Eigen::Index at = 0; at < system.size(); at += 3) {
    blocks.push_back({at, at});
    for (int k = 0; k < 3; ++k) {
      if (!system.is_held(at + k)) continue;
      is_held_[static_cast<std::size_t>(at + k)] = 1;
      blocks.back().values(k, k) = 1.0;
    }
  }
  system.each_block([&](Eigen::Index a, Eigen::Index b, const Mat3& values) {
    if (a < b) return;
    blocks.push_back({a, b, values});
    for (int k = 0; k < 3; ++k) {
      if (system.is_held(a + k)) blocks.back().values.row(k).setZero();
      if (system.is_held(b + k)) blocks.back().values.col(k).setZero();
    }
  });
  if (!has_places_for(blocks, system.size())) {
    matrix_.resize(system.size(), system.size());
    list_places(blocks);
  }
  std::fill_n(matrix_.valuePtr(), matrix_.nonZeros(), 0.0);
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    const int* outer = matrix_.outerIndexPtr() + blocks[n].b;
    double* at = matrix_.valuePtr() + places_[n];
    for (int k = 0; k < 3; ++k, at += outer[1] - outer[0]) {
      Eigen::Map<Vec3>{at} += blocks[n].values.col(k);
    }
  }
  factor_.factorize(matrix_);
}

VecX SystemFactor::solve(const VecX& r) const {
  VecX x = factor_.solve(r);
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    if (is_held_[static_cast<std::size_t>(k)]) x[k] = 0.0;
  }
  return x;
}

void SystemFactor::put_half(const Rows& rows, std::span<const int> chosen, Few& y) const {
  const Sparse& l = lower();
  std::vector<char> is_used(static_cast<std::size_t>(l.rows()), 0);
  const auto& place = factor_.permutationP().indices();
  for (std::size_t c = 0; c < chosen.size(); ++c) {
    for (Rows::InnerIterator it(rows, chosen[c]); it; ++it) {
      if (is_held_[static_cast<std::size_t>(it.col())]) continue;
      y(place[it.col()], static_cast<Eigen::Index>(c)) = it.value();
      is_used[static_cast<std::size_t>(place[it.col()])] = 1;
    }
  }
  for (Eigen::Index j = 0; j < l.cols(); ++j) {
    if (!is_used[static_cast<std::size_t>(j)]) continue;
    Sparse::InnerIterator it(l, j);  // the diagonal comes first
    y.row(j) /= it.value();
    for (++it; it; ++it) {
      y.row(it.row()).noalias() -= it.value() * y.row(j);
      is_used[static_cast<std::size_t>(it.row())] = 1;
    }
  }
}

Eigen::MatrixXd SystemFactor::half(const Rows& rows, std::span<const int> chosen) const {
  Eigen::MatrixXd all(lower().rows(), static_cast<Eigen::Index>(chosen.size()));
  for (std::size_t c = 0; c < chosen.size(); c += kFew) {
    const std::span<const int> some = chosen.subspan(c, std::min(kFew, chosen.size() - c));
    Few y = Few::Zero(lower().rows(), kFew);
    put_half(rows, some, y);
    const auto count = static_cast<Eigen::Index>(some.size());
    all.middleCols(static_cast<Eigen::Index>(c), count) = y.leftCols(count);
  }
  return all;
}

VecX SystemFactor::finish(const VecX& y) const {
  return factor_.permutationPinv() *
         VecX(lower().adjoint().triangularView<Eigen::Upper>().solve(y));
}

}  // namespace graze::dynamics::by_volume
