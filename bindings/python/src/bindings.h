// SPDX-License-Identifier: MIT
// What the files of the Python module share. Each file binds one part of the library; none holds an
// algorithm.                                                                                   [G5]
#pragma once
#include <pybind11/eigen.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graze/math/interval.h"
#include "graze/math/pose.h"
#include "graze/query/first_contact.h"
#include "graze/query/prepared_scene.h"

namespace graze::python {
namespace py = pybind11;

void bind_errors(py::module_& m);
void bind_meshes(py::module_& m);
void bind_shapes(py::module_& m);
void bind_motion(py::module_& m);
void bind_scene(py::module_& m);
void bind_reports(py::module_& m);
void bind_measured_reports(py::module_& m);
void bind_questions(py::module_& m);
void bind_robots(py::module_& m);
void bind_motion_checker(py::module_& m);
void bind_proofs(py::module_& m);
void bind_monitor(py::module_& m);
void bind_jobs(py::module_& m);
void bind_world(py::module_& m);
void bind_world_reports(py::module_& m);
void bind_recordings(py::module_& m);

/// (lo, hi), or one number for an instant.
Interval interval_from(const py::handle& value, const char* place);
py::tuple to_tuple(const Interval& interval);

/// A 4 x 4 or 3 x 4 matrix, a position of three numbers, or None for the identity.
Pose pose_from(const py::handle& value, const char* place);
py::array_t<double> matrix_of(const Pose& pose);

/// An array of shape (n, 3). Throws InputError.
std::vector<Vec3> vertices_from(const py::object& value);

/// (count, 3), a row for each number.
template <typename Row>
py::array_t<double> rows(std::size_t count, Row&& row) {
  py::array_t<double> all({static_cast<py::ssize_t>(count), py::ssize_t{3}});
  double* at = all.mutable_data();
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 values = row(i);
    for (int k = 0; k < 3; ++k) *at++ = values[k];
  }
  return all;
}

/// A Scene or a PreparedScene, made ready.
PreparedScene prepared(const py::handle& scene);

/// A body by its name or its number. Throws InputError.
BodyId body_from(const Scene& scene, const py::handle& value, const char* place);

Method method_named(const py::handle& value);

/// The keyword arguments that every question takes. Throws InputError for one that is not known.
ContactOptions options_from(const Scene& scene, const py::kwargs& arguments);

/// Runs `work(cancel)` without the interpreter's lock. Ctrl-C sets `cancel`; once the work has
/// ended early the interrupt is raised.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  const std::atomic<bool>* flag() const;
  /// Raises KeyboardInterrupt if Ctrl-C was pressed. Needs the lock.
  void raise_if_pressed();

 private:
  bool listens_ = false;
};

template <typename Work>
auto without_lock(Budget& budget, Work&& work) {
  Interruptible interruptible;
  if (budget.cancel == nullptr) budget.cancel = interruptible.flag();
  auto result = [&] {
    const py::gil_scoped_release release;
    return work();
  }();
  interruptible.raise_if_pressed();
  return result;
}

}  // namespace graze::python
