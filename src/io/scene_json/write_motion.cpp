// SPDX-License-Identifier: MIT
// Writes motions in the form that a person would use, where it means the same bit for bit, and as
// "pieces" otherwise.                                                                         [C1]
#include "io/scene_json/write_motion.h"

#include <algorithm>

#include "graze/base/error.h"

namespace graze::scene_json {
namespace {
constexpr double kMostLength = 1e12;  // the largest length that readers accept

template <typename Points>
OrderedJson array_of(const Points& points, const auto& write) {
  OrderedJson json = OrderedJson::array();
  for (const auto& point : points) json.push_back(write(point));
  return json;
}

template <typename Formula>
bool all_are(const TrackDescription& track, Sense sense) {
  return std::all_of(track.segments.begin(), track.segments.end(), [&](const MotionSegment& s) {
    return s.sense == sense && std::holds_alternative<Formula>(s.formula);
  });
}

OrderedJson rational_json(const TrackDescription& track) {
  OrderedJson pieces = OrderedJson::array();
  for (const MotionSegment& segment : track.segments) {
    pieces.push_back({{"time", {segment.span.lo, segment.span.hi}}});
    pieces.back().update(control_points_json(std::get<RationalFormula>(segment.formula)));
  }
  return {{"type", "rational"}, {"outside", outside_name(track.outside)}, {"pieces", pieces}};
}

OrderedJson screw_json(const ScrewFormula& screw, const TrackDescription& track) {
  return {{"type", "screw"},
          {"from", to_json(screw.begin)},
          {"axis", to_json(screw.axis)},
          {"point", to_json(screw.point)},
          {"angle", screw.angle},
          {"slide", screw.slide},
          {"time", {track.domain.lo, track.domain.hi}},
          {"outside", outside_name(track.outside)}};
}

/// Poses that are each held until the next; the last is held for an instant.
OrderedJson steps_json(const TrackDescription& track) {
  OrderedJson poses = OrderedJson::array();
  for (const MotionSegment& segment : track.segments) {
    poses.push_back({{"time", segment.span.lo}});
    poses.back().update(to_json(std::get<StillFormula>(segment.formula).pose));
  }
  return {{"type", "path"},
          {"interpolation", "step"},
          {"outside", outside_name(track.outside)},
          {"poses", std::move(poses)}};
}

struct DescriptionWriter {
  OrderedJson operator()(const TrackDescription& track) const {
    const bool is_one = track.segments.size() == 1, is_unit = track.domain == Interval(0.0, 1.0);
    if (all_are<RationalFormula>(track, Sense::kForward)) return rational_json(track);
    if (all_are<StillFormula>(track, Sense::kAtBegin)) {
      const auto& still = std::get<StillFormula>(track.segments.front().formula);
      if (is_one && is_unit && track.outside == Outside::kHold)
        return {{"type", "still"}, {"pose", to_json(still.pose)}};
      if (!is_one && track.segments.back().span.is_point() &&
          !track.segments.front().span.is_point())
        return steps_json(track);
    }
    if (is_one && all_are<ScrewFormula>(track, Sense::kForward)) {
      const auto& screw = std::get<ScrewFormula>(track.segments.front().formula);
      if (screw.point.cwiseAbs().maxCoeff() < kMostLength) return screw_json(screw, track);
    }
    return pieces_json(track);
  }
  OrderedJson operator()(const CompositionDescription& composition) const {
    OrderedJson json = to_json(composition.parts.back());
    for (std::size_t i = composition.parts.size() - 1; i-- > 0;) {
      json = {{"type", "composed"}, {"outer", to_json(composition.parts[i])}, {"inner", json}};
    }
    return json;
  }
  OrderedJson operator()(const CustomDescription&) const {
    throw InputError({"motion", "one that is known only through functions",
                      "a motion of docs/scene.md", "sample it as a path of poses"});
  }
};
}  // namespace

std::string_view outside_name(Outside outside) {
  switch (outside) {
    case Outside::kHold:
      return "hold";
    case Outside::kLoop:
      return "loop";
    case Outside::kError:
      return "error";
  }
  return "hold";
}

OrderedJson control_points_json(const RationalFormula& f) {
  const auto quaternion = [](const Quat& q) { return OrderedJson{q.w(), q.x(), q.y(), q.z()}; };
  OrderedJson json{
      {"rotation", array_of(f.rotation, quaternion)},
      {"translation", array_of(f.translation, [](const Vec3& x) { return to_json(x); })}};
  if (f.weight != std::vector<double>{1.0}) json["weight"] = f.weight;
  return json;
}

OrderedJson to_json(const Pose& pose) {
  OrderedJson json{{"position", to_json(pose.translation)}};
  if (pose.rotation == Mat3::Identity()) return json;
  json["rotation"]["matrix"] = {to_json(Vec3(pose.rotation.row(0))),
                                to_json(Vec3(pose.rotation.row(1))),
                                to_json(Vec3(pose.rotation.row(2)))};
  return json;
}

OrderedJson to_json(const Motion& motion) {
  return std::visit(DescriptionWriter{}, describe(motion));
}

}  // namespace graze::scene_json
