// SPDX-License-Identifier: MIT
// The questions: first_contact, contacts, intervals, clearance, distance, volume.
#include "bindings.h"
#include "graze/query/clearance.h"
#include "graze/query/contact_intervals.h"
#include "graze/query/overlap_volume.h"
#include "reports.h"

namespace graze::python {
namespace {

NamedReport ask_first(const py::object& scene, const py::kwargs& arguments) {
  const PreparedScene ready = prepared(scene);
  ContactOptions options = options_from(ready.scene(), arguments);
  NamedReport report = named(
      ready.scene(), without_lock(options.budget, [&] { return first_contact(ready, options); }));
  report.asked = asked(ready, std::move(options), true);
  return report;
}

std::vector<NamedReport> ask_contacts(const py::object& scene, const py::kwargs& arguments) {
  const PreparedScene ready = prepared(scene);
  ContactOptions options = options_from(ready.scene(), arguments);
  auto reports =
      named(ready.scene(),
            without_lock(options.budget, [&] { return contacts_per_pair(ready, options); }));
  const auto question = asked(ready, std::move(options), false);
  for (NamedReport& report : reports) report.asked = question;
  return reports;
}

std::vector<NamedIntervals> ask_intervals(const py::object& scene,
                                          const std::optional<double>& shortest_gap,
                                          const py::kwargs& arguments) {
  const PreparedScene ready = prepared(scene);
  ContactOptions options = options_from(ready.scene(), arguments);
  const IntervalOptions intervals{.shortest_gap = shortest_gap};
  return named(ready.scene(), without_lock(options.budget, [&] {
                 return contact_intervals_per_pair(ready, options, intervals);
               }));
}

std::vector<NamedClearance> ask_clearance(const py::object& scene, const py::kwargs& arguments) {
  const PreparedScene ready = prepared(scene);
  ContactOptions options = options_from(ready.scene(), arguments);
  return named(ready.scene(),
               without_lock(options.budget, [&] { return clearances_per_pair(ready, options); }));
}

std::vector<NamedClearance> ask_distance(const py::object& scene, double t,
                                         const py::kwargs& arguments) {
  const PreparedScene ready = prepared(scene);
  ContactOptions options = options_from(ready.scene(), arguments);
  options.span = Interval(t);
  return named(ready.scene(),
               without_lock(options.budget, [&] { return clearances_per_pair(ready, options); }));
}

/// One pair's overlap, with its names.
using NamedOverlap = Named<PairOverlap>;

std::vector<NamedOverlap> ask_volume(const py::object& scene, double t, int pixels,
                                     bool self_overlap) {
  const PreparedScene ready = prepared(scene);
  SceneOverlapOptions options;
  options.depth = with_pixels(pixels);
  options.self_overlap = self_overlap;
  Budget budget;
  return named(ready.scene(),
               without_lock(budget, [&] { return OverlapScene(ready).overlaps_at(t, options); }));
}

void bind_overlap(py::module_& m) {
  py::class_<NamedOverlap>(m, "Overlap", "By how much two bodies overlap, sampled by depth images.")
      .def_readonly("a", &NamedOverlap::a)
      .def_readonly("b", &NamedOverlap::b)
      .def_property_readonly("volume",
                             [](const NamedOverlap& o) { return o.answer.overlap.volume; })
      .def_property_readonly(
          "error", [](const NamedOverlap& o) { return o.answer.overlap.error; },
          "How far one of the three views is from their mean.")
      .def_property_readonly("centre",
                             [](const NamedOverlap& o) { return o.answer.overlap.centre; })
      .def_property_readonly(
          "depth", [](const NamedOverlap& o) { return o.answer.overlap.depth(); },
          "About how far a has to go along `way_out`.")
      .def_property_readonly(
          "way_out", [](const NamedOverlap& o) { return o.answer.overlap.way_out_of_a(); },
          "Unit: where a has to go.")
      .def("__repr__", [](const NamedOverlap& o) {
        return "<graze.Overlap " + o.a + " / " + o.b + ": " +
               py::repr(py::float_(o.answer.overlap.volume)).cast<std::string>() + ">";
      });
}

}  // namespace

std::shared_ptr<const Asked> asked(const PreparedScene& scene, ContactOptions options,
                                   bool of_all_pairs) {
  auto question = std::make_shared<Asked>(Asked{scene, std::move(options), of_all_pairs});
  question->options.progress = nullptr;
  question->options.budget.cancel = nullptr;  // it is gone with the question
  return question;
}

void bind_questions(py::module_& m) {
  bind_overlap(m);
  m.def("first_contact", &ask_first, py::arg("scene"),
        "The earliest contact of all pairs. Options: span, tolerance, min_separation, method, "
        "guarantee, "
        "pairs, all_contacts, max_tests, max_seconds, threads, progress.");
  m.def("contacts", &ask_contacts, py::arg("scene"),
        "Each pair's own first contact. Options as for first_contact, and far_pairs.");
  m.def("intervals", &ask_intervals, py::arg("scene"), py::arg("shortest_gap") = py::none(),
        "When each pair touches and when it parts again.");
  m.def("clearance", &ask_clearance, py::arg("scene"),
        "Each pair's smallest distance over the span.");
  m.def("distance", &ask_distance, py::arg("scene"), py::arg("t") = 0.0,
        "Each pair's distance at a time.");
  m.def("volume", &ask_volume, py::arg("scene"), py::arg("t") = 0.0, py::arg("pixels") = 64,
        py::arg("self_overlap") = false, "Each pair's overlap at a time.");
}

}  // namespace graze::python
