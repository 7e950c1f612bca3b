// SPDX-License-Identifier: MIT
// Question   Which mesh contains a cylinder, a cone or a half-space, and hardly more?          [G3]
// Source     The regular polygon around a circle: its corners are at radius / cos(pi / n).
// Guarantee  Every point of the form is inside; no point of the mesh is farther from it than
//            outward_error (of a half-space: no point within reach).
// Changed    Corners are moved out by 2^-46 of all lengths: a corner is a sum of three products
//            with the entries of a frame that is orthonormal up to 8 u, so it is off by less than
//            2^-48.
#include "scene/containing_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/box_sides.h"
#include "graze/math/length.h"
#include "graze/math/sin_cos.h"

namespace graze {
namespace {
constexpr double kSlack = 0x1p-46;
constexpr int kMostSides = 65536;

/// Columns u, v, w: w along the axis. Along an axis of the frame it is exact.
struct AxisFrame {
  Mat3 columns;
  bool is_exact;
};

AxisFrame frame_along(const Vec3& axis) {
  const Vec3 w = axis / length_of(axis);
  for (int k = 0; k < 3; ++k) {
    if (std::fabs(w[k]) != 1.0 || w.cwiseAbs().sum() != 1.0) continue;
    Mat3 exact;
    exact.col(0) = Vec3::Unit((k + 1) % 3);
    exact.col(2) = w;
    exact.col(1) = exact.col(2).cross(exact.col(0));
    return {exact, true};
  }
  Mat3 columns;
  columns.col(0) = w.unitOrthogonal();
  columns.col(1) = w.cross(columns.col(0));
  columns.col(2) = w;
  return {columns, false};
}

double corner_radius(double radius, int sides) {
  return radius / sin_cos(std::numbers::pi / sides).cos;
}

void add_ring(const Vec3& centre, const AxisFrame& frame, double radius, int sides,
              std::vector<Vec3>& vertices) {
  for (int i = 0; i < sides; ++i) {
    const SinCos at = sin_cos(2.0 * std::numbers::pi / sides * i);
    const Vec3 out =
        radius * at.cos * frame.columns.col(0) + radius * at.sin * frame.columns.col(1);
    vertices.push_back(centre + out);
  }
}

/// The ring that starts at vertex `first`, seen from below (from above if it is to face up).
void add_disc(std::uint32_t first, int sides, bool faces_up, std::vector<Triangle>& triangles) {
  for (std::uint32_t i = 1; i + 1 < static_cast<std::uint32_t>(sides); ++i) {
    const std::uint32_t a = first + i, b = first + i + 1;
    triangles.push_back(faces_up ? Triangle{first, a, b} : Triangle{first, b, a});
  }
}

/// How far corners move out for rounding, and how far ends do along the axis.
struct Slack {
  double out, along;
};
Slack slack_of(const Vec3& begin, const Vec3& end, double radius, const AxisFrame& frame) {
  const double rounding = kSlack * (length_of(begin) + length_of(end) + radius);
  return {rounding, frame.is_exact ? 0.0 : rounding};
}
}  // namespace

ContainingMesh prism_around(const CylinderForm& form) {
  const AxisFrame frame = frame_along(form.end - form.begin);
  const Slack slack = slack_of(form.begin, form.end, form.radius, frame);
  const double corner = corner_radius(form.radius + slack.out, form.sides);
  const Vec3 beyond = slack.along * frame.columns.col(2);
  std::vector<Vec3> vertices;
  add_ring(form.begin - beyond, frame, corner, form.sides, vertices);
  add_ring(form.end + beyond, frame, corner, form.sides, vertices);
  std::vector<Triangle> triangles;
  const auto n = static_cast<std::uint32_t>(form.sides);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t next = (i + 1) % n;
    triangles.push_back({i, next, n + next});
    triangles.push_back({i, n + next, n + i});
  }
  add_disc(0, form.sides, false, triangles);
  add_disc(n, form.sides, true, triangles);
  return {TriangleMesh(std::move(vertices), std::move(triangles)),
          (corner - form.radius + 2.0 * (slack.out + slack.along)) * (1.0 + 0x1p-20)};
}

// The tip is exact. A base that is set back by s brings the sides in by at most s radius / height,
// so the corners go out by as much more.
ContainingMesh pyramid_around(const ConeForm& form) {
  const AxisFrame frame = frame_along(form.tip - form.base);
  Slack slack = slack_of(form.base, form.tip, form.radius, frame);
  slack.out *= 2.0 * (1.0 + form.radius / length_of(form.tip - form.base));
  const double corner = corner_radius(form.radius + slack.out, form.sides);
  std::vector<Vec3> vertices;
  add_ring(form.base - slack.along * frame.columns.col(2), frame, corner, form.sides, vertices);
  vertices.push_back(form.tip);
  std::vector<Triangle> triangles;
  const auto n = static_cast<std::uint32_t>(form.sides);
  for (std::uint32_t i = 0; i < n; ++i) triangles.push_back({i, (i + 1) % n, n});
  add_disc(0, form.sides, false, triangles);
  return {TriangleMesh(std::move(vertices), std::move(triangles)),
          (corner - form.radius + 2.0 * (slack.out + slack.along)) * (1.0 + 0x1p-20)};
}

namespace {
/// The box with this point of the plane's frame in its middle, down to `bottom` along the normal;
/// `size`: of the largest numbers in it.
ContainingMesh box_below(const HalfSpaceForm& form, const AxisFrame& frame, const Vec3& middle,
                         double reach, double bottom, double size) {
  const double slack = frame.is_exact ? 0.0 : 4.0 * kSlack * size;
  const double top = form.offset + slack;
  const Vec3 centre = middle + (0.5 * top + 0.5 * bottom) * frame.columns.col(2);
  const Vec3 half(2.0 * reach, 2.0 * reach, 0.5 * top - 0.5 * bottom);
  ContainingMesh box{box_mesh(centre, frame.columns, half), 2.0 * slack};
  if (!frame.is_exact) return box;
  // The plane itself, not what centre and half size round to.
  std::vector<Vec3> vertices(box.mesh.vertices().begin(), box.mesh.vertices().end());
  for (std::size_t i = 4; i < 8; ++i) {
    for (int k = 0; k < 3; ++k) {
      if (frame.columns(k, 2) != 0.0) vertices[i][k] = frame.columns(k, 2) * form.offset;
    }
  }
  box.mesh =
      TriangleMesh(std::move(vertices), {box.mesh.triangles().begin(), box.mesh.triangles().end()});
  return box;
}
}  // namespace

ContainingMesh box_in(const HalfSpaceForm& form, double reach) {
  return box_below(form, frame_along(form.normal), Vec3::Zero(), reach, -2.0 * reach, reach);
}

ContainingMesh box_in(const HalfSpaceForm& form, double reach, const Vec3& around) {
  const AxisFrame frame = frame_along(form.normal);
  // Multiples of the reach, so that what moves a little sees the same box.
  const auto along = [&](int k) {
    return reach * std::round(frame.columns.col(k).dot(around) / reach);
  };
  const Vec3 middle = along(0) * frame.columns.col(0) + along(1) * frame.columns.col(1);
  const double bottom = std::min(form.offset, along(2)) - 2.0 * reach;
  return box_below(form, frame, middle, reach, bottom,
                   reach + around.norm() + std::fabs(form.offset));
}

int sides_for(double radius, double error) {
  if (!(error > 0.0)) return kMostSides;
  // 1 / cos x - 1 < x^2 for x below 1; a quarter of the error is left for rounding.
  const double sides =
      std::ceil(std::numbers::pi / std::sqrt(std::min(1.0, 0.75 * error / radius)));
  return static_cast<int>(std::clamp(sides, 4.0, double(kMostSides)));
}

TriangleMesh box_mesh(const Vec3& centre, const Mat3& axes, const Vec3& half) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    const Vec3 out((i & 1) ? half.x() : -half.x(), (i & 2) ? half.y() : -half.y(),
                   (i & 4) ? half.z() : -half.z());
    corners.emplace_back(centre + axes * out);
  }
  return TriangleMesh(std::move(corners), box_sides());
}

}  // namespace graze
