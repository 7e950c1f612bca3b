// SPDX-License-Identifier: MIT
// graze.DetectionController, graze.ResponseController and those that come with the library.
#include "controllers.h"

#include <cmath>

#include "graze/base/error.h"

namespace graze::python {
namespace {
using NamePairs = std::vector<std::pair<std::string, std::string>>;

/// A view that is closed when the call ends, however it ends.
class CallView {
 public:
  template <typename Seen>
  explicit CallView(Seen& objects) : view_(std::make_shared<ObjectsView>(objects)) {}
  ~CallView() { view_->close(); }
  CallView(const CallView&) = delete;
  CallView& operator=(const CallView&) = delete;
  const std::shared_ptr<ObjectsView>& operator*() const { return view_; }

 private:
  std::shared_ptr<ObjectsView> view_;
};

/// Checks that what Python found is about existing bodies, at a possible time.
void check(const Objects& objects, const Detection& found) {
  const std::size_t count = objects.count();
  if (found.a.index() >= count || found.b.index() >= count || found.a == found.b) {
    throw InputError(
        {"Detection",
         "bodies " + std::to_string(found.a.index()) + " and " + std::to_string(found.b.index()),
         "two numbers below " + std::to_string(count), ""});
  }
  const Interval span = objects.span();
  if (found.time >= span.lo && found.time <= span.hi) return;
  throw InputError(
      {"Detection.time", std::to_string(found.time),
       "a time of objects.span, " + std::to_string(span.lo) + " to " + std::to_string(span.hi),
       ""});
}

class PythonDetector : public DetectionController {
 public:
  std::vector<Detection> detect(const Objects& objects) override {
    const py::gil_scoped_acquire lock;
    const py::function written =
        py::get_override(static_cast<const DetectionController*>(this), "detect");
    if (!written) throw py::type_error("a DetectionController needs a method detect(objects)");
    const CallView view(objects);
    auto found = written(*view).cast<std::vector<Detection>>();
    for (const Detection& one : found) check(objects, one);
    return found;
  }
};

class PythonResponse : public ResponseController {
 public:
  void begin(Objects& objects) override {
    const py::gil_scoped_acquire lock;
    const py::function written =
        py::get_override(static_cast<const ResponseController*>(this), "begin");
    const CallView view(objects);
    if (written) written(*view);
  }
  void respond(Objects& objects, std::span<const Detection> contacts) override {
    const py::gil_scoped_acquire lock;
    const py::function written =
        py::get_override(static_cast<const ResponseController*>(this), "respond");
    const CallView view(objects);
    if (written) written(*view, std::vector<Detection>(contacts.begin(), contacts.end()));
  }
};

/// Keeps the Python object for as long as the world has the controller.
template <typename Controller>
std::shared_ptr<Controller> kept(const py::object& object) {
  auto* controller = object.cast<Controller*>();
  return {controller, [held = new py::object(object)](Controller*) {
            const py::gil_scoped_acquire lock;
            delete held;
          }};
}

void bind_detectors(py::module_& m) {
  py::class_<DetectionController, PythonDetector, std::shared_ptr<DetectionController>>(
      m, "DetectionController",
      "Derive from it and write detect(objects), which returns a list of graze.Detection.")
      .def(py::init<>())
      .def(
          "detect",
          [](DetectionController& c, const ObjectsView& view) { return c.detect(view.seen()); },
          py::arg("objects"), py::call_guard<py::gil_scoped_release>(),
          "The first contact of each pair along the ways, or its overlap now.");
  py::class_<MethodDetector, DetectionController, std::shared_ptr<MethodDetector>>(
      m, "MethodDetector", "A method of the library as a detector.", py::is_final())
      .def(py::init([](const py::object& method, const std::optional<double>& tolerance,
                       double reach, int pixels) {
             return std::make_shared<MethodDetector>(
                 DetectionOptions{method_named(method), tolerance, reach, pixels});
           }),
           py::arg("method") = "certified", py::arg("tolerance") = py::none(),
           py::arg("reach") = 1e-3, py::arg("pixels") = 32);
}

void bind_responses(py::module_& m) {
  using Contacts = std::vector<Detection>;
  py::class_<ResponseController, PythonResponse, std::shared_ptr<ResponseController>>(
      m, "ResponseController",
      "Derive from it and write begin(objects), respond(objects, contacts), or both.")
      .def(py::init<>())
      .def(
          "begin", [](ResponseController& c, const ObjectsView& view) { c.begin(view.changed()); },
          py::arg("objects"), py::call_guard<py::gil_scoped_release>(),
          "Before bodies choose their ways: forces, drives, fields.")
      .def(
          "respond",
          [](ResponseController& c, const ObjectsView& view, const Contacts& contacts) {
            c.respond(view.changed(), contacts);
          },
          py::arg("objects"), py::arg("contacts"), py::call_guard<py::gil_scoped_release>(),
          "Bodies are at their first contacts; the span is what is left.");
  py::class_<ImpulseResponse, ResponseController, std::shared_ptr<ImpulseResponse>>(
      m, "ImpulseResponse", "Blows and support by impulses, with restitution and friction.",
      py::is_final())
      .def(py::init<>());
  py::class_<PenaltyResponse, ResponseController, std::shared_ptr<PenaltyResponse>>(
      m, "PenaltyResponse", "Pressure on bodies that overlap.", py::is_final())
      .def(py::init([](double stiffness, double damping) {
             return std::make_shared<PenaltyResponse>(PenaltyOptions{stiffness, damping});
           }),
           py::arg("stiffness") = 1e7, py::arg("damping") = 0.0);
}

WorldHandle drag(LockedWorld& self, const py::object& body, const std::optional<Vec3>& point,
                 const std::optional<Vec3>& target, double stiffness,
                 const std::optional<double>& damping, double most_speed) {
  const BodyId id = self.body(body, "body");
  const Pose pose = self.idle().state(id).pose;
  const Vec3 at = point.value_or(pose * self.idle().mass(id).centre);
  auto handle = std::make_shared<DragHandle>(id, inverse(pose) * at,
                                             HandleOptions{stiffness, damping, most_speed});
  handle->set_target(target);
  self.idle().add(std::static_pointer_cast<ResponseController>(handle));
  return {handle, &self, target};
}

std::optional<std::string> blocker(const WorldHandle& self, const NamedStep& step) {
  const auto found = self.handle->blocker(self.world->idle(), step.report);
  return found ? std::optional((*step.names)[found->index()]) : std::nullopt;
}

void bind_handle(py::module_& m) {
  py::class_<WorldHandle>(m, "DragHandle", "A hand on a body: pulls one of its points to a target.")
      .def_property(
          "target", [](const WorldHandle& h) { return h.target; },
          [](WorldHandle& h, const std::optional<Vec3>& target) {
            h.world->idle();
            h.target = target;
            h.handle->set_target(target);
          },
          "A point of the world; None: lets go.")
      .def_property_readonly(
          "point", [](const WorldHandle& h) { return h.handle->point(h.world->idle()); },
          "Of the body, in the world now.")
      .def_property_readonly(
          "force_on_hand",
          [](const WorldHandle& h) { return h.handle->force_on_hand(h.world->idle()); })
      .def("blocker", &blocker, py::arg("step"),
           "Who pushes hardest against the pull in the step of the report; None: nobody.");
}

}  // namespace

void bind_controllers(py::module_& m, WorldClass& world) {
  bind_objects(m);
  bind_detectors(m);
  bind_responses(m);
  bind_handle(m);
  world
      .def(
          "add_detector",
          [](LockedWorld& w, const py::object& detector, const NamePairs& pairs) {
            w.idle().add(kept<DetectionController>(detector), pairs);
            w.add_controllers();
          },
          py::arg("detector"), py::arg("pairs"),
          "Leaves pairs of these names (of bodies or groups) to a DetectionController.")
      .def(
          "add_response",
          [](LockedWorld& w, const py::object& response) {
            w.idle().add(kept<ResponseController>(response));
            w.add_controllers();
          },
          py::arg("response"), "A ResponseController: forces, drives, what happens at contacts.")
      .def("drag", &drag, py::arg("body"), py::arg("point") = py::none(),
           py::arg("target") = py::none(), py::arg("stiffness") = 1e4,
           py::arg("damping") = py::none(), py::arg("most_speed") = kInfinity,
           py::keep_alive<0, 1>(),
           "A graze.DragHandle on a point of the body (default: its centre of mass).");
}

}  // namespace graze::python
