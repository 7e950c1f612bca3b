// SPDX-License-Identifier: MIT
// graze.Clearance and graze.Intervals: how near bodies come, and how long they touch.
#include "graze/io/read_report.h"
#include "graze/io/write_report.h"
#include "reports.h"

namespace graze::python {
namespace {

std::string document_of(const NamedClearance& clearance) {
  const PairClearance pair = first_and_second(clearance.answer);
  const Scene names = two_names(clearance.a, clearance.b, clearance.units);
  return clearance_document(names, {}, std::span(&pair, 1));
}

std::string document_of(const NamedIntervals& intervals) {
  const PairIntervals pair = first_and_second(intervals.answer);
  const Scene names = two_names(intervals.a, intervals.b, intervals.units);
  return intervals_document(names, {}, std::span(&pair, 1));
}

py::dict to_dict_clearance(const NamedClearance& clearance) {
  return loads(document_of(clearance))["clearances"][py::int_(0)];
}

py::dict to_dict_intervals(const NamedIntervals& intervals) {
  return loads(document_of(intervals))["pairs"][py::int_(0)];
}

template <typename NamedAnswer>
py::tuple document_state(const NamedAnswer& answer) {
  return py::make_tuple(answer.a, answer.b, answer.units, document_of(answer));
}

NamedClearance clearance_from_state(const py::tuple& state) {
  auto document = parse_clearances(state[3].cast<std::string>(), "pickle");
  return {state[0].cast<std::string>(),
          state[1].cast<std::string>(),
          state[2].cast<std::string>(),
          std::move(document.clearances.at(0)),
          {}};
}

NamedIntervals intervals_from_state(const py::tuple& state) {
  auto document = parse_intervals(state[3].cast<std::string>(), "pickle");
  return {state[0].cast<std::string>(),
          state[1].cast<std::string>(),
          state[2].cast<std::string>(),
          std::move(document.pairs.at(0)),
          {}};
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
      .def(py::pickle(&document_state<NamedClearance>, &clearance_from_state))
      .def("__repr__", [](const NamedClearance& c) {
        return "<graze.Clearance " + c.a + " / " + c.b + ": " +
               short_number(c.answer.clearance.distance.hi) + " at " +
               short_number(c.answer.clearance.time) + " s>";
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
      .def(py::pickle(&document_state<NamedIntervals>, &intervals_from_state))
      .def("__len__", [](const NamedIntervals& i) { return i.answer.contacts.intervals.size(); })
      .def("__repr__", [](const NamedIntervals& i) {
        return "<graze.Intervals " + i.a + " / " + i.b + ": " +
               std::to_string(i.answer.contacts.intervals.size()) + " stretches of contact>";
      });
}

}  // namespace

void bind_measured_reports(py::module_& m) {
  bind_clearance(m);
  bind_intervals(m);
}

}  // namespace graze::python
