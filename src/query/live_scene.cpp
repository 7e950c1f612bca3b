// SPDX-License-Identifier: MIT
// Question   First contact of bodies that come, go and move, asked every frame.            [C8, G1]
// Source     ARCHITECTURE.md, "The walk of a question": the same loop as for a prepared scene.
// Guarantee  Each answer is what a scene of the same bodies gives, but for ties.
// Changed    -
#include "graze/query/live_scene.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "graze/base/error.h"
#include "query/ask.h"
#include "query/pair_work.h"
#include "query/prepared_parts.h"

namespace graze {
namespace {
std::string removed_name(std::size_t index) { return "(removed " + std::to_string(index) + ")"; }

MovingBounds bounds_of_body(const Body& body) {
  if (body.deforms()) {
    const auto frames = body.deformation.frames();
    return {body.deformation.bounds_during({frames.front().time, frames.back().time}), body.motion,
            body.growth()};
  }
  const Aabb& box = body.shape.mesh().bounds();
  const double radius =
      body.shape.mesh().is_empty() ? kInfinity : radius_about(box.centre(), body.shape.mesh());
  return {box, body.motion, body.growth(), body.parent, nullptr, nullptr, radius};
}

/// Checks what does not depend on other bodies.
void check_alone(Body body) {
  body.parent = {};
  Scene alone;
  add_body(alone, std::move(body));
}
}  // namespace

struct LiveScene::State {
  using Parts = PreparedScene::Parts;

  explicit State(Scene scene)
      : first(std::move(scene)),
        parts(std::make_shared<Parts>(Parts{first.scene(),
                                            first.rules(),
                                            first.preparation(),
                                            first.body_motions(),
                                            first.bounds(),
                                            {},
                                            {}})),
        view(std::shared_ptr<const Parts>(parts)) {
    for (std::size_t i = 0; i < bodies().size(); ++i) enter(i);
  }

  std::vector<Body>& bodies() { return parts->scene.bodies; }

  void enter(std::size_t i) {
    const Body& body = bodies()[i];
    is_there.resize(bodies().size());
    children.resize(bodies().size());
    is_there[i] = 1;
    ++count;
    names.emplace(body.name, BodyId(i));
    for (const std::string& group : body.groups) ++groups[group];
    if (body.parent) ++children[body.parent->index()];
  }

  void leave(std::size_t i) {
    const Body& body = bodies()[i];
    is_there[i] = 0;
    --count;
    names.erase(body.name);
    for (const std::string& group : body.groups) {
      if (--groups[group] == 0) groups.erase(group);
    }
    if (body.parent) --children[body.parent->index()];
    free.insert(i);
  }

  std::size_t checked(BodyId body, const char* what) const {
    if (body.index() < is_there.size() && is_there[body.index()]) return body.index();
    throw InputError({what, "body " + std::to_string(body.index()), "a body that is there", ""});
  }

  void check_name(const std::string& name, const std::vector<std::string>& of_groups) const {
    if (names.contains(name) || groups.contains(name)) {
      throw InputError(
          {"add", "the name '" + name + "' a second time", "names that are unique", ""});
    }
    for (const std::string& group : of_groups) {
      if (!names.contains(group) && group != name) continue;
      throw InputError({"add", "the group '" + group + "', which is the name of a body",
                        "group names that differ from body names", ""});
    }
  }

  /// The lowest free id above the parent's.
  std::size_t place_for(const Body& body) {
    const auto found = body.parent ? free.upper_bound(body.parent->index()) : free.begin();
    if (found == free.end()) {
      bodies().emplace_back();
      parts->motions.emplace_back();
      parts->bounds.emplace_back();
      return bodies().size() - 1;
    }
    const std::size_t place = *found;
    free.erase(found);
    return place;
  }

  void put(std::size_t i, Body body) {
    parts->motions[i] = body.motion;
    parts->bounds[i] = bounds_of_body(body);
    bodies()[i] = std::move(body);
    rules_are_old = true;
  }

  /// Ready for a question.
  const PreparedScene& now() {
    if (rules_are_old) parts->rules = TouchRules(parts->scene);
    rules_are_old = false;
    return view;
  }

  PreparedScene first;  ///< as constructed: owns what the bounds of its bodies refer to
  std::shared_ptr<Parts> parts;
  PreparedScene view;  ///< the same parts, as questions see them
  query::QuestionMemory memory;
  std::vector<char> is_there;
  std::vector<std::uint32_t> children;  ///< how many hang on each
  std::size_t count = 0;
  std::set<std::size_t> free;
  std::unordered_map<std::string, BodyId> names;
  std::unordered_map<std::string, std::size_t> groups;
  bool rules_are_old = false;
};

LiveScene::LiveScene(Scene scene) : state_(std::make_unique<State>(std::move(scene))) {}
LiveScene::~LiveScene() = default;
LiveScene::LiveScene(LiveScene&&) noexcept = default;
LiveScene& LiveScene::operator=(LiveScene&&) noexcept = default;

BodyId LiveScene::add(Body body) {
  check_alone(body);
  state_->check_name(body.name, body.groups);
  if (body.parent) state_->checked(*body.parent, "add.parent");
  if (!body.deforms()) body.shape.wide_tree();
  const std::size_t place = state_->place_for(body);
  state_->put(place, std::move(body));
  state_->enter(place);
  return BodyId(place);
}

void LiveScene::remove(BodyId body) {
  const std::size_t i = state_->checked(body, "remove");
  if (state_->children[i] > 0) {
    throw InputError({"remove", describe(scene(), body) + ", which carries others",
                      "a body that carries none", "remove those first"});
  }
  state_->leave(i);
  Body nothing;
  nothing.name = removed_name(i);
  state_->put(i, std::move(nothing));
}

void LiveScene::set_motion(BodyId body, Motion motion) {
  const std::size_t i = state_->checked(body, "set_motion");
  Body& moved = state_->bodies()[i];
  if (moved.deforms()) {
    throw InputError({"set_motion", describe(scene(), body) + ", which deforms",
                      "a body that keeps its shape", ""});
  }
  state_->parts->motions[i] = motion;
  state_->parts->bounds[i].motion = motion;
  moved.motion = std::move(motion);
}

void LiveScene::allow_touch(const std::string& a, const std::string& b) {
  for (const std::string& name : {a, b}) {
    if (state_->names.contains(name) || state_->groups.contains(name)) continue;
    throw InputError({"allow_touch", "'" + name + "'", "the name of a body or a group", ""});
  }
  state_->parts->scene.may_touch.emplace_back(a, b);
  state_->rules_are_old = true;
}

bool LiveScene::has(BodyId body) const {
  return body.index() < state_->is_there.size() && state_->is_there[body.index()];
}

std::size_t LiveScene::size() const { return state_->count; }

std::optional<BodyId> LiveScene::find(const std::string& name) const {
  const auto found = state_->names.find(name);
  return found == state_->names.end() ? std::nullopt : std::optional(found->second);
}

const Body& LiveScene::body(BodyId body) const {
  return state_->bodies()[state_->checked(body, "body")];
}

const Scene& LiveScene::scene() const { return state_->parts->scene; }

std::vector<CandidatePair> LiveScene::near_pairs(const Interval& span, double margin) {
  ContactOptions options;
  options.span = span;
  options.min_separation = margin;
  return query::PairWork(state_->now(), state_->parts->motions, options, method_table(),
                         &state_->memory)
      .candidates();
}

PairReport LiveScene::first_contact(const ContactOptions& options) {
  const PairReport report = query::ask_first_contact(state_->now(), state_->parts->motions, options,
                                                     method_table(), &state_->memory);
  const bool touches = report.report.outcome == Outcome::kContact ||
                       report.report.outcome == Outcome::kOverlapAtStart;
  if (touches) state_->memory.touched = std::minmax(report.a, report.b);
  return report;
}

std::vector<PairReport> LiveScene::contacts_per_pair(const ContactOptions& options) {
  ContactOptions near = options;
  if (options.pairs.empty()) near.far_pairs = false;
  return query::ask_contacts_per_pair(state_->now(), near, method_table(), &state_->memory);
}

PreparedScene LiveScene::snapshot() const {
  Scene scene = state_->parts->scene;
  const auto is_known = [&](const std::string& name) {
    return state_->names.contains(name) || state_->groups.contains(name);
  };
  std::erase_if(scene.may_touch, [&](const auto& rule) {  // of bodies that are gone
    return !is_known(rule.first) || !is_known(rule.second);
  });
  std::erase_if(scene.fits, [&](const Fit& fit) { return !is_known(fit.a) || !is_known(fit.b); });
  return PreparedScene(std::move(scene));
}

}  // namespace graze
