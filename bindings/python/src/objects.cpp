// SPDX-License-Identifier: MIT
// graze.Objects, graze.Detection, graze.BodyState: what controllers ask and say.
#include <cmath>

#include "controllers.h"
#include "graze/base/error.h"

namespace graze::python {
namespace {
using Rows = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// Points as (n, 3) or (3,).
std::vector<Vec3> rows_from(const Rows& array, const char* place) {
  const bool fits = (array.ndim() == 1 || array.ndim() == 2) && array.size() > 0 &&
                    array.shape(array.ndim() - 1) == 3;
  if (!fits) {
    throw InputError({place,
                      "an array of shape " + py::str(array.attr("shape")).cast<std::string>(),
                      "(3,) or (n, 3)", ""});
  }
  std::vector<Vec3> all;
  for (py::ssize_t i = 0; i < array.size(); i += 3) {
    all.push_back(Eigen::Map<const Vec3>(array.data() + i));
  }
  return all;
}

Contact contact_at(const Vec3& point, const Vec3& normal) {
  const double length = normal.norm();
  if (!point.allFinite() || !std::isfinite(length) || !(length > 0.0)) {
    throw InputError({"Detection", "a point or normal that is not finite, or a normal that is zero",
                      "finite numbers", ""});
  }
  Contact contact;
  contact.point = contact.point_a = contact.point_b = point;
  contact.normal = normal / length;
  return contact;
}

Detection make_detection(std::size_t a, std::size_t b, double time, const Rows& point,
                         const Rows& normal, double tolerance) {
  const std::vector<Vec3> points = rows_from(point, "point");
  const std::vector<Vec3> normals = rows_from(normal, "normal");
  if (normals.size() != points.size()) {
    throw InputError({"normal", std::to_string(normals.size()),
                      "one for each of " + std::to_string(points.size()) + " points", ""});
  }
  std::vector<Contact> contacts;
  for (std::size_t i = 0; i < points.size(); ++i) {
    contacts.push_back(contact_at(points[i], normals[i]));
  }
  return detected(BodyId(a), BodyId(b), time, std::move(contacts), tolerance);
}

void change(const ObjectsView& self, const py::object& body, const Vec3& velocity,
            const Vec3& angular_velocity, const Vec3& force, const Vec3& torque) {
  const StateChange change{velocity, angular_velocity, force, torque};
  if (velocity.allFinite() && angular_velocity.allFinite() && force.allFinite() &&
      torque.allFinite()) {
    return self.changed().change(self.body(body, "body"), change);
  }
  throw InputError({"change", "a number that is not finite", "finite numbers", ""});
}

py::object extent(const ObjectsView& self, const py::object& body) {
  const Aabb box = self.seen().extent(self.body(body, "body"));
  if (box.is_empty()) return py::none();
  return py::make_tuple(box.lo, box.hi);
}

py::list pairs(const ObjectsView& self) {
  py::list all;
  for (const auto& [a, b] : pairs_that_meet(self.seen())) {
    all.append(py::make_tuple(a.index(), b.index()));
  }
  return all;
}

py::object mass(const ObjectsView& self, const py::object& body) {
  const MassModel* matter = self.seen().matter(self.body(body, "body"));
  return matter == nullptr ? py::object(py::none()) : py::cast(*matter);
}

void bind_detection(py::module_& m) {
  py::class_<Detection>(m, "Detection", "Two bodies that come into contact, or that overlap.")
      .def(py::init(&make_detection), py::arg("a"), py::arg("b"), py::arg("time"), py::arg("point"),
           py::arg("normal"), py::arg("tolerance") = 1e-6,
           "What a detector of your own found: points (3,) or (n, 3) in the world and normals "
           "from a towards b. Points nearer to each other than `tolerance` count once.")
      .def_property_readonly("a", [](const Detection& d) { return d.a.index(); })
      .def_property_readonly("b", [](const Detection& d) { return d.b.index(); })
      .def_readonly("time", &Detection::time)
      .def_property_readonly("point", [](const Detection& d) { return d.event.point; })
      .def_property_readonly(
          "normal", [](const Detection& d) { return d.event.normal; }, "Unit, from a towards b.")
      .def_property_readonly(
          "points",
          [](const Detection& d) {
            const auto& all = d.event.manifold;
            return rows(all.size(), [&](std::size_t i) { return all[i].point; });
          },
          "(n, 3): points that carry the load.")
      .def_property_readonly(
          "guarantee", [](const Detection& d) { return std::string(name(d.report.guarantee)); })
      .def_property_readonly(
          "volume",
          [](const Detection& d) {
            return d.overlap ? std::optional(d.overlap->volume) : std::nullopt;
          },
          "Of an overlap; None: a contact.")
      .def_property_readonly(
          "way_out",
          [](const Detection& d) {
            return d.overlap ? std::optional(d.overlap->way_out_of_a()) : std::nullopt;
          },
          "Of an overlap: where a has to go.")
      .def("__repr__", [](const Detection& d) {
        return "<graze.Detection of bodies " + std::to_string(d.a.index()) + " and " +
               std::to_string(d.b.index()) + " at " +
               py::repr(py::float_(d.time)).cast<std::string>() + " s>";
      });
}

void bind_values(py::module_& m) {
  py::class_<MassModel>(m, "MassModel", "Mass, centre and inertia of a body, in its own frame.")
      .def_readonly("mass", &MassModel::mass)
      .def_property_readonly("centre", [](const MassModel& model) { return model.centre; })
      .def_property_readonly(
          "inertia", [](const MassModel& model) { return model.inertia; }, "About the centre.");
  py::class_<BodyState>(m, "BodyState", "A body now.")
      .def_property_readonly("pose", [](const BodyState& s) { return matrix_of(s.pose); })
      .def_property_readonly(
          "velocity", [](const BodyState& s) { return s.velocity; }, "Of the centre of mass.")
      .def_property_readonly("angular_velocity",
                             [](const BodyState& s) { return s.angular_velocity; })
      .def_readonly("is_late", &BodyState::is_late);
}

}  // namespace

const Objects& ObjectsView::seen() const {
  if (seen_ != nullptr) return *seen_;
  throw std::runtime_error("objects are there during the controller's call only: ask them there");
}

Objects& ObjectsView::changed() const {
  seen();
  if (changed_ != nullptr) return *changed_;
  throw std::runtime_error("a detector observes: a ResponseController changes objects");
}

BodyId ObjectsView::body(const py::handle& value, const char* place) const {
  const std::size_t count = seen().count();
  for (std::size_t i = 0; i < count && py::isinstance<py::str>(value); ++i) {
    if (seen().extent(BodyId(i)).is_empty()) continue;
    if (seen().boundary(BodyId(i)).name == value.cast<std::string>()) return BodyId(i);
  }
  return BodyId(number_below(count, value, place, "the name or number of a body of the world"));
}

void bind_objects(py::module_& m) {
  bind_values(m);
  bind_detection(m);
  const Vec3 zero = Vec3::Zero();
  using View = ObjectsView;
  py::class_<View, std::shared_ptr<View>>(
      m, "Objects", "Bodies as a controller sees them, during its call. By name or number.")
      .def_property_readonly(
          "span", [](const View& v) { return to_tuple(v.seen().span()); },
          "From now to the end of the ways, seconds.")
      .def_property_readonly("is_second_order",
                             [](const View& v) { return v.seen().is_second_order(); })
      .def("extent", &extent, py::arg("body"),
           "(lo, hi) of a box that contains the body during the span; None: it was removed.")
      .def(
          "is_asked",
          [](const View& v, const py::object& a, const py::object& b) {
            return v.seen().is_asked(v.body(a, "a"), v.body(b, "b"));
          },
          py::arg("a"), py::arg("b"), "This detector is to look at the pair.")
      .def("pairs_that_meet", &pairs, "Numbers of pairs that are asked about, whose extents meet.")
      .def(
          "name",
          [](const View& v, const py::object& body) {
            return v.seen().boundary(v.body(body, "body")).name;
          },
          py::arg("body"))
      .def(
          "shape",
          [](const View& v, const py::object& body) {
            return v.seen().boundary(v.body(body, "body")).shape;
          },
          py::arg("body"))
      .def(
          "way",
          [](const View& v, const py::object& body) { return v.seen().way(v.body(body, "body")); },
          py::arg("body"), "The Motion that it takes if nothing happens.")
      .def(
          "state",
          [](const View& v, const py::object& body) {
            return v.seen().state(v.body(body, "body"));
          },
          py::arg("body"))
      .def("mass", &mass, py::arg("body"), "None: nothing moves it.")
      .def(
          "acceleration",
          [](const View& v, const py::object& body) {
            return v.seen().acceleration(v.body(body, "body"));
          },
          py::arg("body"), "By gravity and forces, until now.")
      .def(
          "material",
          [](const View& v, const py::object& a, const py::object& b) {
            return v.seen().material(v.body(a, "a"), v.body(b, "b"));
          },
          py::arg("a"), py::arg("b"))
      .def(
          "detect", [](const View& v) { return v.seen().detect(); },
          py::call_guard<py::gil_scoped_release>(),
          "What all detectors find along the ways, earliest first.")
      .def("change", &change, py::arg("body"), py::arg("velocity") = zero,
           py::arg("angular_velocity") = zero, py::arg("force") = zero, py::arg("torque") = zero,
           "Adds to the velocities now; force and torque act until the span ends.")
      .def("__len__", [](const View& v) { return v.seen().count(); });
}

}  // namespace graze::python
