// SPDX-License-Identifier: MIT
// Frames for boxes: orthonormal up to a few units of rounding, or refused.                     [C3]
#pragma once
#include <optional>

#include "graze/math/vec.h"

namespace graze {

/// Unit of rounding of double.
inline constexpr double kRounding = 0x1p-53;

/// True if every product of two columns is computed within 8 units of rounding of 1 or 0. The true
/// products are then within 12 units, so axes' * axes = I + E with |E| <= 36 units (spectral norm).
bool is_orthonormal(const Mat3& axes);

/// Axes along u, along the part of v across u, and across both. Nothing if they are parallel or
/// zero up to rounding. A result passes is_orthonormal.
std::optional<Mat3> frame_along(const Vec3& u, const Vec3& v);

/// The same, faster if v is perpendicular to u up to rounding.
std::optional<Mat3> frame_across(const Vec3& u, const Vec3& v);

/// Eigenvectors of a symmetric matrix by two sweeps of Jacobi's rotations: orthonormal, the
/// directions good to about 1e-2 (more would not make better boxes). Uses + - * / and sqrt only:
/// same bits everywhere. Identity if the matrix is zero or not finite.
Mat3 principal_axes(const Mat3& symmetric);

}  // namespace graze
