// SPDX-License-Identifier: MIT
// graze.StepReport, graze.WorldState: what a step did, and where it left the world.
#include <algorithm>
#include <array>

#include "world.h"

namespace graze::python {
namespace {
/// One of a step's contacts or blows, with the names of its bodies.
template <typename Event>
struct NamedSceneEvent {
  std::string a;
  std::string b;
  Event event;
};

template <typename Event>
std::vector<NamedSceneEvent<Event>> named_events(const NamedStep& step,
                                                 const std::vector<Event>& events) {
  std::vector<NamedSceneEvent<Event>> all;
  for (const Event& event : events) {
    all.push_back({(*step.names)[event.a.index()], (*step.names)[event.b.index()], event});
  }
  return all;
}

std::vector<std::string> names_of(const NamedStep& step, const std::vector<BodyId>& bodies) {
  std::vector<std::string> names;
  for (const BodyId body : bodies) names.push_back((*step.names)[body.index()]);
  return names;
}

py::list holds_of(const NamedStep& step) {
  py::list holds;
  for (const WorldHold& hold : step.report.holds) {
    holds.append(py::make_tuple((*step.names)[hold.body.index()],
                                (*step.names)[hold.blocker.index()], hold.time));
  }
  return holds;
}

std::string describe_step(const NamedStep& step) {
  return "<graze.StepReport at " + py::repr(py::float_(step.report.time)).cast<std::string>() +
         " s: " + std::to_string(step.report.contacts.size()) + " contacts, " +
         std::to_string(step.report.impacts.size()) + " impacts>";
}

void bind_events(py::module_& m) {
  using NamedContact = NamedSceneEvent<WorldContact>;
  py::class_<NamedContact>(m, "WorldContact", "A place where two bodies press or hit each other.")
      .def_readonly("a", &NamedContact::a)
      .def_readonly("b", &NamedContact::b)
      .def_property_readonly("point", [](const NamedContact& c) { return c.event.point; })
      .def_property_readonly(
          "normal", [](const NamedContact& c) { return c.event.normal; }, "Unit, from a towards b.")
      .def_property_readonly("gap", [](const NamedContact& c) { return c.event.gap; })
      .def_property_readonly(
          "impulse", [](const NamedContact& c) { return c.event.impulse; },
          "On b, over the whole step.")
      .def_property_readonly(
          "force", [](const NamedContact& c) { return c.event.force; },
          "On b: the impulse divided by the step's length.")
      .def("__repr__",
           [](const NamedContact& c) { return "<graze.WorldContact " + c.a + " / " + c.b + ">"; });
  using NamedImpact = NamedSceneEvent<WorldImpact>;
  py::class_<NamedImpact>(m, "WorldImpact", "A blow.")
      .def_readonly("a", &NamedImpact::a)
      .def_readonly("b", &NamedImpact::b)
      .def_property_readonly("time", [](const NamedImpact& c) { return c.event.time; })
      .def_property_readonly("point", [](const NamedImpact& c) { return c.event.point; })
      .def_property_readonly("normal", [](const NamedImpact& c) { return c.event.normal; })
      .def_property_readonly(
          "speed", [](const NamedImpact& c) { return c.event.speed; }, "Of approach.")
      .def("__repr__",
           [](const NamedImpact& c) { return "<graze.WorldImpact " + c.a + " / " + c.b + ">"; });
}

void bind_step(py::module_& m) {
  py::class_<WorldEnergy>(m, "WorldEnergy", "The energy of a world's bodies.")
      .def_readonly("kinetic", &WorldEnergy::kinetic)
      .def_readonly("gravity", &WorldEnergy::gravity)
      .def_readonly("springs", &WorldEnergy::springs)
      .def_property_readonly("total", &WorldEnergy::total);
  const auto of = [](auto StepReport::*member) {
    return [member](const NamedStep& step) { return step.report.*member; };
  };
  py::class_<NamedStep>(m, "StepReport", "What a step of a world did.")
      .def_property_readonly("time", of(&StepReport::time), "At the end, seconds.")
      .def_property_readonly("seconds", of(&StepReport::seconds))
      .def_property_readonly("inner_steps", of(&StepReport::inner_steps))
      .def_property_readonly("rounds", of(&StepReport::rounds), "Events that bent ways.")
      .def_property_readonly("clamps", of(&StepReport::clamps))
      .def_property_readonly("residual", of(&StepReport::residual), "Of Coulomb's law.")
      .def_property_readonly("smallest_gap", of(&StepReport::smallest_gap),
                             "Of all near pairs, in skins.")
      .def_property_readonly("energy", of(&StepReport::energy), "At the end.")
      .def_property_readonly("contacts",
                             [](const NamedStep& s) { return named_events(s, s.report.contacts); })
      .def_property_readonly(
          "points",
          [](const NamedStep& s) {
            const auto& all = s.report.contacts;
            return rows(all.size(), [&](std::size_t i) { return all[i].point; });
          },
          "(n, 3): the contacts' points.")
      .def_property_readonly(
          "forces",
          [](const NamedStep& s) {
            const auto& all = s.report.contacts;
            return rows(all.size(), [&](std::size_t i) { return all[i].force; });
          },
          "(n, 3): the contacts' forces on b.")
      .def_property_readonly("impacts",
                             [](const NamedStep& s) { return named_events(s, s.report.impacts); })
      .def_property_readonly("holds", &holds_of, "(body, blocker, since when): who had to stand.")
      .def_property_readonly(
          "late", [](const NamedStep& s) { return names_of(s, s.report.late); },
          "Driven bodies that wait.")
      .def_property_readonly(
          "broken",
          [](const NamedStep& s) {
            std::vector<std::size_t> joints;
            for (const JointId joint : s.report.broken) joints.push_back(joint.index());
            return joints;
          },
          "Numbers of joints that broke.")
      .def("__repr__", &describe_step);
}

py::array_t<double> state_poses(const WorldState& state) {
  py::array_t<double> all(
      {static_cast<py::ssize_t>(state.bodies.size()), py::ssize_t{4}, py::ssize_t{4}});
  double* at = all.mutable_data();
  for (const BodyState& body : state.bodies) at = write_matrix(body.pose, at);
  return all;
}

std::vector<double> joint_values(const WorldState& state) {
  std::vector<double> values;
  for (const JointState& joint : state.joints) values.push_back(joint.value);
  return values;
}

py::bytes bits_of(const WorldState& state) {
  std::string bits;
  const auto add = [&bits](const void* from, std::size_t size) {
    bits.append(static_cast<const char*>(from), size);
  };
  for (const BodyState& body : state.bodies) {
    add(body.pose.rotation.data(), 9 * sizeof(double));
    add(body.pose.translation.data(), 3 * sizeof(double));
    add(body.velocity.data(), 3 * sizeof(double));
    add(body.angular_velocity.data(), 3 * sizeof(double));
    bits.push_back(body.is_late ? '\1' : '\0');
  }
  for (const PairForce& pair : state.forces) {
    const std::array<std::uint64_t, 2> bodies{pair.a, pair.b};
    add(bodies.data(), 2 * sizeof(std::uint64_t));
    add(pair.force.data(), 3 * sizeof(double));
    add(pair.torque.data(), 3 * sizeof(double));
  }
  return bits;
}

py::tuple pickled(const WorldState& state) {
  std::vector<bool> enabled;
  for (const JointState& joint : state.joints) enabled.push_back(joint.is_enabled);
  return py::make_tuple(state.time, state.steps, state.is_second_order, state.bodies.size(),
                        bits_of(state), joint_values(state), enabled);
}

WorldState unpickled(const py::tuple& kept) {
  WorldState state;
  state.time = kept[0].cast<double>();
  state.steps = kept[1].cast<std::uint64_t>();
  state.is_second_order = kept[2].cast<bool>();
  state.bodies.resize(kept[3].cast<std::size_t>());
  const auto bits = kept[4].cast<std::string>();
  constexpr std::size_t each = 18 * sizeof(double) + 1;
  constexpr std::size_t each_force = 6 * sizeof(double) + 2 * sizeof(std::uint64_t);
  const std::size_t of_bodies = each * state.bodies.size();
  if (bits.size() < of_bodies || (bits.size() - of_bodies) % each_force != 0) {
    throw py::value_error("a damaged WorldState");
  }
  state.forces.resize((bits.size() - of_bodies) / each_force);
  const char* at = bits.data();
  const auto take = [&at](void* to, std::size_t size) {
    std::copy_n(at, size, static_cast<char*>(to));
    at += size;
  };
  for (BodyState& body : state.bodies) {
    take(body.pose.rotation.data(), 9 * sizeof(double));
    take(body.pose.translation.data(), 3 * sizeof(double));
    take(body.velocity.data(), 3 * sizeof(double));
    take(body.angular_velocity.data(), 3 * sizeof(double));
    body.is_late = *at++ != '\0';
  }
  for (PairForce& pair : state.forces) {
    std::array<std::uint64_t, 2> bodies{};
    take(bodies.data(), 2 * sizeof(std::uint64_t));
    pair.a = bodies[0];
    pair.b = bodies[1];
    take(pair.force.data(), 3 * sizeof(double));
    take(pair.torque.data(), 3 * sizeof(double));
  }
  const auto values = kept[5].cast<std::vector<double>>();
  const auto enabled = kept[6].cast<std::vector<bool>>();
  if (values.size() != enabled.size()) throw py::value_error("a damaged WorldState");
  for (std::size_t i = 0; i < values.size(); ++i) state.joints.push_back({values[i], enabled[i]});
  return state;
}

void bind_state(py::module_& m) {
  py::class_<WorldState>(m, "WorldState", "All that changes in a world, as a value.")
      .def_readonly("time", &WorldState::time)
      .def_readonly("steps", &WorldState::steps)
      .def_property_readonly("poses", &state_poses, "(bodies, 4, 4).")
      .def_property_readonly(
          "velocities",
          [](const WorldState& s) {
            return rows(s.bodies.size(), [&](std::size_t i) { return s.bodies[i].velocity; });
          },
          "(bodies, 3): of the centres of mass.")
      .def_property_readonly(
          "angular_velocities",
          [](const WorldState& s) {
            return rows(s.bodies.size(),
                        [&](std::size_t i) { return s.bodies[i].angular_velocity; });
          },
          "(bodies, 3).")
      .def_property_readonly(
          "joint_values", [](const WorldState& s) { return py::array(py::cast(joint_values(s))); })
      .def("__hash__", [](const WorldState& s) { return content_hash(s); })
      .def("__eq__",
           [](const WorldState& s, const WorldState& other) {
             return content_hash(s) == content_hash(other) && pickled(s).equal(pickled(other));
           })
      .def(py::pickle(&pickled, &unpickled));
}

}  // namespace

void bind_world_reports(py::module_& m) {
  bind_events(m);
  bind_step(m);
  bind_state(m);
}

}  // namespace graze::python
