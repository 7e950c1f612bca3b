// SPDX-License-Identifier: MIT
// Question   What do controllers see of a world during a step, and when are they called?
// Source     Zachwieja 1992, section 3.2: objects, detection and response controllers.
// Guarantee  That of the detectors: bodies stop at the earliest contact that one of them reports.
// Changed    The rigid solver handles the pairs that no detector was added for.
#include <algorithm>

#include "dynamics/inner_step.h"
#include "graze/dynamics/response_controller.h"

namespace graze::dynamics {

/// The bodies of an inner step from `now_` on. `detector` is null for responses.
class InnerStep::View final : public Objects {
 public:
  View(InnerStep& step, const World::Data::DetectorEntry* detector)
      : step_(step), detector_(detector) {}

  std::size_t count() const override { return step_.ways_.size(); }
  Interval span() const override { return {step_.now_, step_.end_}; }
  Aabb extent(BodyId body) const override { return swept_box(way_of(body), since(body)); }
  bool is_asked(BodyId a, BodyId b) const override {
    return detector_ != nullptr && step_.world_.is_named(*detector_, a.index(), b.index()) &&
           step_.world_.can_meet(a.index(), b.index());
  }
  const Body& boundary(BodyId body) const override { return way_of(body).entry->body.body; }
  Motion way(BodyId body) const override { return way_of(body).motion; }
  BodyState state(BodyId body) const override {
    const Way& way = way_of(body);
    const Vec6 velocity = way.velocity_at(step_.now_);
    return {way.pose_at_time(step_.now_), velocity.head<3>(), velocity.tail<3>(), false};
  }
  const MassModel* matter(BodyId body) const override {
    const Way& way = way_of(body);
    return way.is_free_to_move() ? &way.entry->mass : nullptr;
  }
  Vec3 acceleration(BodyId body) const override {
    const Way& way = way_of(body);
    return way.is_free_to_move() ? drive_of(step_.world_, way).acceleration : Vec3(Vec3::Zero());
  }
  ContactMaterial material(BodyId a, BodyId b) const override {
    return step_.world_.material(a.index(), b.index());
  }
  bool is_second_order() const override { return step_.world_.state.is_second_order; }
  std::vector<Detection> detect() const override { return step_.detections_now(); }

  void change(BodyId body, const StateChange& change) override {
    Way& way = step_.ways_[body.index()];
    if (!way.is_free_to_move()) return;
    if (is_second_order()) {
      way.velocity += change.velocity;
      way.angular_velocity += change.angular_velocity;
    } else {
      way.command.head<3>() += change.velocity;
      way.command.tail<3>() += change.angular_velocity;
    }
    way.force += change.force;
    way.torque += change.torque;
    step_.is_driven_group_[step_.group_of(body.index())] = 1;
  }

 private:
  const Way& way_of(BodyId body) const { return step_.ways_[body.index()]; }
  double since(BodyId body) const { return std::max(step_.now_, way_of(body).since); }

  InnerStep& step_;
  const World::Data::DetectorEntry* detector_;
};

std::vector<Detection> InnerStep::detections_now() const {
  std::vector<Detection> all;
  for (const World::Data::DetectorEntry& detector : world_.detectors) {
    View view(const_cast<InnerStep&>(*this), &detector);
    for (Detection& found : detector.controller->detect(view)) all.push_back(std::move(found));
  }
  for (Detection& found : all) found.time = std::clamp(found.time, now_, end_);
  std::ranges::stable_sort(all, {}, &Detection::time);
  return all;
}

void InnerStep::begin_controllers() {
  View view(*this, nullptr);
  for (const auto& response : world_.responses) response->begin(view);
}

void InnerStep::respond(const std::vector<Detection>& detections) {
  View view(*this, nullptr);
  for (const auto& response : world_.responses) response->respond(view, detections);
}

// Ignores overlaps, and pairs in which neither body can move for the rest of the step.
void InnerStep::ask_detectors() {
  if (world_.detectors.empty()) return;
  const auto can_go = [this](BodyId id) {
    const Way& way = ways_[id.index()];
    return !way.is_held && way.entry->body.role != Role::kStatic;
  };
  detections_ = detections_now();
  std::erase_if(detections_, [&](const Detection& found) {
    return found.overlap.has_value() || !(can_go(found.a) || can_go(found.b));
  });
}

// All contacts at the earliest time form one event.
void InnerStep::bend_ways_at(std::vector<Detection> detections) {
  const double t = detections.front().time;
  std::erase_if(detections, [t](const Detection& found) { return found.time > t; });
  std::vector<IndexPair> pairs;
  for (const Detection& found : detections) {
    pairs.push_back(std::minmax(found.a.index(), found.b.index()));
  }
  bend_ways(pairs, t, detections);
}

}  // namespace graze::dynamics
