// SPDX-License-Identifier: MIT
// graze.Report, graze.Clearance, graze.Intervals, graze.Contact: answers as objects.
#include "reports.h"

#include <cstdio>

#include "graze/io/read_report.h"
#include "graze/io/write_report.h"

namespace graze::python {
namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string describe(const NamedReport& report) {
  const ContactReport& r = report.answer.report;
  std::string text = "<graze.Report " + report.a + " / " + report.b + ": " +
                     std::string(name(r.outcome)) + ", " + std::string(name(r.guarantee));
  if (r.outcome == Outcome::kContact) {
    text += ", time [" + number(r.time.lo) + ", " + number(r.time.hi) + "] s";
  }
  return text + ">";
}

/// Two bodies with the report's names: the writers ask a scene for them.
Scene two_names(const std::string& a, const std::string& b, const std::string& units) {
  Scene scene;
  scene.units = units;
  scene.bodies.push_back({.name = a});
  scene.bodies.push_back({.name = b});
  return scene;
}

py::dict loads(const std::string& text) { return py::module_::import("json").attr("loads")(text); }

py::dict to_dict(const NamedReport& report) {
  PairReport pair = report.answer;
  pair.a = BodyId(0);
  pair.b = BodyId(1);
  const Scene names = two_names(report.a, report.b, report.units);
  py::dict all = loads(report_line(names, {.with_seconds = true}, pair));
  all.attr("pop")("question");
  return all;
}

py::tuple report_state(const NamedReport& report) {
  PairReport pair = report.answer;
  pair.a = BodyId(0);
  pair.b = BodyId(1);
  const Scene names = two_names(report.a, report.b, report.units);
  return py::make_tuple(report.a, report.b, report.units,
                        report_line(names, {.with_seconds = true}, pair));
}

NamedReport report_from_state(const py::tuple& state) {
  std::vector<std::string> bodies{state[0].cast<std::string>(), state[1].cast<std::string>()};
  PairReport pair = parse_report_line(state[3].cast<std::string>(), "pickle", bodies).report;
  return {bodies[0], bodies[1], state[2].cast<std::string>(), std::move(pair), {}};
}

py::dict to_dict_clearance(const NamedClearance& clearance) {
  PairClearance pair = clearance.answer;
  pair.a = BodyId(0);
  pair.b = BodyId(1);
  const Scene names = two_names(clearance.a, clearance.b, clearance.units);
  const std::string text = clearance_document(names, {}, std::span(&pair, 1));
  return loads(text)["clearances"][py::int_(0)];
}

py::dict to_dict_intervals(const NamedIntervals& intervals) {
  PairIntervals pair = intervals.answer;
  pair.a = BodyId(0);
  pair.b = BodyId(1);
  const Scene names = two_names(intervals.a, intervals.b, intervals.units);
  return loads(intervals_document(names, {}, std::span(&pair, 1)))["pairs"][py::int_(0)];
}

std::string table_row(const std::string& left, const std::string& right) {
  return "<tr><th style='text-align:left'>" + left + "</th><td style='text-align:left'>" + right +
         "</td></tr>";
}

std::string escaped(const std::string& text) {
  return py::module_::import("html").attr("escape")(text).cast<std::string>();
}

std::string html_of(const NamedReport& report) {
  const ContactReport& r = report.answer.report;
  std::string html =
      "<table>" + table_row("pair", escaped(report.a) + " / " + escaped(report.b)) +
      table_row("outcome", std::string(name(r.outcome)) + ", " + std::string(name(r.guarantee)) +
                               " by " + std::string(name(r.method))) +
      table_row("time [s]", "[" + number(r.time.lo) + ", " + number(r.time.hi) + "]");
  if (!r.contacts.empty()) {
    const Contact& c = r.contacts.front();
    html += table_row("point [" + escaped(report.units) + "]",
                      number(c.point.x()) + " " + number(c.point.y()) + " " + number(c.point.z()));
    html += table_row(
        "normal", number(c.normal.x()) + " " + number(c.normal.y()) + " " + number(c.normal.z()));
  }
  return html + "</table>";
}

template <typename Get>
py::array_t<double> rows_of(const std::vector<Contact>& contacts, Get&& get) {
  py::array_t<double> rows({static_cast<py::ssize_t>(contacts.size()), py::ssize_t{3}});
  auto entries = rows.mutable_unchecked<2>();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Vec3 row = get(contacts[i]);
    for (int k = 0; k < 3; ++k) entries(static_cast<py::ssize_t>(i), k) = row[k];
  }
  return rows;
}

const ContactReport& of(const NamedReport& report) { return report.answer.report; }

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
        return "<graze.Contact at " + number(c.point.x()) + " " + number(c.point.y()) + " " +
               number(c.point.z()) + ", distance " + number(c.distance) + ">";
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
          "points",
          [](const NamedReport& r) {
            return rows_of(of(r).contacts, [](const Contact& c) { return c.point; });
          },
          "(n, 3): the contacts' points.")
      .def_property_readonly(
          "normals",
          [](const NamedReport& r) {
            return rows_of(of(r).contacts, [](const Contact& c) { return c.normal; });
          },
          "(n, 3): the contacts' normals.")
      .def_property_readonly(
          "tests",
          [](const NamedReport& r) { return of(r).stats.box_tests + of(r).stats.triangle_tests; },
          "Box and triangle tests that the answer cost.")
      .def("to_dict", &to_dict, "As `graze check --json` writes it.")
      .def_property_readonly(
          "certificate", [](const NamedReport& r) { return py::bytes(certificate_of(r)); },
          "Bytes that prove the answer to graze.verify and graze-verify; of first_contact: that no "
          "pair touches before. Raises InputError if there is no proof.")
      .def("_repr_html_", &html_of)
      .def("__repr__", &describe)
      .def(py::pickle(&report_state, &report_from_state));
}

void bind_clearance(py::module_& m) {
  py::class_<NamedClearance>(m, "Clearance", "How near two bodies come.")
      .def_readonly("a", &NamedClearance::a)
      .def_readonly("b", &NamedClearance::b)
      .def_property_readonly(
          "distance", [](const NamedClearance& c) { return to_tuple(c.answer.clearance.distance); },
          "Contains the smallest distance; the lower end is proved.")
      .def_property_readonly("time",
                             [](const NamedClearance& c) { return c.answer.clearance.time; })
      .def_property_readonly("closest",
                             [](const NamedClearance& c) { return c.answer.clearance.closest; })
      .def_property_readonly(
          "outcome",
          [](const NamedClearance& c) { return std::string(name(c.answer.clearance.outcome)); })
      .def_property_readonly(
          "guarantee",
          [](const NamedClearance& c) { return std::string(name(c.answer.clearance.guarantee)); })
      .def("to_dict", &to_dict_clearance, "As `graze clearance --json` writes it.")
      .def("__repr__", [](const NamedClearance& c) {
        return "<graze.Clearance " + c.a + " / " + c.b + ": " +
               number(c.answer.clearance.distance.hi) + " at " + number(c.answer.clearance.time) +
               " s>";
      });
}

py::list stretches(const NamedIntervals& all, Interval ContactInterval::*which) {
  py::list list;
  for (const ContactInterval& stretch : all.answer.contacts.intervals)
    list.append(to_tuple(stretch.*which));
  return list;
}

void bind_intervals(py::module_& m) {
  py::class_<NamedIntervals>(m, "Intervals", "When two bodies touch and when they part again.")
      .def_readonly("a", &NamedIntervals::a)
      .def_readonly("b", &NamedIntervals::b)
      .def_property_readonly(
          "entries", [](const NamedIntervals& i) { return stretches(i, &ContactInterval::entry); },
          "Brackets of the times at which contact begins.")
      .def_property_readonly(
          "exits", [](const NamedIntervals& i) { return stretches(i, &ContactInterval::exit); },
          "Brackets of the times at which it ends.")
      .def_property_readonly(
          "outcome",
          [](const NamedIntervals& i) { return std::string(name(i.answer.contacts.outcome)); })
      .def_property_readonly(
          "guarantee",
          [](const NamedIntervals& i) { return std::string(name(i.answer.contacts.guarantee)); })
      .def_property_readonly("sure_until",
                             [](const NamedIntervals& i) { return i.answer.contacts.sure_until; })
      .def("to_dict", &to_dict_intervals, "As `graze intervals --json` writes it.")
      .def("__len__", [](const NamedIntervals& i) { return i.answer.contacts.intervals.size(); })
      .def("__repr__", [](const NamedIntervals& i) {
        return "<graze.Intervals " + i.a + " / " + i.b + ": " +
               std::to_string(i.answer.contacts.intervals.size()) + " stretches of contact>";
      });
}

}  // namespace

void bind_reports(py::module_& m) {
  bind_contact(m);
  bind_report(m);
  bind_clearance(m);
  bind_intervals(m);
}

}  // namespace graze::python
