// SPDX-License-Identifier: MIT
// The module graze._graze. The package graze shows its names.                                 [G5]
#include "bindings.h"

PYBIND11_MODULE(_graze, m) {
  using namespace graze::python;
  m.doc() = "When, where and how do these moving things first touch - and can you prove it?";
  m.attr("__version__") = GRAZE_VERSION;
  bind_errors(m);
  bind_meshes(m);
  bind_shapes(m);
  bind_motion(m);
  bind_scene(m);
  bind_reports(m);
  bind_measured_reports(m);
  bind_questions(m);
  bind_robots(m);
  bind_motion_checker(m);
  bind_proofs(m);
  bind_monitor(m);
  bind_jobs(m);
  bind_world_reports(m);
  bind_recordings(m);
  bind_world(m);
  m.def("_is_main_interpreter",
        [] { return PyInterpreterState_Get() == PyInterpreterState_Main(); });
}
