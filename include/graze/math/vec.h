// SPDX-License-Identifier: MIT
// Vectors, matrices and quaternions: Eigen's. Only types without alignment demands, so that layouts
// do not depend on the instruction set a user compiles for.
#pragma once
#include <Eigen/Core>
#include <Eigen/Geometry>

namespace graze {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
/// Constructed as (w, x, y, z). Unit length wherever it stands for a rotation.
using Quat = Eigen::Quaternion<double, Eigen::DontAlign>;

}  // namespace graze
