// SPDX-License-Identifier: MIT
// graze.Monitor: poses that arrive in real time, and which bodies are about to touch.          [O6]
#include "graze/query/monitor.h"

#include "bindings.h"
#include "reports.h"

namespace graze::python {
namespace {

using NamedEvent = Named<MonitorEvent>;

/// The monitor, and the names of its bodies.
struct Monitor {
  Scene scene;
  OctreeMonitor monitor;
};

Monitor make_monitor(const py::object& scene, double horizon, int steps, int depth,
                     const std::optional<double>& margin, double acceleration, double window,
                     bool confirm, int threads) {
  MonitorOptions options;
  options.horizon = horizon;
  options.steps = steps;
  options.depth = depth;
  options.margin = margin;
  options.acceleration = acceleration;
  options.window = window;
  options.threads = threads;
  if (confirm) options.confirm = confirm_by_proof();
  const PreparedScene ready = prepared(scene);
  return {ready.scene(), OctreeMonitor(ready.scene(), options)};
}

void observe(Monitor& self, const py::object& body, double time, const py::object& pose) {
  Observation seen;
  seen.body = body_from(self.scene, body, "body");
  seen.time = time;
  if (!pose.is_none()) seen.pose = pose_from(pose, "pose");
  self.monitor.observe(seen);
}

std::vector<NamedEvent> cycle(Monitor& self, double now) {
  Budget none;
  return named(self.scene, without_lock(none, [&] { return self.monitor.cycle(now); }));
}

py::array_t<std::int64_t> faces_of(const NamedEvent& event) {
  const auto& pairs = event.answer.faces;
  py::array_t<std::int64_t> faces({static_cast<py::ssize_t>(pairs.size()), py::ssize_t{2}});
  std::int64_t* at = faces.mutable_data();
  for (const FacePair& pair : pairs) {
    *at++ = pair.a.value;
    *at++ = pair.b.value;
  }
  return faces;
}

py::dict event_dict(const NamedEvent& event) {
  py::dict all;
  all["kind"] = std::string(name(event.answer.kind));
  all["pair"] = py::make_tuple(event.a, event.b);
  all["time"] = event.answer.time;
  all["earliest"] = event.answer.earliest;
  all["lead"] = event.answer.lead();
  all["is_coarse"] = event.answer.is_coarse;
  all["is_inside"] = event.answer.is_inside;
  return all;
}

std::string describe_event(const NamedEvent& event) {
  return "<graze.MonitorEvent " + event.a + " / " + event.b + ": " +
         std::string(name(event.answer.kind)) + ", not before " +
         py::repr(py::float_(event.answer.earliest)).cast<std::string>() + " s>";
}

void bind_event(py::module_& m) {
  py::class_<NamedEvent>(m, "MonitorEvent", "Two bodies are about to touch, or no longer.")
      .def_readonly("a", &NamedEvent::a)
      .def_readonly("b", &NamedEvent::b)
      .def_property_readonly(
          "kind", [](const NamedEvent& e) { return std::string(name(e.answer.kind)); },
          "'announced', 'updated' or 'withdrawn'.")
      .def_property_readonly(
          "time", [](const NamedEvent& e) { return e.answer.time; }, "Of the cycle, seconds.")
      .def_property_readonly(
          "earliest", [](const NamedEvent& e) { return e.answer.earliest; },
          "With the motions as estimated, no touch before this; seconds.")
      .def_property_readonly(
          "lead", [](const NamedEvent& e) { return e.answer.lead(); }, "Seconds of warning.")
      .def_property_readonly("is_coarse", [](const NamedEvent& e) { return e.answer.is_coarse; })
      .def_property_readonly("is_inside", [](const NamedEvent& e) { return e.answer.is_inside; })
      .def_property_readonly("faces", &faces_of, "(n, 2): faces of a and b that may touch.")
      .def("to_dict", &event_dict)
      .def("__repr__", &describe_event);
}

}  // namespace

void bind_monitor(py::module_& m) {
  bind_event(m);
  py::class_<Monitor>(m, "Monitor", "Watches bodies whose poses arrive in real time.")
      .def(py::init(&make_monitor), py::arg("scene"), py::arg("horizon") = 1.0,
           py::arg("steps") = 4, py::arg("depth") = 4, py::arg("margin") = py::none(),
           py::arg("acceleration") = 0.0, py::arg("window") = 0.0, py::arg("confirm") = false,
           py::arg("threads") = 0, "Looks `horizon` seconds ahead.")
      .def("observe", &observe, py::arg("body"), py::arg("time"), py::arg("pose"),
           "Where a body was seen: a 4 x 4 matrix or a position.")
      .def("cycle", &cycle, py::arg("now"), "What is announced or withdrawn now.")
      .def_property_readonly(
          "announced",
          [](const Monitor& self) { return named(self.scene, self.monitor.announced()); },
          "What stands announced after the last cycle.");
}

}  // namespace graze::python
