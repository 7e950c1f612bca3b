// SPDX-License-Identifier: MIT
#include "certify/range_pose.h"

#include <cmath>
#include <map>
#include <vector>

#include "graze/motion/motion_kinds.h"
#include "motion/oracle.h"

namespace graze::test {
namespace {
/// A number of 256 bits, to 128: the sum of doubles and their rest.
Range range(Real x) {
  Range sum(0.0);
  for (int k = 0; k < 4; ++k) {
    sum = sum + Range(x.number());
    x = x - Real(x.number());
  }
  const double rest = std::fabs(x.number()) + 1e-300;
  return sum + Range(-rest, rest);
}

/// The rotation nearest to a stored matrix: iterated in 256 bits, errors far below 1e-60.
JetMat iterated(const Pose& pose) {
  const RealPose still = true_pose(Motion::still(pose), Real(0.0));
  JetMat m;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      m[i][j] = Jet(range(still.rotation[i][j]) + Range(-1e-60, 1e-60));
  return m;
}

/// The same, remembered: a proof asks for few of them, often.
const JetMat& nearest(const Pose& pose) {
  static std::map<std::vector<double>, JetMat> known;
  if (known.size() > 1000) known.clear();
  const std::vector<double> key(pose.rotation.data(), pose.rotation.data() + 9);
  const auto found = known.find(key);
  return found != known.end() ? found->second : known.emplace(key, iterated(pose)).first->second;
}

/// I + sine [u] + versine [u]^2 for a vector u; sine and versine already divided by |u|, |u|^2.
JetMat turn(const JetVec& u, const Jet& sine, const Jet& versine) {
  JetMat m;
  const Jet length_sq = sqr(u[0]) + sqr(u[1]) + sqr(u[2]);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      m[i][j] = i == j ? Jet(1.0) + versine * (sqr(u[i]) - length_sq) : versine * u[i] * u[j];
    }
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
    m[i][j] = m[i][j] - sine * u[k];
    m[j][i] = m[j][i] + sine * u[k];
  }
  return m;
}

JetVec unit(const Vec3& v) {
  const JetVec r = jet(v);
  return (Jet(1.0) / sqrt(dot(r, r))) * r;
}

JetMat turn(const Vec3& axis, const Jet& angle) {
  return turn(unit(axis), sin(angle), Jet(2.0) * sqr(sin(Jet(0.5) * angle)));
}

JetMat product(const JetMat& a, const JetMat& b) {
  JetMat m;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      m[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
  return m;
}

JetPose over(const StillFormula& f, const Jet&) {
  return {nearest(f.pose), jet(f.pose.translation)};
}

JetPose over(const ScrewFormula& f, const Jet& s) {
  const JetMat turned = turn(f.axis, s * Jet(f.angle));
  const JetVec point = jet(f.point);
  return {product(turned, nearest(f.begin)),
          point + turned * (jet(f.begin.translation) - point) + (s * Jet(f.slide)) * unit(f.axis)};
}

JetPose over(const SlerpFormula& f, const Jet& s) {
  const JetVec begin = jet(f.begin.translation);
  return {product(turn(f.axis, s * Jet(f.angle)), nearest(f.begin)),
          begin + s * (jet(f.end_position) - begin)};
}

/// sin(x) / x and (1 - cos x) / x^2 as functions of y = x^2 in [0, 1]. Both fall, at most as fast
/// as at 0: by 1/6 and by 1/24.
Range sine_at(double y) {
  if (y <= 0.0) return Range(1.0);
  const Range x = sqrt(Range(y));
  return sin(x) / x;
}
Range versine_at(double y) {
  if (y <= 0.0) return Range(0.5);
  const Range x = sqrt(Range(y));
  return Range(2.0) * sqr(sin(Range(0.5) * x)) / sqr(x);
}
Jet sine_over(const Jet& y) {
  return {hull(sine_at(y.value.lo()), sine_at(y.value.hi())), Range(-1.0 / 5.9, -0.15) * y.slope};
}
Jet versine_over(const Jet& y) {
  return {hull(versine_at(y.value.lo()), versine_at(y.value.hi())),
          Range(-1.0 / 23.9, -0.038) * y.slope};
}

JetMat exponential(const JetVec& r) {
  const Jet y = sqr(r[0]) + sqr(r[1]) + sqr(r[2]);
  if (y.value.hi() <= 1.0) return turn(r, sine_over(y), versine_over(y));
  if (!y.value.is_positive()) {  // too wide: everything
    const Jet all(Range(-1.0, 1.0), Range(-kInfinity, kInfinity));
    return {{{all, all, all}, {all, all, all}, {all, all, all}}};
  }
  const Jet angle = sqrt(y);
  const Jet versine = Jet(2.0) * sqr(sin(Jet(0.5) * angle)) / y;
  return turn(r, sin(angle) / angle, versine);
}

JetPose over(const SixParametersFormula& f, const Jet& s) {
  const JetVec r0 = jet(f.begin.rotation_vector), x0 = jet(f.begin.position);
  return {exponential(r0 + s * (jet(f.end.rotation_vector) - r0)),
          x0 + s * (jet(f.end.position) - x0)};
}

/// By de Casteljau.
template <typename Point>
Point blended(std::vector<Point> points, const Jet& s) {
  const Jet rest = Jet(1.0) - s;
  for (std::size_t n = points.size(); n > 1; --n)
    for (std::size_t i = 0; i + 1 < n; ++i)
      for (std::size_t k = 0; k < points[i].size(); ++k)
        points[i][k] = rest * points[i][k] + s * points[i + 1][k];
  return points[0];
}

JetPose over(const RationalFormula& f, const Jet& s) {
  std::vector<std::array<Jet, 4>> q;
  for (const Quat& c : f.rotation) q.push_back({c.w(), c.x(), c.y(), c.z()});
  std::vector<JetVec> x;
  for (const Vec3& c : f.translation) x.push_back(jet(c));
  std::vector<std::array<Jet, 1>> w;
  for (const double c : f.weight) w.push_back({c});
  const auto r = blended(q, s);
  const JetVec u{r[1], r[2], r[3]};
  const Jet two_over = Jet(2.0) / (sqr(r[0]) + sqr(u[0]) + sqr(u[1]) + sqr(u[2]));
  return {turn(u, two_over * r[0], two_over), (Jet(1.0) / blended(w, s)[0]) * blended(x, s)};
}

JetPose over(const JointFormula& f, const Jet& s) {
  Jet q(0.0);
  for (std::size_t k = f.coefficients.size(); k-- > 0;) q = q * s + Jet(f.coefficients[k]);
  const JetMat identity = nearest(Pose{});
  if (f.kind == JointFormula::Kind::kTurn) return {turn(f.axis, q), jet(Vec3::Zero())};
  return {identity, q * unit(f.axis)};
}

JetPose over(const AcceleratedFormula& f, const Jet& s) {
  const AcceleratedState& b = f.begin;
  const Jet z = s * Jet(f.duration), half_sq = Jet(0.5) * sqr(z);
  const JetVec r = z * jet(b.angular_velocity) + half_sq * jet(b.angular_acceleration);
  const JetMat rotation = product(exponential(r), nearest(b.pose));
  const JetVec centre = jet(b.centre);
  const JetVec moved = nearest(b.pose) * centre + jet(b.pose.translation) + z * jet(b.velocity) +
                       half_sq * jet(b.acceleration);
  return {rotation, moved - rotation * centre};
}

JetPose over(const TrackDescription& track, const Jet& t) {
  const MotionSegment& segment = track.segments.at(0);
  const Jet lo(segment.span.lo), hi(segment.span.hi);
  Jet s(0.0);
  if (segment.sense == Sense::kAtEnd) s = Jet(1.0);
  if (segment.sense == Sense::kForward) s = (t - lo) / (hi - lo);
  if (segment.sense == Sense::kBackward) s = (hi - t) / (hi - lo);
  return std::visit([&](const auto& f) { return over(f, s); }, segment.formula);
}

JetPose over(const CompositionDescription& parts, const Jet& t) {
  JetPose pose = pose_over(parts.parts[0], t.value);
  for (std::size_t k = 1; k < parts.parts.size(); ++k) {
    const JetPose inner = pose_over(parts.parts[k], t.value);
    pose = {product(pose.rotation, inner.rotation),
            pose.rotation * inner.translation + pose.translation};
  }
  return pose;
}

JetPose over(const CustomDescription&, const Jet&) { return {}; }
}  // namespace

JetPose pose_over(const Motion& motion, const Range& t) {
  const Jet time(t, Range(1.0));
  return std::visit([&](const auto& d) { return over(d, time); }, describe(motion));
}

}  // namespace graze::test
