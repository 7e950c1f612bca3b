// SPDX-License-Identifier: MIT
// A recording as a scene whose bodies move as they did, and as a table.
#include <fmt/format.h>

#include <algorithm>

#include "graze/simulation/recording.h"

namespace graze {
namespace {
/// About which point a body's ways turn: the centre of mass, as the world has it.
Vec3 turning_point(const WorldBody& body) {
  const Shape& shape = body.body.shape;
  if (body.role == Role::kDynamic) return mass_model(shape, body.body.mass, body.density).centre;
  return centre_of_given(shape);
}

bool was_ever_late(const Recording& recording, std::size_t body) {
  return std::ranges::any_of(recording.frames, [&](const RecordedFrame& frame) {
    return frame.state.bodies[body].is_late;
  });
}

bool never_moves(const Recording& recording, std::size_t body) {
  const Pose& first = recording.frames.front().state.bodies[body].pose;
  return std::ranges::all_of(recording.frames, [&](const RecordedFrame& frame) {
    const Pose& pose = frame.state.bodies[body].pose;
    return pose.rotation == first.rotation && pose.translation == first.translation &&
           std::ranges::none_of(frame.knots,
                                [&](const WorldKnot& k) { return k.body.index() == body; });
  });
}

Motion way_of(const Recording& recording, std::size_t body) {
  const auto& frames = recording.frames;
  if (never_moves(recording, body)) {
    return Motion::still(frames.front().state.bodies[body].pose);
  }
  std::vector<WorldKnot> knots;
  for (std::size_t i = 1; i < frames.size(); ++i) {
    for (const WorldKnot& knot : frames[i].knots) {
      if (knot.body.index() == body) knots.push_back(knot);
    }
    if (i + 1 == frames.size()) break;
    knots.push_back({BodyId(body), frames[i].state.time, frames[i].state.bodies[body].pose});
  }
  return motion_of_step(frames.front().state.bodies[body].pose, knots,
                        frames.back().state.bodies[body].pose,
                        turning_point(recording.scene.bodies[body]),
                        {frames.front().state.time, frames.back().state.time});
}
/// As spreadsheets read it: names may hold commas and quotes.
std::string csv_field(const std::string& text) {
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + "\"";
}

/// Vertices at all frames and knots of a soft body.
std::vector<DeformationFrame> soft_frames(const Recording& recording, std::size_t body) {
  const ElasticModel& model = *recording.scene.bodies[body].elastic;
  std::vector<DeformationFrame> frames;
  for (const RecordedFrame& frame : recording.frames) {
    for (const SoftKnot& knot : frame.soft_knots) {
      if (knot.body.index() == body) {
        frames.push_back({knot.time, model.surface_at(knot.positions)});
      }
    }
    if (!frames.empty() && frames.back().time == frame.state.time) continue;  // no time went by
    frames.push_back({frame.state.time, model.surface_at(frame.state.soft[body].positions)});
  }
  return frames;
}

/// A soft body as one that deforms, in the world's frame.
void deform(const Recording& recording, std::size_t number, Body& body) {
  std::vector<DeformationFrame> frames = soft_frames(recording, number);
  const TriangleMesh& rest = body.shape.mesh();
  body.motion = Motion::still({});
  body.shape = Shape::from_mesh(
      TriangleMesh(frames.front().vertices,
                   std::vector<Triangle>(rest.triangles().begin(), rest.triangles().end())),
      body.shape.source());
  if (frames.size() > 1) body.deformation = Deformation(std::move(frames));
}
}  // namespace

Scene recorded_scene(const Recording& recording, std::vector<std::string>* by_chords) {
  Scene scene = still_scene(recording.scene);
  if (recording.frames.empty()) return scene;
  scene.span = {recording.frames.front().state.time, recording.frames.back().state.time};
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (recording.scene.bodies[i].elastic) {
      deform(recording, i, scene.bodies[i]);
      continue;
    }
    const bool is_driven = recording.scene.bodies[i].role == Role::kDriven;
    if (is_driven && !was_ever_late(recording, i)) continue;
    if (is_driven && by_chords != nullptr) by_chords->push_back(scene.bodies[i].name);
    scene.bodies[i].motion = way_of(recording, i);
  }
  return scene;
}

std::string statistics_csv(const Recording& recording) {
  std::string text =
      "time,steps,inner_steps,rounds,clamps,contacts,impacts,holds,broken,late,undecided,time_lost,"
      "overlaps,volume,depth,residual,smallest_gap,kinetic,gravity,springs\n";
  for (const RecordedFrame& frame : recording.frames) {
    const StepStatistics& s = frame.statistics;
    double volume = 0.0, depth = 0.0;
    for (const OverlappingPair& pair : frame.overlaps) {
      volume += pair.volume;
      depth = std::max(depth, pair.depth);
    }
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},", frame.state.time, frame.state.steps,
                        s.inner_steps, s.rounds, s.clamps, s.contacts, s.impacts, s.holds, s.broken,
                        s.late);
    text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", s.undecided, s.time_lost,
                        frame.overlaps.size(), volume, depth, s.residual, s.smallest_gap,
                        s.energy.kinetic, s.energy.gravity, s.energy.springs);
  }
  return text;
}

std::string overlaps_csv(const Recording& recording) {
  const auto name = [&](BodyId id) {
    return csv_field(recording.scene.bodies[id.index()].body.name);
  };
  std::string text = "time,a,b,volume,depth,force_x,force_y,force_z\n";
  for (const RecordedFrame& frame : recording.frames) {
    for (const OverlappingPair& pair : frame.overlaps) {
      text += fmt::format("{},{},{},{},{},{},{},{}\n", frame.state.time, name(pair.a), name(pair.b),
                          pair.volume, pair.depth, pair.force.x(), pair.force.y(), pair.force.z());
    }
  }
  return text;
}

}  // namespace graze
