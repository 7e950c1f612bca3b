// SPDX-License-Identifier: MIT
#include "dynamics/volume/limited_friction.h"

#include <algorithm>
#include <cmath>

namespace graze::dynamics::by_volume {

LimitedFriction::LimitedFriction(const CoupledSystem& system, const ContactSet& set,
                                 const ContactTargets& targets)
    : system_(system), set_(set), targets_(targets) {
  for (const double gives : row_compliances(system, set.rows)) {
    stiffness_.push_back(gives > 0.0 ? 1.0 / gives : 0.0);
  }
  limits_.assign(set.contacts.size(), 0.0);
}

Vec3 LimitedFriction::impulse(std::size_t k, const VecX& rows) const {
  const auto at = static_cast<Eigen::Index>(3 * k);
  const double normal = stiffness_[3 * k] * std::max(0.0, targets_.speeds[k] - rows[at]);
  const Eigen::Vector2d slide = rows.segment<2>(at + 1);
  return {normal, -holding(k, slide) * slide.x(), -holding(k, slide) * slide.y()};
}

double LimitedFriction::link_impulse(std::size_t link, double speed) const {
  const LinkTarget& target = targets_.links[link];
  return std::clamp(stiffness_[row_of_link(link)] * (target.speed - speed), target.least,
                    target.most);
}

VecX LimitedFriction::impulses(const VecX& rows) const {
  VecX all(rows.size());
  for (std::size_t k = 0; k < limits_.size(); ++k) {
    all.segment<3>(static_cast<Eigen::Index>(3 * k)) = impulse(k, rows);
  }
  for (std::size_t k = 0; k < targets_.links.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(row_of_link(k));
    all[at] = link_impulse(k, rows[at]);
  }
  return all;
}

void LimitedFriction::choose_contact(std::size_t k, const VecX& rows, Choice& choice) const {
  const auto at = static_cast<Eigen::Index>(3 * k);
  if (rows[at] < targets_.speeds[k] && stiffness_[3 * k] > 0.0) {
    choice.take(3 * k, 1.0);
    choice.weights.push_back(stiffness_[3 * k]);
  }
  if (!(limits_[k] > 0.0)) return;
  const Eigen::Vector2d slide = rows.segment<2>(at + 1);
  if (sticks(k, slide)) {
    for (std::size_t t = 1; t < 3; ++t) {
      choice.take(3 * k + t, 1.0);
      choice.weights.push_back(tangential(k));
    }
    return;
  }
  const Eigen::Vector2d along = slide.normalized();
  choice.take(3 * k + 1, -along.y());
  choice.take(3 * k + 2, along.x());
  choice.weights.push_back(limits_[k] / slide.norm());
}

void LimitedFriction::choose_link(std::size_t link, double speed, Choice& choice) const {
  const double stiffness = stiffness_[row_of_link(link)];
  const LinkTarget& target = targets_.links[link];
  const double wanted = stiffness * (target.speed - speed);
  if (!(stiffness > 0.0) || wanted <= target.least || wanted >= target.most) return;
  choice.take(row_of_link(link), 1.0);
  choice.weights.push_back(stiffness);
}

BlockInverse LimitedFriction::curvature(const VecX& rows) const {
  Choice choice;
  for (std::size_t k = 0; k < limits_.size(); ++k) choose_contact(k, rows, choice);
  for (std::size_t k = 0; k < targets_.links.size(); ++k) {
    choose_link(k, rows[static_cast<Eigen::Index>(row_of_link(k))], choice);
  }
  const auto count = static_cast<Eigen::Index>(choice.weights.size());
  Rows chosen(count, set_.rows.rows());
  chosen.setFromTriplets(choice.entries.begin(), choice.entries.end());
  return {system_, Rows(chosen * set_.rows), Eigen::Map<const VecX>(choice.weights.data(), count)};
}

double LimitedFriction::tangential(std::size_t k) const {
  return std::min(stiffness_[3 * k + 1], stiffness_[3 * k + 2]);
}
bool LimitedFriction::sticks(std::size_t k, const Eigen::Vector2d& slide) const {
  return tangential(k) * slide.norm() <= limits_[k];
}
double LimitedFriction::holding(std::size_t k, const Eigen::Vector2d& slide) const {
  if (!(limits_[k] > 0.0)) return 0.0;
  return sticks(k, slide) ? tangential(k) : limits_[k] / slide.norm();
}

}  // namespace graze::dynamics::by_volume
