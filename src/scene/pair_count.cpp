// SPDX-License-Identifier: MIT
#include "graze/scene/pair_count.h"

#include <map>
#include <set>
#include <string>

namespace graze {
namespace {
using RuleNames = std::vector<std::string>;

/// Bodies that rules cannot tell apart.
struct Kind {
  RuleNames names;  ///< those that rules mention
  bool is_unbounded = false;
  std::size_t bodies = 0;
};

class Kinds {
 public:
  explicit Kinds(const Scene& scene) {
    for (const auto& [first, second] : scene.may_touch) {
      allowed_.emplace(first, second);
      allowed_.emplace(second, first);
    }
    for (const Body& body : scene.bodies) kind_of_.push_back(number_of(body));
  }

  std::size_t pairs() const {
    std::size_t count = 0;
    for (std::size_t a = 0; a < kinds_.size(); ++a) {
      const std::size_t n = kinds_[a].bodies;
      if (n > 1 && !may_touch(a, a)) count += n * (n - 1) / 2;
      for (std::size_t b = a + 1; b < kinds_.size(); ++b) {
        if (!may_touch(a, b)) count += n * kinds_[b].bodies;
      }
    }
    return count;
  }

  /// Whether pairs() counts these two.
  bool counts(std::size_t a, std::size_t b) const {
    return kind_of_[a] && kind_of_[b] && !may_touch(*kind_of_[a], *kind_of_[b]);
  }

 private:
  bool may_touch(std::size_t a, std::size_t b) const {
    if (kinds_[a].is_unbounded && kinds_[b].is_unbounded) return true;
    for (const std::string& first : kinds_[a].names) {
      for (const std::string& second : kinds_[b].names) {
        if (allowed_.contains({first, second})) return true;
      }
    }
    return false;
  }

  bool is_mentioned(const std::string& name) const {
    const auto found = allowed_.lower_bound({name, ""});
    return found != allowed_.end() && found->first == name;
  }

  /// None for a body without a surface.
  std::optional<std::size_t> number_of(const Body& body) {
    if (body.shape.mesh().is_empty()) return std::nullopt;
    RuleNames names;
    if (is_mentioned(body.name)) names.push_back(body.name);
    for (const std::string& group : body.groups) {
      if (is_mentioned(group)) names.push_back(group);
    }
    const bool is_unbounded = body.shape.is_unbounded();
    const auto [found, is_new] = numbers_.try_emplace({names, is_unbounded}, kinds_.size());
    if (is_new) kinds_.push_back({std::move(names), is_unbounded});
    ++kinds_[found->second].bodies;
    return found->second;
  }

  std::set<std::pair<std::string, std::string>> allowed_;
  std::map<std::pair<RuleNames, bool>, std::size_t> numbers_;
  std::vector<Kind> kinds_;
  std::vector<std::optional<std::size_t>> kind_of_;  // by body
};
}  // namespace

std::size_t checked_pair_count(const Scene& scene) {
  const Kinds kinds(scene);
  std::size_t count = kinds.pairs();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {  // a joint's two bodies are not checked
    const Body& body = scene.bodies[i];
    if (body.joint == JointKind::kNone || !body.parent) continue;
    count -= kinds.counts(i, body.parent->index());
  }
  return count;
}

}  // namespace graze
