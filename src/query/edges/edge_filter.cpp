// SPDX-License-Identifier: MIT
// Question   Which pairs of bodies may touch while a robot's joints go straight from q0 to q1? [C8]
// Source     Four quarters of the edge at a time; a quarter that is not proved is cut in four again
//            unless its middle is near contact already: docs/methods/many_bodies.md, section 4.
// Guarantee  What is not suspect is apart at every instant, solids included; what is called a
//            contact is one.
// Changed    -
#include "query/edges/edge_filter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace graze::query::edges {
namespace {
constexpr int kMostCuts = 3;           // parts of 1/64 of the edge
constexpr double kLargestAngle = 1e5;  // the kernel's sine is good for 2^20
constexpr double kRoundUp = 1.0 + 1e-9;
}  // namespace

/// One look: what is still to be asked, part by part.
struct EdgeFilter::Search {
  const EdgeFilter& filter;
  Arm arm;
  const double* from;
  const double* step;
  const std::vector<double>& bends;
  bool any_contact;
  Rake rake = best_rake();
  struct Found {
    int nearness;  // smaller is nearer
    std::uint32_t pair;
    double s;
    auto operator<=>(const Found&) const = default;
  };
  std::vector<Found> suspects = {};
  std::vector<char> is_suspect = {};
  EdgeLook result = {};

  bool may_be_pierced(std::uint32_t pair) const { return arm.pairs[pair].may_be_pierced; }

  /// In the middle of which quarter it is likeliest to touch: of the near ones the middle one.
  void suspect(std::uint32_t pair, unsigned near, double lo, double hi) {
    if (is_suspect[pair] != 0) return;
    is_suspect[pair] = 1;
    unsigned left = near;
    for (int drop = std::popcount(near) / 2; drop > 0; --drop) left &= left - 1;
    const int tine = left == 0 ? 0 : std::countr_zero(left);
    suspects.push_back({-std::popcount(near), pair, middle(lo, hi, tine)});
  }

  static double middle(double lo, double hi, int tine) {
    return lo + (hi - lo) * (2 * tine + 1) / (2 * kTines);
  }

  void look(double lo, double hi, const std::vector<std::uint32_t>& pairs, int cuts) {
    std::vector<RakeAnswer> answers(pairs.size());
    rake(arm,
         {from, step, lo, hi, bends.data(), pairs.data(), static_cast<std::uint32_t>(pairs.size())},
         answers.data());
    std::vector<std::uint32_t> again[kTines];
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const RakeAnswer& answer = answers[k];
      if (answer.unproved == 0 || is_suspect[pairs[k]] != 0) continue;
      if (answer.pierced != 0 && any_contact) {
        const int tine = std::countr_zero(static_cast<unsigned>(answer.pierced));
        result.contact = {filter.ids_[pairs[k]], middle(lo, hi, tine)};
        return;
      }
      // What is near may be proved to touch a little later.
      const bool goes_on =
          answer.near == 0 || (any_contact && cuts == 0 && may_be_pierced(pairs[k]));
      if (!goes_on || cuts == kMostCuts) {
        suspect(pairs[k], answer.near, lo, hi);
        continue;
      }
      for (int tine = 0; tine < kTines; ++tine) {
        if (((answer.unproved >> tine) & 1) != 0) again[tine].push_back(pairs[k]);
      }
    }
    for (int tine = 0; tine < kTines && !result.contact; ++tine) {
      std::erase_if(again[tine], [&](std::uint32_t pair) { return is_suspect[pair] != 0; });
      if (again[tine].empty()) continue;
      const double width = (hi - lo) / kTines;
      look(lo + tine * width, lo + (tine + 1) * width, again[tine], cuts + 1);
    }
  }
};

Arm EdgeFilter::arm() const {
  const double slack = 0x1p-30 * extent_;
  return {links_.data(),     static_cast<std::int32_t>(links_.size()),
          bodies_.data(),    points_.data(),
          still_.data(),     boxes_.data(),
          pairs_.data(),     slack,
          slack + tolerance_};
}

bool EdgeFilter::is_in_range(std::span<const double> values) const {
  return std::ranges::all_of(links_, [&](const ArmLink& link) {
    if (link.joint < 0) return true;
    const double value = std::abs(values[static_cast<std::size_t>(link.joint)]);
    return value <= (link.slides ? extent_ : kLargestAngle);
  });
}

/// sup |p''| by s over the body, seen from the frame where the path starts. With W the sum of
/// |dq| of the turns so far, a vector that the links turn is bent by at most W^2 of its length; of
/// its part along the last axis that axis itself does not count.
double EdgeFilter::bend_of(const View& view, std::span<const double> from,
                           std::span<const double> to) const {
  double bend = 0.0, turn = 0.0, turn_before = 0.0;
  for (const std::uint32_t index : view.path) {
    const ArmLink& link = links_[index];
    bend += turn_before * turn_before * link.along + turn * turn * link.across;
    turn_before = turn;
    if (link.joint < 0) continue;
    const auto joint = static_cast<std::size_t>(link.joint);
    const double by = std::abs(to[joint] - from[joint]);
    if (link.slides) {
      const double length = std::max(std::abs(from[joint]), std::abs(to[joint]));
      bend += turn * turn * length + 2.0 * turn * by;
    } else {
      turn += by;
    }
  }
  const ArmBody& body = bodies_[view.body];
  bend += turn_before * turn_before * body.along + turn * turn * body.across;
  return bend * kRoundUp;
}

EdgeLook EdgeFilter::look(std::span<const double> from, std::span<const double> to,
                          bool any_contact) const {
  if (!is_in_range(from) || !is_in_range(to)) {
    EdgeLook all;
    for (const IdPair& pair : unknown_) all.suspects.push_back({pair, 0.0});
    for (const IdPair& pair : ids_) all.suspects.push_back({pair, 0.0});
    return all;
  }
  std::vector<double> step(from.size()), bends(views_.size(), 0.0);
  for (std::size_t i = 0; i < step.size(); ++i) step[i] = to[i] - from[i];
  for (std::size_t i = 1; i < views_.size(); ++i) bends[i] = bend_of(views_[i], from, to);
  Search search{*this, arm(), from.data(), step.data(), bends, any_contact};
  search.is_suspect.resize(pairs_.size());
  std::vector<std::uint32_t> all(pairs_.size());
  std::iota(all.begin(), all.end(), 0u);
  search.look(0.0, 1.0, all, 0);
  if (search.result.contact) return std::move(search.result);
  std::sort(search.suspects.begin(), search.suspects.end());
  for (const auto& found : search.suspects) {
    search.result.suspects.push_back({ids_[found.pair], found.s});
  }
  for (const IdPair& pair : unknown_) search.result.suspects.push_back({pair, 0.0});
  return std::move(search.result);
}

}  // namespace graze::query::edges
