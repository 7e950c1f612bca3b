// SPDX-License-Identifier: MIT
// Rational motions from what a user gives: control points, splines, keys, poses.              [B1]
#include "graze/motion/rational_motion.h"

#include <graze/base/error.h>
#include <graze/math/rotation.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "motion/checks.h"
#include "motion/node.h"

namespace graze {
namespace {
Eigen::Vector4d vec(const Quat& q) { return {q.w(), q.x(), q.y(), q.z()}; }
Quat quat(const Eigen::Vector4d& v) { return {v[0], v[1], v[2], v[3]}; }

void check_size(double size, const std::string& place) {
  if (!(size >= 1e-30 && size <= 1e30))
    throw InputError({place, "a largest control point of size " + std::to_string(size),
                      "one between 1e-30 and 1e30", "scale them all by one number"});
}

void check_degree(std::size_t count, int most, const std::string& place) {
  if (count >= 1 && count <= std::size_t(most) + 1) return;
  throw InputError(
      {place, std::to_string(count) + " control points",
       "1 to " + std::to_string(most + 1) + " (degree at most " + std::to_string(most) + ")",
       "cut the motion into pieces of a lower degree"});
}

/// A curve that stays where it is has one control point.
template <typename Point>
void collapse(std::vector<Point>& c) {
  const auto same = [&](const Point& p) { return p == c.front(); };
  if (std::all_of(c.begin(), c.end(), same)) c.resize(1, c.front());
}

Segment segment_of(const RationalPiece& piece) {
  return {piece.span, Sense::kForward, make_curve(check_rational(piece.formula))};
}

Track track_of(const std::vector<RationalPiece>& pieces, Outside outside) {
  if (pieces.empty())
    throw InputError({"rational motion", "no pieces", "at least one", "give control points"});
  Track track{{pieces.front().span.lo, pieces.back().span.hi}, outside, {}};
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const std::string place = "piece " + std::to_string(k);
    check_domain(pieces[k].span, place);
    if (k > 0 && pieces[k].span.lo != pieces[k - 1].span.hi)
      throw InputError(
          {place, "a start at " + std::to_string(pieces[k].span.lo) + " s",
           "the end of the previous piece, " + std::to_string(pieces[k - 1].span.hi) + " s", ""});
    track.segments.push_back(segment_of(pieces[k]));
  }
  return track;
}

/// The blossom of a B-spline's piece on [knots[i], knots[i + 1]] at `arguments`.
template <typename Point>
Point blossom(const QuaternionSpline& spline, const std::vector<Point>& control, std::size_t i,
              const std::vector<double>& arguments) {
  const auto n = std::size_t(spline.degree);
  std::vector<Point> d(control.begin() + std::ptrdiff_t(i - n),
                       control.begin() + std::ptrdiff_t(i) + 1);
  for (std::size_t r = 1; r <= n; ++r)
    for (std::size_t j = n; j >= r; --j) {
      const double lo = spline.knots[i - n + j], hi = spline.knots[i + j - r + 1];
      const double at = (arguments[r - 1] - lo) / (hi - lo);
      d[j] = (1.0 - at) * d[j - 1] + at * d[j];
    }
  return d[n];
}

void check_spline(const QuaternionSpline& s) {
  if (s.degree < 1 || s.degree > 4)
    throw InputError({"spline", "degree " + std::to_string(s.degree), "1 to 4", ""});
  if (s.rotation.size() <= std::size_t(s.degree) || s.rotation.size() != s.translation.size() ||
      s.knots.size() != s.rotation.size() + std::size_t(s.degree) + 1)
    throw InputError({"spline",
                      std::to_string(s.knots.size()) + " knots, " +
                          std::to_string(s.rotation.size()) + " rotations, " +
                          std::to_string(s.translation.size()) + " translations",
                      "as many rotations as translations, more than the degree, and that many "
                      "knots plus degree + 1",
                      ""});
  if (!std::is_sorted(s.knots.begin(), s.knots.end()))
    throw InputError({"spline", "knots out of order", "ascending knots", "sort them"});
  for (const double knot : s.knots) check_number(knot, "knot");
}

/// The piece of the spline between two different knots.
RationalPiece bezier_piece(const QuaternionSpline& spline, std::size_t i) {
  std::vector<Eigen::Vector4d> quaternions;
  for (const Quat& q : spline.rotation) quaternions.push_back(vec(q));
  RationalPiece piece{{spline.knots[i], spline.knots[i + 1]}, {{}, {}, {1.0}}};
  std::vector<double> arguments(std::size_t(spline.degree), piece.span.lo);
  for (int k = 0; k <= spline.degree; ++k) {
    if (k > 0) arguments[std::size_t(k - 1)] = piece.span.hi;
    piece.formula.rotation.push_back(quat(blossom(spline, quaternions, i, arguments)));
    piece.formula.translation.push_back(blossom(spline, spline.translation, i, arguments));
  }
  return piece;
}

/// Cubic control points of the Hermite curve between two keys `width` apart.
template <typename Key, typename Point>
std::vector<Point> hermite_points(const Key& a, const Key& b, double width, const auto& as) {
  const Point p0 = as(a.value), p3 = as(b.value);
  return {p0, p0 + (width / 3.0) * as(a.out_tangent), p3 - (width / 3.0) * as(b.in_tangent), p3};
}

/// The part of a curve between two of its parameters.
template <typename Point>
std::vector<Point> cut(std::vector<Point> c, double from, double to) {
  const std::size_t n = c.size() - 1;
  for (std::size_t level = 1; level <= n && to < 1.0; ++level)
    for (std::size_t i = n; i >= level; --i) c[i] = (1.0 - to) * c[i - 1] + to * c[i];
  const double at = to > 0.0 ? from / to : 0.0;
  for (std::size_t last = n; last > 0 && at > 0.0; --last)
    for (std::size_t i = 0; i < last; ++i) c[i] = (1.0 - at) * c[i] + at * c[i + 1];
  return c;
}

/// Control points of the Hermite curve through `keys` during `span`, within one of its pieces.
template <typename Point, typename Key>
std::vector<Point> hermite_during(const std::vector<Key>& keys, const Interval& span,
                                  const auto& as) {
  if (span.hi <= keys.front().time) return {as(keys.front().value)};
  if (span.lo >= keys.back().time) return {as(keys.back().value)};
  std::size_t k = 0;
  while (keys[k + 1].time <= span.lo) ++k;
  const double width = keys[k + 1].time - keys[k].time;
  const auto points = hermite_points<Key, Point>(keys[k], keys[k + 1], width, as);
  return cut(points, (span.lo - keys[k].time) / width, (span.hi - keys[k].time) / width);
}

template <typename Key>
void collect_times(const std::vector<Key>& keys, std::vector<double>& times) {
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const std::string place = "key " + std::to_string(k);
    times.push_back(check_number(keys[k].time, place));
    if (k > 0) check_domain({keys[k - 1].time, keys[k].time}, place);
  }
}

/// Derivative at the middle of three points, of the parabola through them; times may be uneven.
template <typename Point>
Point middle_slope(const Point& a, const Point& b, const Point& c, double before, double after) {
  const double whole = before + after;
  return (after / (before * whole)) * (b - a) + (before / (after * whole)) * (c - b);
}

/// Slopes at all points: of the parabola through neighbours, of the chord at the ends.
template <typename Point>
std::vector<Point> catmull_rom(const std::vector<double>& t, const std::vector<Point>& p) {
  const std::size_t last = p.size() - 1;
  std::vector<Point> slopes{(p[1] - p[0]) / (t[1] - t[0])};
  for (std::size_t k = 1; k < last; ++k)
    slopes.push_back(middle_slope(p[k - 1], p[k], p[k + 1], t[k] - t[k - 1], t[k + 1] - t[k]));
  slopes.push_back((p[last] - p[last - 1]) / (t[last] - t[last - 1]));
  return slopes;
}

template <typename Point>
std::vector<Point> between(const Point& a, const Point& b, const Point& slope_a,
                           const Point& slope_b, double width, int degree) {
  if (degree == 1) return {a, b};
  return {a, a + (width / 3.0) * slope_a, b - (width / 3.0) * slope_b, b};
}
}  // namespace

RationalFormula check_rational(const RationalFormula& given) {
  RationalFormula f = given;
  check_degree(f.rotation.size(), kMaxRotationDegree, "rotation");
  check_degree(f.translation.size(), kMaxTranslationDegree, "translation");
  check_degree(f.weight.size(), kMaxTranslationDegree, "weight");
  double q_size = 0.0, v_size = 0.0;
  for (Quat& q : f.rotation) {
    for (double& c : q.coeffs()) c = check_number(c, "rotation");
    q_size = std::fmax(q_size, vec(q).norm());
  }
  for (Vec3& x : f.translation) x = check_point(x, "translation");
  for (double& v : f.weight) v_size = std::fmax(v_size, v = check_number(v, "weight"));
  check_size(q_size, "rotation");
  check_size(v_size, "weight");
  collapse(f.rotation);
  collapse(f.translation);
  collapse(f.weight);
  return f;
}

Motion rational_motion(const RationalFormula& formula, const Interval& domain, Outside outside) {
  return make_motion(track_of({{domain, formula}}, outside));
}

Motion rational_path(const std::vector<RationalPiece>& pieces, Outside outside) {
  return make_motion(track_of(pieces, outside));
}

Motion spline_motion(const QuaternionSpline& spline, Outside outside) {
  check_spline(spline);
  std::vector<RationalPiece> pieces;
  for (std::size_t i = std::size_t(spline.degree); i < spline.rotation.size(); ++i)
    if (spline.knots[i] < spline.knots[i + 1]) pieces.push_back(bezier_piece(spline, i));
  return rational_path(pieces, outside);
}

Motion hermite_motion(const std::vector<RotationKey>& rotation,
                      const std::vector<PositionKey>& position, Outside outside) {
  std::vector<double> times;
  collect_times(rotation, times);
  collect_times(position, times);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  if (times.size() < 2)
    throw InputError({"keys", std::to_string(times.size()) + " different times", "at least 2", ""});
  std::vector<RationalPiece> pieces;
  for (std::size_t k = 0; k + 1 < times.size(); ++k) {
    RationalPiece piece{{times[k], times[k + 1]}, {}};
    if (!rotation.empty()) {
      piece.formula.rotation.clear();
      for (const Eigen::Vector4d& q : hermite_during<Eigen::Vector4d>(rotation, piece.span, vec))
        piece.formula.rotation.push_back(quat(q));
    }
    if (!position.empty())
      piece.formula.translation =
          hermite_during<Vec3>(position, piece.span, [](const Vec3& v) { return v; });
    pieces.push_back(std::move(piece));
  }
  return rational_path(pieces, outside);
}

Motion rational_through(const std::vector<TimedPose>& poses, int degree, Outside outside) {
  if (degree != 1 && degree != 3)
    throw InputError({"degree", std::to_string(degree), "1 or 3", ""});
  if (poses.size() < 2)
    throw InputError({"poses", std::to_string(poses.size()) + " poses", "at least 2", ""});
  std::vector<double> times;
  std::vector<Eigen::Vector4d> q;
  std::vector<Vec3> x;
  for (std::size_t k = 0; k < poses.size(); ++k) {
    const std::string place = "pose " + std::to_string(k);
    const Pose pose = check_pose(poses[k].pose, place);
    times.push_back(check_number(poses[k].time, place));
    if (k > 0) check_domain({times[k - 1], times[k]}, place);
    q.push_back(vec(quaternion_from_rotation(pose.rotation)));
    if (k > 0 && q[k].dot(q[k - 1]) < 0.0) q[k] = -q[k];
    x.push_back(pose.translation);
  }
  const auto q_slope = catmull_rom(times, q);
  const auto x_slope = catmull_rom(times, x);
  std::vector<RationalPiece> pieces;
  for (std::size_t k = 0; k + 1 < poses.size(); ++k) {
    const double width = times[k + 1] - times[k];
    RationalPiece piece{{times[k], times[k + 1]}, {{}, {}, {1.0}}};
    for (const Eigen::Vector4d& c :
         between(q[k], q[k + 1], q_slope[k], q_slope[k + 1], width, degree))
      piece.formula.rotation.push_back(quat(c));
    piece.formula.translation = between(x[k], x[k + 1], x_slope[k], x_slope[k + 1], width, degree);
    pieces.push_back(std::move(piece));
  }
  return rational_path(pieces, outside);
}

}  // namespace graze
