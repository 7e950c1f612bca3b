// SPDX-License-Identifier: MIT
// graze.Report and graze.Contact: when, where and how bodies first touch.
#include "reports.h"

#include <cstdio>

#include "graze/io/read_report.h"
#include "graze/io/write_report.h"

namespace graze::python {
namespace {

std::string describe_report(const NamedReport& report) {
  const ContactReport& r = report.answer.report;
  std::string text = "<graze.Report " + report.a + " / " + report.b + ": " +
                     std::string(name(r.outcome)) + ", " + std::string(name(r.guarantee));
  if (r.outcome == Outcome::kContact) {
    text += ", time [" + short_number(r.time.lo) + ", " + short_number(r.time.hi) + "] s";
  }
  return text + ">";
}

std::string line_of(const NamedReport& report) {
  const PairReport pair = first_and_second(report.answer);
  return report_line(two_names(report.a, report.b, report.units), {.with_seconds = true}, pair);
}

py::dict report_dict(const NamedReport& report) {
  py::dict all = loads(line_of(report));
  all.attr("pop")("question");
  return all;
}

py::tuple report_state(const NamedReport& report) {
  return py::make_tuple(report.a, report.b, report.units, line_of(report));
}

NamedReport report_from_state(const py::tuple& state) {
  std::vector<std::string> bodies{state[0].cast<std::string>(), state[1].cast<std::string>()};
  PairReport pair = parse_report_line(state[3].cast<std::string>(), "pickle", bodies).report;
  return {bodies[0], bodies[1], state[2].cast<std::string>(), std::move(pair), {}};
}

const ContactReport& of(const NamedReport& report) { return report.answer.report; }

py::array_t<double> rows_of(const NamedReport& report, Vec3 Contact::*member) {
  const std::vector<Contact>& all = of(report).contacts;
  return rows(all.size(), [&](std::size_t i) { return all[i].*member; });
}

void bind_contact(py::module_& m) {
  py::class_<Contact>(m, "Contact", "One place of touch, in the world frame.")
      .def_property_readonly("point", [](const Contact& c) { return c.point; })
      .def_property_readonly("point_a", [](const Contact& c) { return c.point_a; })
      .def_property_readonly("point_b", [](const Contact& c) { return c.point_b; })
      .def_property_readonly(
          "normal", [](const Contact& c) { return c.normal; }, "Unit, from a towards b.")
      .def_readonly("distance", &Contact::distance)
      .def_property_readonly("triangle_a",
                             [](const Contact& c) { return c.feature_a.triangle.value; })
      .def_property_readonly("triangle_b",
                             [](const Contact& c) { return c.feature_b.triangle.value; })
      .def_property_readonly("feature_a",
                             [](const Contact& c) { return std::string(name(c.feature_a.kind)); })
      .def_property_readonly("feature_b",
                             [](const Contact& c) { return std::string(name(c.feature_b.kind)); })
      .def("__repr__", [](const Contact& c) {
        return "<graze.Contact at " + short_number(c.point.x()) + " " + short_number(c.point.y()) +
               " " + short_number(c.point.z()) + ", distance " + short_number(c.distance) + ">";
      });
}

void bind_report(py::module_& m) {
  py::class_<NamedReport>(m, "Report", "When, where and how two bodies first touch.")
      .def_readonly("a", &NamedReport::a)
      .def_readonly("b", &NamedReport::b)
      .def_property_readonly("outcome",
                             [](const NamedReport& r) { return std::string(name(of(r).outcome)); })
      .def_property_readonly(
          "guarantee", [](const NamedReport& r) { return std::string(name(of(r).guarantee)); })
      .def_property_readonly("method",
                             [](const NamedReport& r) { return std::string(name(of(r).method)); })
      .def_property_readonly("start",
                             [](const NamedReport& r) { return std::string(name(of(r).start)); })
      .def_property_readonly(
          "is_free", [](const NamedReport& r) { return of(r).outcome == Outcome::kSeparated; },
          "No contact at any instant of the span.")
      .def_property_readonly(
          "time", [](const NamedReport& r) { return to_tuple(of(r).time); },
          "No contact before the first; at the second within tolerance; seconds.")
      .def_property_readonly("tolerance", [](const NamedReport& r) { return of(r).tolerance; })
      .def_property_readonly("closing_speed",
                             [](const NamedReport& r) { return of(r).closing_speed; })
      .def_property_readonly("contacts", [](const NamedReport& r) { return of(r).contacts; })
      .def_property_readonly(
          "points", [](const NamedReport& r) { return rows_of(r, &Contact::point); },
          "(n, 3): the contacts' points.")
      .def_property_readonly(
          "normals", [](const NamedReport& r) { return rows_of(r, &Contact::normal); },
          "(n, 3): the contacts' normals.")
      .def_property_readonly(
          "tests",
          [](const NamedReport& r) { return of(r).stats.box_tests + of(r).stats.triangle_tests; },
          "Box and triangle tests that the answer cost.")
      .def("to_dict", &report_dict, "As `graze check --json` writes it.")
      .def_property_readonly(
          "certificate", [](const NamedReport& r) { return py::bytes(certificate_of(r)); },
          "Bytes that prove the answer to graze.verify and graze-verify; of first_contact: that no "
          "pair touches before. Raises InputError if there is no proof.")
      .def("to_html", &html_of,
           "The page of `graze report`: one file that shows the bodies, their motion and the "
           "answer. Raises InputError where there is none.")
      .def("_repr_html_", &display_of)
      .def("__repr__", &describe_report)
      .def(py::pickle(&report_state, &report_from_state));
}

}  // namespace

Scene two_names(const std::string& a, const std::string& b, const std::string& units) {
  Scene scene;
  scene.units = units;
  scene.bodies.push_back({.name = a});
  scene.bodies.push_back({.name = b});
  return scene;
}

py::dict loads(const std::string& text) { return py::module_::import("json").attr("loads")(text); }

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

void bind_reports(py::module_& m) {
  bind_contact(m);
  bind_report(m);
}

}  // namespace graze::python
