// SPDX-License-Identifier: MIT
#include "motion/oracle.h"

#include <Eigen/SVD>

namespace graze::test {
namespace {
const Real kStep(0x1p-50);

Real dot(const RealVec& a, const RealVec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

RealMat real_matrix(const Mat3& m) {
  RealMat result;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) result[row][column] = m(row, column);
  return result;
}

RealMat product(const RealMat& a, const RealMat& b) {
  RealMat result;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      result[row][column] =
          a[row][0] * b[0][column] + a[row][1] * b[1][column] + a[row][2] * b[2][column];
  return result;
}

RealMat transposed(const RealMat& m) {
  RealMat result;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) result[row][column] = m[column][row];
  return result;
}

/// The polar factor by Schulz's iteration X (3 I - X^T X) / 2, from a matrix that is nearly one.
RealMat nearest(const Mat3& m) {
  RealMat x = real_matrix(m);
  for (int k = 0; k < 6; ++k) {
    RealMat middle = product(transposed(x), x);
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column)
        middle[row][column] = Real(row == column ? 1.5 : 0.0) - Real(0.5) * middle[row][column];
    x = product(x, middle);
  }
  return x;
}

/// By the quaternion of half the angle.
RealMat turn(const RealVec& axis, const Real& angle) {
  const Real length = sqrt(dot(axis, axis));
  const Real half = Real(0.5) * angle;
  const Real w = cos(half), k = sin(half) / length;
  const Real x = k * axis[0], y = k * axis[1], z = k * axis[2], two(2.0), one(1.0);
  return {{{one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)},
           {two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x)},
           {two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y)}}};
}

RealPose at(const StillFormula& f, const Real&) {
  return {nearest(f.pose.rotation), real(f.pose.translation)};
}

RealPose at(const ScrewFormula& f, const Real& s) {
  const RealVec axis = real(f.axis), point = real(f.point);
  const RealMat turned = turn(axis, s * Real(f.angle));
  const RealVec along = (s * Real(f.slide) / sqrt(dot(axis, axis))) * axis;
  return {product(turned, nearest(f.begin.rotation)),
          point + turned * (real(f.begin.translation) - point) + along};
}

RealPose at(const SlerpFormula& f, const Real& s) {
  const RealVec begin = real(f.begin.translation);
  return {product(turn(real(f.axis), s * Real(f.angle)), nearest(f.begin.rotation)),
          begin + s * (real(f.end_position) - begin)};
}

RealPose at(const SixParametersFormula& f, const Real& s) {
  const RealVec r0 = real(f.begin.rotation_vector), x0 = real(f.begin.position);
  const RealVec r = r0 + s * (real(f.end.rotation_vector) - r0);
  const Real angle = sqrt(dot(r, r));
  const RealMat rotation = angle <= Real(0.0) ? real_matrix(Mat3::Identity()) : turn(r, angle);
  return {rotation, x0 + s * (real(f.end.position) - x0)};
}

Real binomial(std::size_t n, std::size_t k) {
  Real value(1.0);
  for (std::size_t i = 1; i <= k; ++i) value = value * Real(double(n - k + i)) / Real(double(i));
  return value;
}

/// B_k(s) = binomial(n, k) s^k (1 - s)^(n - k), from the definition.
std::vector<Real> bernstein_at(std::size_t count, const Real& s) {
  std::vector<Real> values;
  for (std::size_t k = 0; k < count; ++k) {
    Real b = binomial(count - 1, k);
    for (std::size_t i = 0; i + 1 < count; ++i) b = b * (i < k ? s : Real(1.0) - s);
    values.push_back(b);
  }
  return values;
}

RealPose at(const RationalFormula& f, const Real& s) {
  Real w, v;
  RealVec u, x;
  const auto q = bernstein_at(f.rotation.size(), s), p = bernstein_at(f.translation.size(), s),
             b = bernstein_at(f.weight.size(), s);
  for (std::size_t k = 0; k < q.size(); ++k) {
    w = w + Real(f.rotation[k].w()) * q[k];
    u = u + q[k] * real(f.rotation[k].vec());
  }
  for (std::size_t k = 0; k < p.size(); ++k) x = x + p[k] * real(f.translation[k]);
  for (std::size_t k = 0; k < b.size(); ++k) v = v + b[k] * Real(f.weight[k]);
  const Real norm = w * w + dot(u, u), two(2.0);
  RealMat m;  // ((w^2 - u.u) I + 2 u u^T + 2 w [u]) / |q|^2
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      Real entry = two * u[row] * u[column] + (row == column ? w * w - dot(u, u) : Real(0.0));
      if ((row + 1) % 3 == column) entry = entry - two * w * u[(row + 2) % 3];
      if ((column + 1) % 3 == row) entry = entry + two * w * u[(column + 2) % 3];
      m[row][column] = entry / norm;
    }
  return {m, (Real(1.0) / v) * x};
}

RealPose at(const JointFormula& f, const Real& s) {
  Real q(0.0);
  for (std::size_t k = f.coefficients.size(); k-- > 0;) q = q * s + Real(f.coefficients[k]);
  const RealVec axis = real(f.axis);
  if (f.kind == JointFormula::Kind::kTurn) return {turn(axis, q), RealVec{}};
  return {real_matrix(Mat3::Identity()), (q / sqrt(dot(axis, axis))) * axis};
}

RealPose at(const AcceleratedFormula& f, const Real& s) {
  const AcceleratedState& b = f.begin;
  const Real z = s * Real(f.duration), half_sq = Real(0.5) * z * z;
  const RealVec r = z * real(b.angular_velocity) + half_sq * real(b.angular_acceleration);
  const Real angle = sqrt(dot(r, r));
  const RealMat begin = nearest(b.pose.rotation);
  const RealMat rotation = angle <= Real(0.0) ? begin : product(turn(r, angle), begin);
  const RealVec centre = real(b.centre);
  const RealVec moved = begin * centre + real(b.pose.translation) + z * real(b.velocity) +
                        half_sq * real(b.acceleration);
  return {rotation, moved - rotation * centre};
}

Real parameter(const MotionSegment& segment, const Real& t) {
  const Real lo(segment.span.lo), hi(segment.span.hi);
  if (segment.sense == Sense::kAtBegin) return 0.0;
  if (segment.sense == Sense::kAtEnd) return 1.0;
  return (segment.sense == Sense::kForward ? t - lo : hi - t) / (hi - lo);
}

RealPose at(const TrackDescription& track, const Real& t) {
  Real held = t < Real(track.domain.lo) ? Real(track.domain.lo) : t;
  held = Real(track.domain.hi) < held ? Real(track.domain.hi) : held;
  std::size_t k = track.segments.size() - 1;
  while (k > 0 && held < Real(track.segments[k].span.lo)) --k;
  const Real s = parameter(track.segments[k], held);
  return std::visit([&](const auto& f) { return at(f, s); }, track.segments[k].formula);
}

RealPose product(const RealPose& a, const RealPose& b) {
  return {product(a.rotation, b.rotation), a * b.translation};
}

RealPose at(const CompositionDescription& parts, const Real& t) {
  RealPose pose = true_pose(parts.parts[0], t);
  for (std::size_t k = 1; k < parts.parts.size(); ++k)
    pose = product(pose, true_pose(parts.parts[k], t));
  return pose;
}

RealPose at(const CustomDescription&, const Real&) { return {}; }
}  // namespace

RealVec real(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
RealVec operator+(const RealVec& a, const RealVec& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
RealVec operator-(const RealVec& a, const RealVec& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
RealVec operator*(const Real& s, const RealVec& v) { return {s * v[0], s * v[1], s * v[2]}; }
RealVec operator*(const RealMat& m, const RealVec& v) {
  return {dot(m[0], v), dot(m[1], v), dot(m[2], v)};
}
RealVec operator*(const RealPose& pose, const RealVec& p) {
  return pose.rotation * p + pose.translation;
}
double length(const RealVec& v) { return sqrt(dot(v, v)).number(); }

RealPose true_pose(const Motion& motion, const Real& t) {
  return std::visit([&](const auto& d) { return at(d, t); }, describe(motion));
}

RealTwist true_twist(const Motion& motion, const Real& t) {
  const RealPose before = true_pose(motion, t - kStep), after = true_pose(motion, t + kStep);
  const Real scale = Real(0.5) / kStep;
  RealMat change;
  for (int k = 0; k < 3; ++k) change[k] = scale * (after.rotation[k] - before.rotation[k]);
  const RealMat spin = product(change, transposed(true_pose(motion, t).rotation));
  return {scale * (after.translation - before.translation), {spin[2][1], spin[0][2], spin[1][0]}};
}

RealVec true_velocity(const Motion& motion, const Real& t, const RealVec& p) {
  const RealVec before = true_pose(motion, t - kStep) * p, after = true_pose(motion, t + kStep) * p;
  return (Real(0.5) / kStep) * (after - before);
}

RealVec true_acceleration(const Motion& motion, const Real& t, const RealVec& p) {
  const RealVec before = true_pose(motion, t - kStep) * p, after = true_pose(motion, t + kStep) * p;
  return (Real(1.0) / (kStep * kStep)) * (after + before - Real(2.0) * (true_pose(motion, t) * p));
}

double rotation_distance(const Mat3& computed, const RealMat& truth) {
  Mat3 difference;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      difference(row, column) = (Real(computed(row, column)) - truth[row][column]).number();
  return Eigen::JacobiSVD<Mat3>(difference).singularValues()[0];
}

double distance(const Vec3& computed, const RealVec& truth) {
  return length(real(computed) - truth);
}

bool inside(const Interval& range, const Real& x) {
  return Real(range.lo) <= x && x <= Real(range.hi);
}
bool inside(const IntervalVec3& box, const RealVec& x) {
  return inside(box.x, x[0]) && inside(box.y, x[1]) && inside(box.z, x[2]);
}
bool inside(const IntervalPose& enclosure, const RealPose& pose) {
  for (int row = 0; row < 3; ++row)
    if (!inside(enclosure.rotation.rows[row], pose.rotation[row])) return false;
  return inside(enclosure.translation, pose.translation);
}

}  // namespace graze::test
