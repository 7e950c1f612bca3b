// SPDX-License-Identifier: MIT
#include "io/scene_json/read_pose.h"

#include <cmath>
#include <numbers>

#include "graze/math/length.h"
#include "graze/math/sin_cos.h"

namespace graze::scene_json {
namespace {
constexpr json::Range kAngle{-kSinCosLimit, kSinCosLimit};  // rad or degrees
constexpr double kRadiansPerDegree = std::numbers::pi / 180.0;
constexpr double kSlack = 1e-6;        // how far typed digits may be from unit or orthonormal
constexpr double kExactSlack = 1e-14;  // closer values are kept unchanged

/// Exact at multiples of 90 degrees.
SinCos of_degrees(double degrees) {
  const double quarter = std::fmod(degrees, 360.0) / 90.0;
  if (quarter == std::trunc(quarter)) {
    const int turn = (static_cast<int>(quarter) + 4) % 4;
    return {turn == 1 ? 1.0 : (turn == 3 ? -1.0 : 0.0), turn == 0 ? 1.0 : (turn == 2 ? -1.0 : 0.0)};
  }
  return sin_cos(degrees * kRadiansPerDegree);
}

SinCos of_radians(double angle) { return sin_cos(angle); }

Mat3 from_axis_angle(const JsonCursor& cursor) {
  const Vec3 axis = cursor.at("axis").direction();
  const std::string_view key = cursor.one_of({"angle", "angle_degrees"});
  const double angle = cursor.at(key).number(kAngle);
  const SinCos turn = key == "angle" ? of_radians(angle) : of_degrees(angle);
  return rotation_about(axis, turn.sin, turn.cos);
}

Mat3 from_rotation_vector(const JsonCursor& cursor) {
  const Vec3 vector = cursor.vec3(kAngle);
  const double angle = length_of(vector);
  if (angle == 0.0) return Mat3::Identity();
  const SinCos turn = of_radians(angle);
  return rotation_about(vector / angle, turn.sin, turn.cos);
}

Mat3 from_quaternion(const JsonCursor& cursor) {
  const auto items = cursor.items(4);
  const json::Range range{-1.0 - kSlack, 1.0 + kSlack};
  Quat quat(items[0].number(range), items[1].number(range), items[2].number(range),
            items[3].number(range));
  if (std::fabs(quat.norm() - 1.0) > kSlack) {
    cursor.refuse("a length of " + std::to_string(quat.norm()), "a unit quaternion [w, x, y, z]",
                  "divide it by its length");
  }
  quat.normalize();
  return quat.toRotationMatrix();
}

Mat3 from_matrix(const JsonCursor& cursor) {
  const auto rows = cursor.items(3);
  Mat3 matrix;
  for (int k = 0; k < 3; ++k) {
    matrix.row(k) =
        rows[static_cast<std::size_t>(k)].vec3({-1.0 - kSlack, 1.0 + kSlack}).transpose();
  }
  const double error = (matrix * matrix.transpose() - Mat3::Identity()).cwiseAbs().maxCoeff();
  if (error > kSlack) {
    cursor.refuse("a matrix that is not orthonormal (by " + std::to_string(error) + ")",
                  "3 rows of a rotation matrix", "");
  }
  if (matrix.determinant() < 0.0) {
    cursor.refuse("a reflection (determinant -1)", "a rotation (determinant 1)", "");
  }
  if (error <= kExactSlack) return matrix;
  return Quat(matrix).normalized().toRotationMatrix();
}

/// Roll about x, then pitch about y, then yaw about z, all fixed axes (as in URDF).
Mat3 from_rpy(const JsonCursor& cursor, SinCos (*turn)(double)) {
  const Vec3 rpy = cursor.vec3(kAngle);
  Mat3 rotation = Mat3::Identity();
  for (int k = 0; k < 3; ++k) {
    const SinCos part = turn(rpy[k]);
    rotation = rotation_about(Vec3::Unit(k), part.sin, part.cos) * rotation;
  }
  return rotation;
}
}  // namespace

Mat3 rotation_about(const Vec3& u, double sine, double cosine) {
  Mat3 cross;
  cross << 0.0, -u.z(), u.y(), u.z(), 0.0, -u.x(), -u.y(), u.x(), 0.0;
  return cosine * Mat3::Identity() + sine * cross + (1.0 - cosine) * (u * u.transpose());
}

Mat3 read_rotation(const JsonCursor& cursor) {
  cursor.expect_keys({"quaternion_wxyz", "axis", "angle", "angle_degrees", "rotation_vector",
                      "matrix", "rpy", "rpy_degrees"});
  const std::string_view form =
      cursor.one_of({"quaternion_wxyz", "axis", "rotation_vector", "matrix", "rpy", "rpy_degrees"});
  if (form == "axis") return from_axis_angle(cursor);
  if (cursor.has("angle") || cursor.has("angle_degrees")) {
    cursor.refuse("an angle beside '" + std::string(form) + "'", "an angle only with 'axis'", "");
  }
  if (form == "quaternion_wxyz") return from_quaternion(cursor.at(form));
  if (form == "rotation_vector") return from_rotation_vector(cursor.at(form));
  if (form == "matrix") return from_matrix(cursor.at(form));
  return from_rpy(cursor.at(form), form == "rpy" ? of_radians : of_degrees);
}

Pose read_pose_keys(const JsonCursor& cursor) {
  Pose pose;
  if (const auto position = cursor.find(kPosition)) pose.translation = position->vec3();
  if (const auto rotation = cursor.find(kRotation)) pose.rotation = read_rotation(*rotation);
  return pose;
}

Pose read_pose(const JsonCursor& cursor) {
  cursor.expect_keys({kPosition, kRotation});
  return read_pose_keys(cursor);
}

std::optional<double> read_angle(const JsonCursor& cursor, const std::string& key) {
  const std::string in_degrees = key + "_degrees";
  if (!cursor.has(key) && !cursor.has(in_degrees)) return std::nullopt;
  const std::string_view form = cursor.one_of({key, in_degrees});
  const double angle = cursor.at(form).number(kAngle);
  return form == key ? angle : angle * kRadiansPerDegree;
}

}  // namespace graze::scene_json
