// SPDX-License-Identifier: MIT
// Question   Where is everything after a step, collisions on the way included?                 [K8]
// Source     Zachwieja 1992, sections 3.2 and 4.1.
// Guarantee  Between events objects move by their own states; every event is responded to when it
//            happens, in order of time.
// Changed    The whole world goes to the event (macro-backtracking), where the paper lets later
//            events of the step be lost.
#include "graze/dynamics/world.h"

#include <cmath>
#include <utility>

#include "graze/base/error.h"

namespace graze {

void Controller::begin_step(World&, double) {}
void Controller::respond(World&, std::span<const Collision>) {}

ObjectId World::add(Object object) {
  objects_.push_back(std::move(object));
  return ObjectId(objects_.size() - 1);
}

void World::add(std::unique_ptr<Controller> controller) {
  controllers_.push_back(std::move(controller));
}

void World::change(ObjectId id, const StateChange& change) { objects_[id.index()].change(change); }

/// Accelerations last for a step: each starts from none.
void World::begin_step(double seconds) {
  for (const Object& object : objects_) {
    const AcceleratedState state = object.state();
    object.change({Vec3::Zero(), Vec3::Zero(), -state.acceleration, -state.angular_acceleration});
  }
  for (const auto& controller : controllers_) controller->begin_step(*this, seconds);
}

void World::advance(double seconds) {
  if (seconds > 0.0) {
    for (const Object& object : objects_) object.advance(seconds);
  }
}

WorldStep World::step(double seconds, int max_events) {
  if (!(seconds > 0.0) || !std::isfinite(seconds)) {
    throw InputError({"seconds", std::to_string(seconds), "a finite time > 0", ""});
  }
  begin_step(seconds);
  const double start = time_, end = time_ + seconds;
  WorldStep step;
  for (int events = 0; time_ < end; ++events) {
    if (events >= max_events) {
      step.is_stuck = true;
      break;
    }
    const auto collisions = detection_.first_collisions(objects_, time_, end - time_);
    const double next = collisions.empty() ? end : std::fmin(end, collisions.front().event.time);
    advance(next - time_);
    time_ = next;
    if (collisions.empty()) break;
    for (const auto& controller : controllers_) controller->respond(*this, collisions);
    step.collisions.insert(step.collisions.end(), collisions.begin(), collisions.end());
  }
  step.seconds = time_ - start;
  return step;
}

}  // namespace graze
