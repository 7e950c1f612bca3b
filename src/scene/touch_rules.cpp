// SPDX-License-Identifier: MIT
#include <algorithm>
#include <unordered_map>

#include "graze/scene/scene.h"

namespace graze {
namespace {
using NameIds = std::unordered_map<std::string, std::uint32_t>;

/// Numbers for the names that rules mention; all others never matter.
NameIds names_of_rules(const Scene& scene) {
  NameIds ids;
  for (const auto& [first, second] : scene.may_touch) {
    ids.try_emplace(first, static_cast<std::uint32_t>(ids.size()));
    ids.try_emplace(second, static_cast<std::uint32_t>(ids.size()));
  }
  return ids;
}

std::vector<std::uint32_t> names_of_body(const Body& body, const NameIds& ids) {
  std::vector<std::uint32_t> names;
  if (const auto found = ids.find(body.name); found != ids.end()) names.push_back(found->second);
  for (const std::string& group : body.groups) {
    if (const auto found = ids.find(group); found != ids.end()) names.push_back(found->second);
  }
  return names;
}
}  // namespace

TouchRules::TouchRules(const Scene& scene) {
  const NameIds ids = names_of_rules(scene);
  for (const auto& [first, second] : scene.may_touch) {
    allowed_.emplace_back(ids.at(first), ids.at(second));
    allowed_.emplace_back(ids.at(second), ids.at(first));
  }
  std::sort(allowed_.begin(), allowed_.end());
  for (const Body& body : scene.bodies) {
    names_.push_back(names_of_body(body, ids));
    joint_parent_.push_back(body.joint == JointKind::kNone ? std::nullopt : body.parent);
    is_empty_.push_back(body.shape.mesh().is_empty());
    is_unbounded_.push_back(body.shape.is_unbounded());
  }
}

bool TouchRules::is_checked(BodyId a, BodyId b) const {
  if (a == b || is_empty_[a.index()] || is_empty_[b.index()]) return false;
  if (is_unbounded_[a.index()] && is_unbounded_[b.index()]) return false;  // walls meet
  if (joint_parent_[a.index()] == b || joint_parent_[b.index()] == a) return false;
  for (const std::uint32_t first : names_[a.index()]) {
    for (const std::uint32_t second : names_[b.index()]) {
      if (std::binary_search(allowed_.begin(), allowed_.end(), NamePair{first, second})) {
        return false;
      }
    }
  }
  return true;
}

std::vector<std::pair<BodyId, BodyId>> checked_pairs(const Scene& scene) {
  const TouchRules rules(scene);
  std::vector<std::pair<BodyId, BodyId>> pairs;
  for (std::size_t a = 0; a < scene.bodies.size(); ++a) {
    for (std::size_t b = a + 1; b < scene.bodies.size(); ++b) {
      if (rules.is_checked(BodyId(a), BodyId(b))) pairs.emplace_back(BodyId(a), BodyId(b));
    }
  }
  return pairs;
}

}  // namespace graze
