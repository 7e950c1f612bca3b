// SPDX-License-Identifier: MIT
#include "dynamics/block_matrix.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "dynamics/block_product.h"
#include "graze/base/assert.h"

namespace graze::dynamics {
namespace {
// Gauss-Jordan in place, with a pivot search in each column; false if a pivot is zero or not
// finite.
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

// Eliminates the body with the fewest neighbours first; they become neighbours of each other.
void BlockMatrix::eliminate_symbolically(std::vector<std::vector<int>> neighbours) {
  const int bodies = static_cast<int>(neighbours.size());
  std::vector<char> is_done(neighbours.size(), 0);
  std::vector<std::pair<std::size_t, int>> heap;  // (degree, body); stale entries are skipped
  const auto push = [&](int i) {
    heap.push_back({neighbours[i].size(), i});
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
  };
  for (int i = 0; i < bodies; ++i) push(i);
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    const auto [degree, own] = heap.back();
    heap.pop_back();
    if (is_done[own] || degree != neighbours[own].size()) continue;
    is_done[own] = 1;
    place_[own] = static_cast<int>(order_.size());
    order_.push_back(own);
    later_[own] = neighbours[own];
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
  list_updates();
}

void BlockMatrix::list_updates() {
  const int bodies = static_cast<int>(order_.size());
  first_upper_.resize(order_.size());
  for (const int own : order_) {
    std::ranges::sort(later_[own], {}, [this](int body) { return place_[body]; });
    first_upper_[own] = bodies + links_;
    links_ += static_cast<int>(later_[own].size());
  }
  blocks_.resize(order_.size() + 2 * static_cast<std::size_t>(links_));
  for (const int own : order_) {
    for (const int row : later_[own]) {
      for (const int column : later_[own]) updates_.push_back(block_of(row, column));
    }
  }
}

int BlockMatrix::block_of(int row, int column) const {
  if (row == column) return row;
  const bool row_is_first = place_[row] < place_[column];
  const int own = row_is_first ? row : column, other = row_is_first ? column : row;
  const auto& links = later_[own];
  const auto link =
      std::ranges::lower_bound(links, place_[other], {}, [this](int body) { return place_[body]; });
  GRAZE_ASSERT(link != links.end() && *link == other);
  return first_upper_[own] + static_cast<int>(link - links.begin()) + (row_is_first ? 0 : links_);
}

void BlockMatrix::set_zero(Symmetry symmetry) {
  symmetry_ = symmetry;
  const std::ptrdiff_t unused = is_symmetric() ? links_ : 0;
  std::fill(blocks_.begin(), blocks_.end() - unused, Mat6(Mat6::Zero()));
}

void BlockMatrix::add(int row, int column, const Mat6& block) {
  if (is_symmetric() && place_[row] > place_[column]) {
    blocks_[static_cast<std::size_t>(block_of(column, row))] += block.transpose();
  } else {
    blocks_[static_cast<std::size_t>(block_of(row, column))] += block;
  }
}

Mat6 BlockMatrix::factor(int own, int k, const Mat6& negative_inverse) const {
  const auto upper = static_cast<std::size_t>(first_upper_[own] + k);
  const Mat6 side = is_symmetric() ? Mat6(blocks_[upper].transpose())
                                   : blocks_[upper + static_cast<std::size_t>(links_)];
  Mat6 out = Mat6::Zero();
  subtract_product()(out.data(), side.data(), negative_inverse.data());
  return out;
}

// Subtracts the body's equation from those of its links. Of a symmetric matrix, only the upper half
// is used.
bool BlockMatrix::eliminate(int own, const int* updates, Eigen::VectorXd& x) {
  static const SubtractProduct subtract = subtract_product();
  if (!invert(blocks_[own])) return false;
  const Mat6 negative_inverse = -blocks_[own];
  const int links = static_cast<int>(later_[own].size());
  const Mat6* upper = &blocks_[static_cast<std::size_t>(first_upper_[own])];
  for (int row = 0; row < links; ++row, updates += links) {
    const Mat6 part = factor(own, row, negative_inverse);
    x.segment<6>(6 * later_[own][row]).noalias() -= part * x.segment<6>(6 * own);
    for (int column = is_symmetric() ? row : 0; column < links; ++column) {
      subtract(blocks_[updates[column]].data(), part.data(), upper[column].data());
    }
  }
  return true;
}

Eigen::VectorXd BlockMatrix::solve(const Eigen::VectorXd& rhs) {
  Eigen::VectorXd x = rhs;
  const int* updates = updates_.data();
  for (const int own : order_) {
    if (!eliminate(own, updates, x)) return {};
    updates += later_[own].size() * later_[own].size();
  }
  for (auto own = order_.rbegin(); own != order_.rend(); ++own) {
    Vec6 sum = x.segment<6>(6 * *own);
    int upper = first_upper_[*own];
    for (const int body : later_[*own]) {
      sum.noalias() -= blocks_[upper++] * x.segment<6>(6 * body);
    }
    x.segment<6>(6 * *own).noalias() = blocks_[*own] * sum;
  }
  return x;
}

}  // namespace graze::dynamics
