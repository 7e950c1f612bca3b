// SPDX-License-Identifier: MIT
// Detectors and responses written in Python, and the objects that they are given.          [K1, K2]
#pragma once
#include <memory>

#include "graze/dynamics/drag_handle.h"
#include "world.h"

namespace graze::python {

/// Objects as seen during a controller's call. Python may keep the view longer than they exist.
class ObjectsView {
 public:
  explicit ObjectsView(const Objects& seen) : seen_(&seen) {}
  explicit ObjectsView(Objects& changed) : seen_(&changed), changed_(&changed) {}

  void close() { seen_ = changed_ = nullptr; }
  /// Throws RuntimeError after the call.
  const Objects& seen() const;
  /// The same, and in a detector.
  Objects& changed() const;
  BodyId body(const py::handle& value, const char* place) const;

 private:
  const Objects* seen_ = nullptr;
  Objects* changed_ = nullptr;
};

/// A world's response with the world that it is in.
struct WorldHandle {
  std::shared_ptr<DragHandle> handle;
  LockedWorld* world;
  std::optional<Vec3> target = {};
};

void bind_objects(py::module_& m);
void bind_controllers(py::module_& m, WorldClass& world);

}  // namespace graze::python
