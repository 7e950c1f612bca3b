// SPDX-License-Identifier: MIT
// Writes any motion as the formulas that define it; read_pieces.cpp reads the same motion.     [C1]
#include "io/scene_json/write_motion.h"

namespace graze::scene_json {
namespace {
std::string_view run_name(Sense sense) {
  switch (sense) {
    case Sense::kForward:
      return "forward";
    case Sense::kBackward:
      return "backward";
    case Sense::kAtBegin:
      return "at begin";
    case Sense::kAtEnd:
      return "at end";
  }
  return "forward";
}

OrderedJson six_json(const Motion::SixParameters& six) {
  return {{"position", to_json(six.position)}, {"rotation_vector", to_json(six.rotation_vector)}};
}

struct FormulaJson {
  OrderedJson operator()(const StillFormula& f) const {
    return {{"type", "still"}, {"pose", to_json(f.pose)}};
  }
  OrderedJson operator()(const ScrewFormula& f) const {
    return {{"type", "screw"},         {"from", to_json(f.begin)}, {"point", to_json(f.point)},
            {"axis", to_json(f.axis)}, {"angle", f.angle},         {"slide", f.slide}};
  }
  OrderedJson operator()(const SlerpFormula& f) const {
    return {{"type", "slerp"},
            {"from", to_json(f.begin)},
            {"end_position", to_json(f.end_position)},
            {"axis", to_json(f.axis)},
            {"angle", f.angle}};
  }
  OrderedJson operator()(const SixParametersFormula& f) const {
    return {{"type", "six_parameters"}, {"from", six_json(f.begin)}, {"to", six_json(f.end)}};
  }
  OrderedJson operator()(const RationalFormula& f) const {
    OrderedJson json{{"type", "rational"}};
    json.update(control_points_json(f));
    return json;
  }
  OrderedJson operator()(const JointFormula& f) const {
    return {{"type", "joint"},
            {"moves", f.kind == JointFormula::Kind::kTurn ? "turn" : "slide"},
            {"axis", to_json(f.axis)},
            {"coefficients", f.coefficients}};
  }
  OrderedJson operator()(const AcceleratedFormula& f) const {
    return {{"type", "accelerated"},
            {"pose", to_json(f.begin.pose)},
            {"centre", to_json(f.begin.centre)},
            {"velocity", to_json(f.begin.velocity)},
            {"angular_velocity", to_json(f.begin.angular_velocity)},
            {"acceleration", to_json(f.begin.acceleration)},
            {"angular_acceleration", to_json(f.begin.angular_acceleration)},
            {"duration", f.duration}};
  }
};
}  // namespace

OrderedJson pieces_json(const TrackDescription& track) {
  OrderedJson pieces = OrderedJson::array();
  for (const MotionSegment& segment : track.segments) {
    OrderedJson piece{{"time", {segment.span.lo, segment.span.hi}}};
    if (segment.sense != Sense::kForward) piece["run"] = run_name(segment.sense);
    piece.update(std::visit(FormulaJson{}, segment.formula));
    pieces.push_back(std::move(piece));
  }
  return {{"type", "pieces"}, {"outside", outside_name(track.outside)}, {"pieces", pieces}};
}

}  // namespace graze::scene_json
