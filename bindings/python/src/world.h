// SPDX-License-Identifier: MIT
// A world with what Python needs besides: who is using it, and its description for recordings.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bindings.h"
#include "graze/simulation/recording.h"

namespace graze::python {

using Names = std::shared_ptr<const std::vector<std::string>>;

/// It changes only while nobody steps it: controllers and other threads get an error instead.
class LockedWorld {
 public:
  explicit LockedWorld(WorldScene scene)
      : scene_(std::move(scene)), world_(make_world(scene_)), names_(all_names()) {}

  /// The world between steps. Throws RuntimeError during one.
  World& idle();
  const World& idle() const { return const_cast<LockedWorld*>(this)->idle(); }

  std::size_t add(WorldBody body);
  std::size_t join(const WorldJoint& joint);
  void remove(BodyId body);
  void remove(JointId joint);

  /// One step, without the interpreter's lock. If a controller throws, the world is as before it.
  StepReport step();
  /// The state now and after each step of `seconds`. Ends early if `cancel` is set.
  Recording run(double seconds, const std::function<void(double)>& progress,
                const std::atomic<bool>* cancel);

  const WorldScene& scene() const { return scene_; }
  /// Why the description does not match the world; empty if it does.
  const std::string& undescribed() const { return undescribed_; }
  const Names& names() const { return names_; }
  BodyId body(const py::handle& value, const char* place) const;
  JointId joint(const py::handle& value, const char* place) const;
  void add_controllers() { has_controllers_ = true; }

 private:
  class Use;
  Names all_names() const;
  StepReport step_unlocked();

  WorldScene scene_;
  World world_;
  Names names_;
  std::string undescribed_;
  std::atomic<bool> in_step_{false};
  bool has_controllers_ = false;
};

/// A step's report with the names of the bodies.
struct NamedStep {
  StepReport report;
  Names names;
};

/// A recording of a file or of a run.
struct NamedRecording {
  Recording recording;
  std::string undescribed;  ///< why it has no scene; empty: it has one
};

using WorldClass = py::class_<LockedWorld>;

void bind_world_materials(py::module_& m);
void bind_world_bodies(WorldClass& world);
void bind_world_forces(WorldClass& world);

/// Sixteen numbers, row by row; where the next may stand.
double* write_matrix(const Pose& pose, double* at);

/// A number that is one of `count`. Throws InputError.
std::size_t number_below(std::size_t count, const py::handle& value, const char* place,
                         const char* expected);

}  // namespace graze::python
