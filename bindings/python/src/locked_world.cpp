// SPDX-License-Identifier: MIT
// Who may use a world when, and the description that its recordings carry.
#include "graze/base/error.h"
#include "graze/simulation/simulate.h"
#include "world.h"

namespace graze::python {
namespace {
bool is_same(const Pose& a, const Pose& b) {
  return a.rotation == b.rotation && a.translation == b.translation;
}
}  // namespace

/// Marks the world as in use. Needs the interpreter's lock at its start only.
class LockedWorld::Use {
 public:
  explicit Use(LockedWorld& world) : world_(world) {
    world_.idle();
    world_.in_step_.store(true);
  }
  ~Use() { world_.in_step_.store(false); }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

 private:
  LockedWorld& world_;
};

World& LockedWorld::idle() {
  if (!in_step_.load()) return world_;
  throw std::runtime_error(
      "the world is in the middle of a step: a controller asks and changes the objects that it is "
      "given, and other threads wait for the step's end");
}

Names LockedWorld::all_names() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < world_.body_count(); ++i) {
    names.push_back(world_.body(BodyId(i)).body.name);
  }
  return std::make_shared<const std::vector<std::string>>(std::move(names));
}

std::size_t LockedWorld::add(WorldBody body) {
  const Use use(*this);
  BodyId id;
  {
    const py::gil_scoped_release release;  // a motion written in Python may be asked by any thread
    id = world_.add(body);
  }
  scene_.bodies.push_back(std::move(body));
  names_ = all_names();
  return id.index();
}

std::size_t LockedWorld::join(const WorldJoint& joint) {
  const JointId id = idle().add(joint);
  scene_.joints.push_back(joint);
  const auto stands_as_described = [&](BodyId body) {
    const Pose begin = pose_at(scene_.bodies[body.index()].body.motion, 0.0);
    return is_same(begin, world_.state(body).pose);
  };
  if (!stands_as_described(joint.a) || !stands_as_described(joint.b)) {
    undescribed_ = "a joint was added to bodies that had moved";
  }
  return id.index();
}

void LockedWorld::remove(BodyId body) {
  idle().remove(body);
  undescribed_ = "a body was removed";
}

void LockedWorld::remove(JointId joint) {
  idle().remove(joint);
  undescribed_ = "a joint was removed";
}

StepReport LockedWorld::step_unlocked() {
  if (!has_controllers_) return world_.step();
  const WorldState before = world_.state();
  try {
    return world_.step();
  } catch (...) {
    world_.restore(before);
    throw;
  }
}

StepReport LockedWorld::step() {
  const Use use(*this);
  const py::gil_scoped_release release;
  return step_unlocked();
}

Recording LockedWorld::run(double seconds, const std::function<void(double)>& progress,
                           const std::atomic<bool>* cancel) {
  const Use use(*this);
  const py::gil_scoped_release release;
  Recording recording;
  recording.scene = scene_;
  recording.frames.push_back({world_.state(), {}, {}});
  const std::uint64_t all = steps_of(seconds, world_.options().step);
  for (std::uint64_t done = 0; done < all; ++done) {
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) break;
    recording.frames.push_back(frame_of(world_.state(), step_unlocked()));
    if (progress) progress(double(done + 1) / double(all));
  }
  return recording;
}

std::size_t number_below(std::size_t count, const py::handle& value, const char* place,
                         const char* expected) {
  std::size_t number = count;
  if (py::isinstance<py::int_>(value) || PyIndex_Check(value.ptr()) != 0) {
    const auto signed_number = py::int_(py::reinterpret_borrow<py::object>(value)).cast<long>();
    if (signed_number >= 0) number = static_cast<std::size_t>(signed_number);
  }
  if (number < count) return number;
  throw InputError({.place = place,
                    .found = py::repr(value).cast<std::string>(),
                    .expected = expected,
                    .advice = {}});
}

BodyId LockedWorld::body(const py::handle& value, const char* place) const {
  if (py::isinstance<py::str>(value)) {
    if (const auto found = idle().find(value.cast<std::string>())) return *found;
  }
  const BodyId id(
      number_below(idle().body_count(), value, place, "the name or number of a body of the world"));
  if (world_.is_there(id)) return id;
  throw InputError({place, "a body that was removed", "a body of the world", ""});
}

JointId LockedWorld::joint(const py::handle& value, const char* place) const {
  const std::size_t count = idle().state().joints.size();
  for (std::size_t i = 0; i < count && py::isinstance<py::str>(value); ++i) {
    const JointId id(i);
    if (world_.is_there(id) && world_.joint(id).name == value.cast<std::string>()) return id;
  }
  const JointId id(number_below(count, value, place, "the name or number of a joint of the world"));
  if (world_.is_there(id)) return id;
  throw InputError({place, "a joint that was removed", "a joint of the world", ""});
}

}  // namespace graze::python
