// SPDX-License-Identifier: MIT
// Names, shapes, motions, joints, allowed pairs: data, no algorithm.
#pragma once
#include <graze/base/id.h>
#include <graze/motion/motion.h>
#include <graze/scene/shape.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace graze {

/// How a body hangs on its parent. Its motion says how the joint moves.
enum class JointKind { kNone, kFixed, kRevolute, kPrismatic, kFloating };

struct Body {
  std::string name;
  Shape shape;
  Motion motion;                 ///< parent_from_body; world_from_body without a parent
  std::optional<BodyId> parent;  ///< an earlier body of the scene
  JointKind joint = JointKind::kNone;
  double mass = 1.0;     ///< kg; > 0
  double padding = 0.0;  ///< the shape is grown by this much; >= 0, scene units
  std::vector<std::string> groups;
};

/// Bodies that move over a common span of time, and which pairs of them may touch.
struct Scene {
  std::string name;
  std::string units = "m";          ///< of length; told, never converted
  Interval span{0.0, 1.0};          ///< seconds
  std::optional<double> tolerance;  ///< scene units; default: see default_tolerance
  std::vector<Body> bodies;
  /// Pairs of body or group names that may touch. A body on a joint and its parent may always
  /// touch.
  std::vector<std::pair<std::string, std::string>> may_touch;
};

/// Throws InputError unless names are unique and not empty, parents come before their children, the
/// span is finite and ordered, and every name in may_touch is a body or a group.
void check(const Scene& scene);

/// The composition of a body's motion with those of its ancestors.
Motion world_motion(const Scene& scene, BodyId body);

/// Motions of two bodies in the frame of their lowest common ancestor (the world if they have
/// none): what the pair's first contact depends on, and no more.
std::pair<Motion, Motion> pair_motions(const Scene& scene, BodyId a, BodyId b);

/// All pairs that must not touch, a < b, in order. A pair with an empty shape is left out.
std::vector<std::pair<BodyId, BodyId>> checked_pairs(const Scene& scene);

/// 1e-6 of the smaller body's diagonal.
double default_tolerance(const Body& a, const Body& b);

}  // namespace graze
