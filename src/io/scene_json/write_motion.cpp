// SPDX-License-Identifier: MIT
#include "io/scene_json/write_motion.h"

#include <algorithm>

#include "graze/base/error.h"
#include "graze/motion/motion_kinds.h"

namespace graze::scene_json {
namespace {
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

OrderedJson six_json(const Motion::SixParameters& six) {
  return {{"position", to_json(six.position)}, {"rotation_vector", to_json(six.rotation_vector)}};
}

template <typename Points>
OrderedJson control_json(const Points& points, bool backwards, const auto& write) {
  OrderedJson json = OrderedJson::array();
  for (const auto& point : points) json.push_back(write(point));
  if (backwards) std::reverse(json.begin(), json.end());
  return json;
}

/// Control points in the direction of time: a curve run backwards has them in the other order.
OrderedJson piece_json(const MotionSegment& segment) {
  const auto& f = std::get<RationalFormula>(segment.formula);
  const bool back = segment.sense == Sense::kBackward;
  const auto quaternion = [](const Quat& q) { return OrderedJson{q.w(), q.x(), q.y(), q.z()}; };
  OrderedJson json{
      {"time", {segment.span.lo, segment.span.hi}},
      {"rotation", control_json(f.rotation, back, quaternion)},
      {"translation", control_json(f.translation, back, [](const Vec3& x) { return to_json(x); })}};
  if (f.weight != std::vector<double>{1.0})
    json["weight"] = control_json(f.weight, back, [](double w) { return OrderedJson(w); });
  return json;
}

OrderedJson rational_json(const TrackDescription& track) {
  OrderedJson pieces = OrderedJson::array();
  for (const MotionSegment& segment : track.segments) pieces.push_back(piece_json(segment));
  return {{"type", "rational"}, {"outside", outside_name(track.outside)}, {"pieces", pieces}};
}

/// One formula run forwards over a track's whole domain.
struct FormulaWriter {
  const Motion& motion;
  const TrackDescription& track;

  OrderedJson timed(OrderedJson json) const {
    json["time"] = {track.domain.lo, track.domain.hi};
    json["outside"] = outside_name(track.outside);
    return json;
  }
  OrderedJson operator()(const StillFormula& still) const {
    return {{"type", "still"}, {"pose", to_json(still.pose)}};
  }
  OrderedJson operator()(const ScrewFormula& screw) const {
    return timed({{"type", "screw"},
                  {"from", to_json(screw.begin)},
                  {"axis", to_json(screw.axis)},
                  {"point", to_json(screw.point)},
                  {"angle", screw.angle},
                  {"slide", screw.slide}});
  }
  OrderedJson operator()(const SlerpFormula& slerp) const {
    Pose end{Eigen::AngleAxisd(slerp.angle, slerp.axis) * slerp.begin.rotation, slerp.end_position};
    return timed({{"type", "slerp"}, {"from", to_json(slerp.begin)}, {"to", to_json(end)}});
  }
  OrderedJson operator()(const SixParametersFormula& six) const {
    return timed(
        {{"type", "six_parameters"}, {"from", six_json(six.begin)}, {"to", six_json(six.end)}});
  }
  OrderedJson operator()(const RationalFormula&) const { return rational_json(track); }
};

std::string_view interpolation_of(const TrackDescription& track) {
  const auto holds = [](const MotionSegment& segment) {
    return segment.sense == Sense::kAtBegin || segment.sense == Sense::kAtEnd;
  };
  if (std::any_of(track.segments.begin(), track.segments.end(), holds)) return "step";
  for (const MotionSegment& segment : track.segments) {
    if (std::holds_alternative<SlerpFormula>(segment.formula)) return "slerp";
    if (std::holds_alternative<SixParametersFormula>(segment.formula)) return "six_parameters";
  }
  return "screw";
}

OrderedJson timed_pose(double time, const Pose& pose) {
  OrderedJson json{{"time", time}};
  json.update(to_json(pose));
  return json;
}

OrderedJson path_json(const Motion& motion, const TrackDescription& track) {
  OrderedJson poses = OrderedJson::array();
  for (const MotionSegment& segment : track.segments) {
    if (segment.span.lo == segment.span.hi) continue;  // the end below
    poses.push_back(timed_pose(segment.span.lo, pose_at(motion, segment.span.lo)));
  }
  poses.push_back(timed_pose(track.domain.hi, pose_at(motion, track.domain.hi)));
  return {{"type", "path"},
          {"interpolation", interpolation_of(track)},
          {"outside", outside_name(track.outside)},
          {"poses", std::move(poses)}};
}

struct DescriptionWriter {
  const Motion& motion;

  OrderedJson operator()(const TrackDescription& track) const {
    const bool is_one = track.segments.size() == 1;
    const Sense sense = track.segments.front().sense;
    if (is_one && std::holds_alternative<StillFormula>(track.segments.front().formula)) {
      return FormulaWriter{motion, track}(std::get<StillFormula>(track.segments.front().formula));
    }
    const auto is_rational = [](const MotionSegment& segment) {
      const bool moves = segment.sense == Sense::kForward || segment.sense == Sense::kBackward;
      return moves && std::holds_alternative<RationalFormula>(segment.formula);
    };
    if (std::all_of(track.segments.begin(), track.segments.end(), is_rational)) {
      return rational_json(track);
    }
    if (is_one && sense == Sense::kForward) {
      return std::visit(FormulaWriter{motion, track}, track.segments.front().formula);
    }
    if (is_one && sense == Sense::kBackward) {
      return {{"type", "reversed"},
              {"motion", std::visit(FormulaWriter{motion, track}, track.segments.front().formula)}};
    }
    return path_json(motion, track);
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

OrderedJson to_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

OrderedJson to_json(const Pose& pose) {
  OrderedJson json{{"position", to_json(pose.translation)}};
  if (pose.rotation == Mat3::Identity()) return json;
  json["rotation"]["matrix"] = {to_json(Vec3(pose.rotation.row(0))),
                                to_json(Vec3(pose.rotation.row(1))),
                                to_json(Vec3(pose.rotation.row(2)))};
  return json;
}

OrderedJson to_json(const Motion& motion) {
  return std::visit(DescriptionWriter{motion}, describe(motion));
}

}  // namespace graze::scene_json
