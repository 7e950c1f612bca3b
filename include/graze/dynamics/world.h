// SPDX-License-Identifier: MIT
// Objects that move on in time, and controllers that act on them.                          [K1, K8]
#pragma once
#include <graze/dynamics/detection_controller.h>

#include <memory>
#include <span>
#include <vector>

namespace graze {

class World;

/// Acts on objects; a user's own derives from it. Several may act on one object in the same step:
/// their changes add up. A controller sees objects and reports, never another controller.
class Controller {
 public:
  virtual ~Controller() = default;
  /// At the start of every step, when accelerations are zero: forces, drives, fields.
  virtual void begin_step(World& world, double seconds);
  /// Objects are where they first touch: responses.
  virtual void respond(World& world, std::span<const Collision> collisions);
};

struct WorldStep {
  std::vector<Collision> collisions;  ///< in order of time
  double seconds = 0.0;               ///< how far time went on; less than asked for if is_stuck
  bool is_stuck = false;              ///< more events than a step may have
};

/// Time goes on from event to event: at the first collision of a step all objects are there, it is
/// responded to, and the rest of the step is asked about anew (the paper's macro-backtracking).
class World {
 public:
  explicit World(DetectionOptions options = {}) : detection_(std::move(options)) {}

  ObjectId add(Object object);
  void add(std::unique_ptr<Controller> controller);

  double time() const { return time_; }
  std::span<const Object> objects() const { return objects_; }
  const Object& object(ObjectId id) const { return objects_[id.index()]; }
  /// Changes add up.
  void change(ObjectId id, const StateChange& change);
  const DetectionController& detection() const { return detection_; }

  /// `seconds` > 0, else InputError; at most `max_events` events.
  WorldStep step(double seconds, int max_events = 100);

 private:
  void begin_step(double seconds);
  void advance(double seconds);

  double time_ = 0.0;
  std::vector<Object> objects_;
  std::vector<std::unique_ptr<Controller>> controllers_;
  DetectionController detection_;
};

}  // namespace graze
