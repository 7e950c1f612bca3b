// SPDX-License-Identifier: MIT
// Question   Is a rational Bezier patch a part of a cylinder? Many CAD files write them so.
// Source     A curve X / W, Y / W is within e of the circle of radius R if |X^2 + Y^2 - R^2 W^2| is
//            at most e R W^2; Bernstein coefficients bound both sides.
// Guarantee  No point of the patch is farther from the cylinder than `error`.
// Changed    -
#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/math/length.h"
#include "methods/certified/axis_face.h"

namespace graze::certified {
namespace {

constexpr double kSameLine = 1e-9;     // of its length: lines of the patch that are one direction
constexpr double kNearlyRound = 1e-9;  // of the radius: more is no cylinder

/// A line of the patch from end to end, and the weight of both.
struct Ruling {
  Vec3 begin, way;
  double weight;
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
    if (!patch.weights.empty() && patch.weights[second] != weight) return {};
    rulings.push_back({patch.points[first], patch.points[second] - patch.points[first], weight});
  }
  return rulings;
}

double choose(int n, int k) {
  double value = 1.0;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

/// At most how far a curve in the plane across `axis` leaves the circle about `centre`.
double off_circle(const std::vector<Ruling>& rulings, const Vec3& centre, const Vec3& axis,
                  double radius) {
  const int degree = static_cast<int>(rulings.size()) - 1;
  std::vector<double> sums(static_cast<std::size_t>(2 * degree + 1), 0.0);
  double least = kInfinity, size = radius * radius;
  std::vector<Vec3> arms;
  for (const Ruling& ruling : rulings) {
    const Vec3 arm = ruling.begin - centre;
    arms.push_back(arm - axis * axis.dot(arm));
    least = std::min(least, ruling.weight);
    size = std::max(size, arms.back().squaredNorm() + kLengthError * arm.norm());
  }
  double most_weight = 0.0;
  for (int i = 0; i <= degree; ++i) {
    for (int j = 0; j <= degree; ++j) {
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      const double weight = rulings[a].weight * rulings[b].weight;
      most_weight = std::max(most_weight, weight);
      sums[a + b] += choose(degree, i) * choose(degree, j) / choose(2 * degree, i + j) * weight *
                     (arms[a].dot(arms[b]) - radius * radius);
    }
  }
  double most = 0.0;
  for (const double sum : sums) most = std::max(most, std::fabs(sum));
  const double rounding = kLengthError * most_weight * size * 2.0;
  return (most + rounding) / (least * least * radius);
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
  round.error += off_circle(rulings, *centre, axis, radius) +
                 2.0 * kLengthError * (round.size + centre->norm());
  if (!(round.error <= kNearlyRound * radius)) return std::nullopt;
  round.profile = LineCurve{{radius, 0.0, heights.lo}, {radius, 0.0, heights.hi}};
  const Vec3 along_curve = at(0.5 + 1e-4) - at(0.5 - 1e-4);
  const Vec3 normal = along_v ? along_curve.cross(axis) : axis.cross(along_curve);
  round.outside = (normal.dot(arm) > 0.0) != face.flipped ? 1 : -1;
  return round;
}

}  // namespace graze::certified
