// SPDX-License-Identifier: MIT
// Question   Is a rational Bezier patch a part of a cylinder? Many CAD files write them so.
// Source     round_curve.h.
// Guarantee  No point of the patch is farther from the cylinder than `error`.
// Changed    -
#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/math/length.h"
#include "methods/certified/axis_face.h"
#include "methods/certified/round_curve.h"

namespace graze::certified {
namespace {

constexpr double kSameLine = 1e-9;     // of its length: lines of the patch that are one direction
constexpr double kAlmostRound = 1e-9;  // of the radius: more is not a cylinder

/// A line of the patch from end to end, the weight of its begin, and by what share that of its end
/// differs.
struct Ruling {
  Vec3 begin, way;
  double weight, uneven;
};

std::vector<Ruling> rulings_of(const BezierPatch& patch) {
  std::vector<Ruling> rulings;
  const bool along_v = patch.rows == 2 && patch.columns > 2;
  if (!along_v && !(patch.columns == 2 && patch.rows > 2)) return {};
  const int count = along_v ? patch.columns : patch.rows;
  for (int k = 0; k < count; ++k) {
    const auto first = static_cast<std::size_t>(along_v ? k : k * patch.columns);
    const auto second = first + static_cast<std::size_t>(along_v ? patch.columns : 1);
    const double weight = patch.weights.empty() ? 1.0 : patch.weights[first];
    const double other = patch.weights.empty() ? 1.0 : patch.weights[second];
    rulings.push_back({patch.points[first], patch.points[second] - patch.points[first], weight,
                       std::fabs(other / weight - 1.0)});
  }
  return rulings;
}

/// Means whose weights change by a share e each move by no more than 2 e of the points' extent, and
/// a little.
double off_even_weights(const std::vector<Ruling>& rulings) {
  double uneven = 0.0, reach = 0.0;
  for (const Ruling& ruling : rulings) {
    uneven = std::max(uneven, ruling.uneven);
    reach = std::max(reach, (ruling.begin - rulings[0].begin).norm() + ruling.way.norm());
  }
  return uneven > 1e-6 ? kInfinity : 4.1 * uneven * reach;
}

/// At most how far the patch leaves the cylinder.
double off_cylinder(const std::vector<Ruling>& rulings, const Vec3& centre, const Vec3& axis,
                    double radius) {
  std::vector<Vec3> arms;
  std::vector<double> weights;
  for (const Ruling& ruling : rulings) {
    arms.push_back(ruling.begin - centre);
    weights.push_back(ruling.weight);
  }
  return off_circle(arms, weights, axis, radius);
}

/// The centre of the circle through three points of a curve, across the axis.
std::optional<Vec3> centre_through(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& axis) {
  const auto across = [&](const Vec3& x) { return Vec3(x - axis * axis.dot(x)); };
  const Vec3 a = across(q - p), b = across(r - p);
  const Vec3 n = a.cross(b);
  if (!(n.squaredNorm() > 1e-12 * a.squaredNorm() * b.squaredNorm())) return std::nullopt;
  return Vec3(p + (a.squaredNorm() * b - b.squaredNorm() * a).cross(n) / (2.0 * n.squaredNorm()));
}

}  // namespace

std::optional<AxisFace> round_patch(const SurfaceFace& face) {
  const auto* form = std::get_if<PatchFace>(&face.form);
  const auto* patch = form != nullptr ? std::get_if<BezierPatch>(&form->patch) : nullptr;
  if (patch == nullptr) return std::nullopt;
  const std::vector<Ruling> rulings = rulings_of(*patch);
  if (rulings.size() < 3) return std::nullopt;
  const bool along_v = patch->rows == 2;
  const auto at = [&](double s) {
    return along_v ? enclose(form->patch, s, 0.0).middle() : enclose(form->patch, 0.0, s).middle();
  };
  const Vec3 axis = rulings[0].way.normalized();
  const auto centre = centre_through(at(0.0), at(0.5), at(1.0), axis);
  if (!centre) return std::nullopt;
  AxisFace round{AxisFace::Kind::kCylinder, &face, *centre, axis, {}, {0.0, 1.0}};
  const Vec3 arm = at(0.5) - *centre;
  const double radius = Vec3(arm - axis * axis.dot(arm)).norm();
  const Interval& along = along_v ? form->v : form->u;
  Interval heights{kInfinity, -kInfinity};
  for (const Ruling& ruling : rulings) {
    const double length = rulings[0].way.norm();
    if (!((ruling.way - rulings[0].way).norm() <= kSameLine * length)) return std::nullopt;
    round.error = std::max(round.error, Vec3(ruling.way - axis * axis.dot(ruling.way)).norm());
    for (const double share : {along.lo, along.hi}) {
      const double z = axis.dot(Vec3(ruling.begin + share * ruling.way - *centre));
      heights = {std::min(heights.lo, z), std::max(heights.hi, z)};
    }
  }
  round.size = length_of({radius, 0.0, std::max(std::fabs(heights.lo), std::fabs(heights.hi))});
  round.error += off_even_weights(rulings) + off_cylinder(rulings, *centre, axis, radius) +
                 2.0 * kLengthError * (round.size + centre->norm());
  if (!(round.error <= kAlmostRound * radius)) return std::nullopt;
  round.profile = LineCurve{{radius, 0.0, heights.lo}, {radius, 0.0, heights.hi}};
  const Vec3 along_curve = at(0.5 + 1e-4) - at(0.5 - 1e-4);
  const Vec3 normal = along_v ? along_curve.cross(axis) : axis.cross(along_curve);
  round.outside = (normal.dot(arm) > 0.0) != face.flipped ? 1 : -1;
  return round;
}

}  // namespace graze::certified
