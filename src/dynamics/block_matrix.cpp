// SPDX-License-Identifier: MIT
#include "dynamics/block_matrix.h"

#include <algorithm>
#include <cmath>

#include "dynamics/block_product.h"
#include "graze/base/assert.h"

namespace graze::dynamics {
namespace {
// In place, by Gauss and Jordan with pivots of each column; false if one is none.
bool invert(Mat6& m) {
  int taken[6];
  for (int k = 0; k < 6; ++k) {
    int at = k;
    for (int i = k + 1; i < 6; ++i) {
      if (std::abs(m(i, k)) > std::abs(m(at, k))) at = i;
    }
    const double pivot = m(at, k);
    if (!(std::abs(pivot) > 0.0) || !std::isfinite(pivot)) return false;
    taken[k] = at;
    if (at != k) m.row(at).swap(m.row(k));
    Vec6 column = m.col(k);
    column[k] = 0.0;
    for (int j = 0; j < 6; ++j) {
      if (j == k) continue;
      const double part = m(k, j) / pivot;
      m.col(j) -= part * column;
      m(k, j) = part;
    }
    m.col(k) = column / -pivot;
    m(k, k) = 1.0 / pivot;
  }
  for (int k = 5; k >= 0; --k) {
    if (taken[k] != k) m.col(taken[k]).swap(m.col(k));
  }
  return true;
}
}  // namespace

BlockMatrix::BlockMatrix(int bodies, const std::vector<std::pair<int, int>>& links)
    : place_(static_cast<std::size_t>(bodies)), later_(static_cast<std::size_t>(bodies)) {
  std::vector<std::vector<int>> neighbours(static_cast<std::size_t>(bodies));
  for (const auto& [i, j] : links) {
    if (i == j) continue;
    neighbours[i].push_back(j);
    neighbours[j].push_back(i);
  }
  for (auto& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  eliminate_symbolically(std::move(neighbours));
}

// The body with the fewest neighbours goes first; those become neighbours of each other.
void BlockMatrix::eliminate_symbolically(std::vector<std::vector<int>> neighbours) {
  const int bodies = static_cast<int>(neighbours.size());
  std::vector<char> is_done(neighbours.size(), 0);
  std::vector<std::pair<std::size_t, int>> heap;  // (degree, body), stale ones are skipped
  const auto push = [&](int i) {
    heap.push_back({neighbours[i].size(), i});
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
  };
  for (int i = 0; i < bodies; ++i) push(i);
  int blocks = bodies;
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    const auto [degree, own] = heap.back();
    heap.pop_back();
    if (is_done[own] || degree != neighbours[own].size()) continue;
    is_done[own] = 1;
    place_[own] = static_cast<int>(order_.size());
    order_.push_back(own);
    for (const int j : neighbours[own]) {
      later_[own].push_back({j, blocks, blocks + 1});
      blocks += 2;
    }
    std::vector<int> merged;
    for (const int j : neighbours[own]) {
      merged.clear();
      std::set_union(neighbours[j].begin(), neighbours[j].end(), neighbours[own].begin(),
                     neighbours[own].end(), std::back_inserter(merged));
      std::erase_if(merged, [&](int k) { return k == j || is_done[k]; });
      neighbours[j] = merged;
      push(j);
    }
  }
  blocks_.resize(static_cast<std::size_t>(blocks));
  for (const int own : order_) {
    for (const Link& row : later_[own]) {
      for (const Link& column : later_[own]) updates_.push_back(block_of(row.body, column.body));
    }
  }
}

int BlockMatrix::block_of(int row, int column) const {
  if (row == column) return row;
  const bool row_is_first = place_[row] < place_[column];
  const int own = row_is_first ? row : column, other = row_is_first ? column : row;
  const auto& links = later_[own];
  const auto link = std::lower_bound(links.begin(), links.end(), other,
                                     [](const Link& x, int body) { return x.body < body; });
  GRAZE_ASSERT(link != links.end() && link->body == other);
  return row_is_first ? link->upper : link->lower;
}

void BlockMatrix::set_zero() {
  for (Mat6& block : blocks_) block.setZero();
}

void BlockMatrix::add(int row, int column, const Mat6& block) {
  blocks_[static_cast<std::size_t>(block_of(row, column))] += block;
}

Eigen::VectorXd BlockMatrix::solve(const Eigen::VectorXd& rhs, Symmetry symmetry) {
  const bool is_symmetric = symmetry == Symmetry::kSymmetric;
  Eigen::VectorXd x = rhs;
  const int* updates = updates_.data();
  static const SubtractProduct subtract = subtract_product();
  for (const int own : order_) {
    if (!invert(blocks_[own])) return {};
    for (const Link& row : later_[own]) {
      Mat6 factor;
      if (is_symmetric) {
        factor.noalias() = blocks_[row.upper].transpose() * blocks_[own];
      } else {
        factor.noalias() = blocks_[row.lower] * blocks_[own];
      }
      x.segment<6>(6 * row.body).noalias() -= factor * x.segment<6>(6 * own);
      for (const Link& column : later_[own]) {
        const int changed = *updates++;
        if (is_symmetric && place_[column.body] < place_[row.body]) continue;
        subtract(blocks_[changed].data(), factor.data(), blocks_[column.upper].data());
      }
    }
  }
  for (auto own = order_.rbegin(); own != order_.rend(); ++own) {
    Vec6 sum = x.segment<6>(6 * *own);
    for (const Link& link : later_[*own]) {
      sum.noalias() -= blocks_[link.upper] * x.segment<6>(6 * link.body);
    }
    x.segment<6>(6 * *own).noalias() = blocks_[*own] * sum;
  }
  return x;
}

}  // namespace graze::dynamics
