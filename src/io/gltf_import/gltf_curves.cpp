// SPDX-License-Identifier: MIT
// Question   Where is a node of an animation, and by which motion does it go there?           [G3]
// Source     glTF 2.0, sections 3.11 and C.2 to C.5.
// Guarantee  STEP jumps, LINEAR is a straight line or a slerp, CUBICSPLINE a rational motion whose
//            quaternions are normalised: each the formula itself, with float keys taken exactly.
// Changed    A slerp turns about a fixed axis, uniformly: the same rotation, another formula.
#include "io/gltf_import/gltf_curves.h"

#include <algorithm>
#include <cmath>

#include "graze/motion/rational_motion.h"

namespace graze::gltf {
namespace {
Quat quaternion(const double* xyzw) { return Quat(xyzw[3], xyzw[0], xyzw[1], xyzw[2]); }

/// Two keys at the same time would make a jump of zero width. The reader refuses them; they are
/// never nudged apart.
std::size_t key_before(const Curve& curve, double t) {
  const auto after = std::upper_bound(curve.times.begin(), curve.times.end(), t);
  return after == curve.times.begin() ? 0
                                      : static_cast<std::size_t>(after - curve.times.begin()) - 1;
}

std::vector<double> hermite(const Curve& curve, std::size_t k, double t) {
  const double w = curve.times[k + 1] - curve.times[k], s = (t - curve.times[k]) / w;
  const double s2 = s * s, s3 = s2 * s;
  const double* p0 = curve.key(k);
  const double* m0 = p0 + curve.width;
  const double* p1 = curve.key(k + 1);
  const double* m1 = p1 - curve.width;
  std::vector<double> value(curve.width);
  for (std::size_t i = 0; i < curve.width; ++i) {
    value[i] = (2 * s3 - 3 * s2 + 1) * p0[i] + w * (s3 - 2 * s2 + s) * m0[i] +
               (-2 * s3 + 3 * s2) * p1[i] + w * (s3 - s2) * m1[i];
  }
  return value;
}

std::vector<double> slerped(const double* a, const double* b, double s) {
  const Quat q = quaternion(a).normalized().slerp(s, quaternion(b).normalized());
  return {q.x(), q.y(), q.z(), q.w()};
}

Pose shifted(const double* p, double scale) {
  return {Mat3::Identity(), scale * Vec3(p[0], p[1], p[2])};
}

Pose turned(const double* q) {
  return {quaternion(q).normalized().toRotationMatrix(), Vec3::Zero()};
}

/// A path through keys; a single key stands still.
template <typename PoseOf>
Motion path_of(const Curve& curve, const PoseOf& pose_of) {
  std::vector<TimedPose> poses;
  for (std::size_t k = 0; k < curve.times.size(); ++k)
    poses.push_back({curve.times[k], pose_of(curve.key(k))});
  if (poses.size() == 1) return Motion::still(poses[0].pose);
  return Motion::path(
      poses, curve.kind == CurveKind::kStep ? Interpolation::kStep : Interpolation::kSlerp);
}

Motion cubic_translation(const Curve& curve, double scale) {
  std::vector<PositionKey> keys;
  for (std::size_t k = 0; k < curve.times.size(); ++k) {
    const double* p = curve.key(k);
    keys.push_back({curve.times[k], shifted(p, scale).translation,
                    shifted(p - 3, scale).translation, shifted(p + 3, scale).translation});
  }
  return hermite_motion({}, keys);
}

Motion cubic_rotation(const Curve& curve) {
  std::vector<RotationKey> keys;
  for (std::size_t k = 0; k < curve.times.size(); ++k) {
    const double* q = curve.key(k);
    keys.push_back({curve.times[k], quaternion(q), quaternion(q - 4), quaternion(q + 4)});
  }
  return hermite_motion(keys, {});
}

Motion translation_of(const NodeCurves& node, double scale) {
  const Curve& curve = node.translations;
  if (!curve.moves()) return Motion::still({Mat3::Identity(), scale * node.translation});
  if (curve.kind == CurveKind::kCubic && curve.times.size() > 1)
    return cubic_translation(curve, scale);
  return path_of(curve, [&](const double* p) { return shifted(p, scale); });
}

Motion rotation_of(const NodeCurves& node) {
  const Curve& curve = node.rotations;
  if (!curve.moves())
    return Motion::still({node.rotation.normalized().toRotationMatrix(), Vec3::Zero()});
  if (curve.kind == CurveKind::kCubic && curve.times.size() > 1) return cubic_rotation(curve);
  return path_of(curve, turned);
}
}  // namespace

std::vector<double> value_at(const Curve& curve, double t) {
  const std::size_t k = key_before(curve, t);
  const bool is_end = t <= curve.times.front() || k + 1 >= curve.times.size();
  const double* here = curve.key(t <= curve.times.front() ? 0 : k);
  std::vector<double> value(here, here + curve.width);
  const bool is_rotation = curve.width == 4;
  if (!is_end && curve.kind == CurveKind::kCubic) value = hermite(curve, k, t);
  if (!is_end && curve.kind == CurveKind::kLinear) {
    const double s = (t - curve.times[k]) / (curve.times[k + 1] - curve.times[k]);
    const double* next = curve.key(k + 1);
    if (is_rotation) return slerped(here, next, s);
    for (std::size_t i = 0; i < curve.width; ++i) value[i] = here[i] + s * (next[i] - here[i]);
  }
  if (is_rotation) {
    const Quat q = quaternion(value.data()).normalized();
    value = {q.x(), q.y(), q.z(), q.w()};
  }
  return value;
}

Motion motion_of(const NodeCurves& node, double scale) {
  return Motion::composed(translation_of(node, scale), rotation_of(node));
}

}  // namespace graze::gltf
