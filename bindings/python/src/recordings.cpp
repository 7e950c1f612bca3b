// SPDX-License-Identifier: MIT
// graze.Recording: what a world did, as arrays over frames.
#include "graze/base/error.h"
#include "world.h"

namespace graze::python {
namespace {
using Path = std::filesystem::path;
using Frames = std::vector<RecordedFrame>;

py::ssize_t size(std::size_t n) { return static_cast<py::ssize_t>(n); }

/// One number of each frame.
template <typename Get>
py::array_t<double> column(const NamedRecording& self, Get&& get) {
  const Frames& frames = self.recording.frames;
  py::array_t<double> all(size(frames.size()));
  double* at = all.mutable_data();
  for (const RecordedFrame& frame : frames) *at++ = double(get(frame));
  return all;
}

std::size_t bodies_of(const NamedRecording& self) { return self.recording.scene.bodies.size(); }

py::array_t<double> poses(const NamedRecording& self) {
  const Frames& frames = self.recording.frames;
  py::array_t<double> all(
      {size(frames.size()), size(bodies_of(self)), py::ssize_t{4}, py::ssize_t{4}});
  double* at = all.mutable_data();
  for (const RecordedFrame& frame : frames) {
    for (const BodyState& body : frame.state.bodies) at = write_matrix(body.pose, at);
  }
  return all;
}

/// (frames, bodies, 3).
py::array_t<double> vectors(const NamedRecording& self, Vec3 BodyState::*which) {
  const Frames& frames = self.recording.frames;
  py::array_t<double> all({size(frames.size()), size(bodies_of(self)), py::ssize_t{3}});
  double* at = all.mutable_data();
  for (const RecordedFrame& frame : frames) {
    for (const BodyState& body : frame.state.bodies) {
      for (int k = 0; k < 3; ++k) *at++ = (body.*which)[k];
    }
  }
  return all;
}

py::array_t<double> recorded_joint_values(const NamedRecording& self) {
  const Frames& frames = self.recording.frames;
  const std::size_t joints = frames.empty() ? 0 : frames.front().state.joints.size();
  py::array_t<double> all({size(frames.size()), size(joints)});
  double* at = all.mutable_data();
  for (const RecordedFrame& frame : frames) {
    for (const JointState& joint : frame.state.joints) *at++ = joint.value;
  }
  return all;
}

py::dict statistics(const NamedRecording& self) {
  const auto of = [&](auto StepStatistics::*which) {
    return column(self, [which](const RecordedFrame& f) { return f.statistics.*which; });
  };
  const auto energy = [&](double WorldEnergy::*which) {
    return column(self, [which](const RecordedFrame& f) { return f.statistics.energy.*which; });
  };
  py::dict all;
  all["inner_steps"] = of(&StepStatistics::inner_steps);
  all["rounds"] = of(&StepStatistics::rounds);
  all["clamps"] = of(&StepStatistics::clamps);
  all["contacts"] = of(&StepStatistics::contacts);
  all["impacts"] = of(&StepStatistics::impacts);
  all["holds"] = of(&StepStatistics::holds);
  all["broken"] = of(&StepStatistics::broken);
  all["late"] = of(&StepStatistics::late);
  all["residual"] = of(&StepStatistics::residual);
  all["smallest_gap"] = of(&StepStatistics::smallest_gap);
  all["kinetic"] = energy(&WorldEnergy::kinetic);
  all["gravity"] = energy(&WorldEnergy::gravity);
  all["springs"] = energy(&WorldEnergy::springs);
  return all;
}

void require_scene(const NamedRecording& self) {
  if (self.undescribed.empty()) return;
  throw InputError({"recording", self.undescribed, "a world that a file can describe",
                    "record a world that is built before it moves"});
}

Scene scene_of(const NamedRecording& self) {
  require_scene(self);
  return recorded_scene(self.recording);
}

void save(const NamedRecording& self, const Path& path) {
  require_scene(self);
  const Frames& frames = self.recording.frames;
  if (frames.empty()) throw InputError({"recording", "no frame", "the state at the start", ""});
  auto writer = RecordingWriter::begin(path, self.recording.scene, frames.front().state);
  for (std::size_t i = 1; i < frames.size(); ++i) writer.append(frames[i]);
}

std::vector<std::string> names(const NamedRecording& self) {
  std::vector<std::string> all;
  for (const WorldBody& body : self.recording.scene.bodies) all.push_back(body.body.name);
  return all;
}

std::vector<std::string> joint_names(const NamedRecording& self) {
  std::vector<std::string> all;
  for (const WorldJoint& joint : self.recording.scene.joints) all.push_back(joint.name);
  return all;
}

WorldState state(const NamedRecording& self, const py::object& frame) {
  const Frames& frames = self.recording.frames;
  const py::int_ asked(frame);
  const long number = asked.cast<long>();
  const long count = static_cast<long>(frames.size());
  if (number >= -count && number < count) {
    return frames[static_cast<std::size_t>(number < 0 ? number + count : number)].state;
  }
  throw py::index_error("there are " + std::to_string(count) + " frames");
}

}  // namespace

double* write_matrix(const Pose& pose, double* at) {
  Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>> matrix(at);
  matrix.setIdentity();
  matrix.topLeftCorner<3, 3>() = pose.rotation;
  matrix.topRightCorner<3, 1>() = pose.translation;
  return at + 16;
}

void bind_recordings(py::module_& m) {
  py::class_<NamedRecording>(m, "Recording", "What a world did, frame by frame.")
      .def_static(
          "load",
          [](const Path& path) {
            return NamedRecording{read_recording(path), {}};
          },
          py::arg("path"), "A file of `graze simulate` or of save().")
      .def("save", &save, py::arg("path"), "For `graze replay`. The file must be new.")
      .def_property_readonly("names", &names, "Of the bodies.")
      .def_property_readonly("joint_names", &joint_names)
      .def_property_readonly(
          "times",
          [](const NamedRecording& self) {
            return column(self, [](const RecordedFrame& f) { return f.state.time; });
          },
          "(frames,) seconds.")
      .def_property_readonly("poses", &poses, "(frames, bodies, 4, 4).")
      .def_property_readonly(
          "velocities",
          [](const NamedRecording& self) { return vectors(self, &BodyState::velocity); },
          "(frames, bodies, 3): of the centres of mass.")
      .def_property_readonly(
          "angular_velocities",
          [](const NamedRecording& self) { return vectors(self, &BodyState::angular_velocity); },
          "(frames, bodies, 3).")
      .def_property_readonly("joint_values", &recorded_joint_values, "(frames, joints).")
      .def_property_readonly("statistics", &statistics,
                             "Arrays (frames,) by name: contacts, impacts, residual, kinetic, ...")
      .def("state", &state, py::arg("frame"), "A frame's state, for World.restore.")
      .def("scene", &scene_of,
           "A Scene whose bodies move as they did: for every question, and for proofs.")
      .def_property_readonly(
          "is_cut", [](const NamedRecording& self) { return self.recording.is_cut; },
          "The file ends inside a frame.")
      .def("__len__", [](const NamedRecording& self) { return self.recording.frames.size(); })
      .def("__repr__", [](const NamedRecording& self) {
        return "<graze.Recording: " + std::to_string(self.recording.frames.size()) + " frames of " +
               std::to_string(bodies_of(self)) + " bodies>";
      });
}

}  // namespace graze::python
