// SPDX-License-Identifier: MIT
#include "spatial/frame.h"

#include <cmath>

namespace graze {
namespace {
std::optional<Vec3> unit(const Vec3& v) {
  const double square = v.dot(v);
  if (square > 1e-200 && square < 1e200) return Vec3(v / std::sqrt(square));
  const double scale = v.cwiseAbs().maxCoeff();  // first to about 1: squares then cannot underflow
  if (!(scale > 1e-290) || !std::isfinite(scale)) return std::nullopt;
  const Vec3 scaled = v / scale;
  const Vec3 once = scaled / std::sqrt(scaled.dot(scaled));
  return once;
}

/// One of Jacobi's rotations: makes m(p, q) zero and turns the columns of `axes` along.
void rotate(Mat3& m, Mat3& axes, int p, int q) {
  if (std::fabs(m(p, q)) <= 1e-5 * (std::fabs(m(p, p)) + std::fabs(m(q, q)))) return;
  const double theta = (m(q, q) - m(p, p)) / (2.0 * m(p, q));
  const double root = std::sqrt(theta * theta + 1.0);
  const double t = theta >= 0.0 ? 1.0 / (theta + root) : -1.0 / (root - theta);
  const double c = 1.0 / std::sqrt(t * t + 1.0);
  const double s = t * c;
  for (int k = 0; k < 3; ++k) {
    const double kp = m(k, p);
    const double kq = m(k, q);
    m(k, p) = c * kp - s * kq;
    m(k, q) = s * kp + c * kq;
  }
  for (int k = 0; k < 3; ++k) {
    const double pk = m(p, k);
    const double qk = m(q, k);
    m(p, k) = c * pk - s * qk;
    m(q, k) = s * pk + c * qk;
    const double ap = axes(k, p);
    const double aq = axes(k, q);
    axes(k, p) = c * ap - s * aq;
    axes(k, q) = s * ap + c * aq;
  }
}
}  // namespace

bool is_orthonormal(const Mat3& axes) {
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      const double product = axes.col(i).dot(axes.col(j)) - (i == j ? 1.0 : 0.0);
      if (!(std::fabs(product) <= 8.0 * kRounding)) return false;
    }
  }
  return true;
}

std::optional<Mat3> frame_along(const Vec3& u, const Vec3& v) {
  const auto first = unit(u);
  const auto second_guess = unit(v);
  if (!first || !second_guess) return std::nullopt;
  const Vec3 across = *second_guess - second_guess->dot(*first) * *first;
  const double across_sq = across.dot(across);
  if (across_sq < 1e-24) return std::nullopt;
  const Vec3 once = across / std::sqrt(across_sq);
  const Vec3 second = once - once.dot(*first) * *first;  // twice is enough
  Mat3 axes;
  axes << *first, second, first->cross(second);
  if (!is_orthonormal(axes)) return std::nullopt;
  return axes;
}

std::optional<Mat3> frame_across(const Vec3& u, const Vec3& v) {
  const auto first = unit(u), second = unit(v);
  if (!first || !second) return std::nullopt;
  Mat3 axes;
  axes << *first, *second, first->cross(*second);
  if (is_orthonormal(axes)) return axes;
  return frame_along(u, v);
}

Mat3 principal_axes(const Mat3& symmetric) {
  const double scale = symmetric.cwiseAbs().maxCoeff();
  if (!(scale > 0.0) || !std::isfinite(scale)) return Mat3::Identity();
  Mat3 m = symmetric / scale;
  Mat3 axes = Mat3::Identity();
  for (int sweep = 0; sweep < 2; ++sweep) {
    rotate(m, axes, 0, 1);
    rotate(m, axes, 0, 2);
    rotate(m, axes, 1, 2);
  }
  return frame_along(axes.col(0), axes.col(1)).value_or(Mat3::Identity());
}

}  // namespace graze
