// SPDX-License-Identifier: MIT
// Names, shapes, motions, joints, allowed pairs: data, no algorithm.
#pragma once
#include <graze/base/id.h>
#include <graze/geometry/deformation.h>
#include <graze/motion/motion.h>
#include <graze/scene/joint.h>
#include <graze/scene/shape.h>
#include <graze/scene/solidity.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graze {

/// How a body is attached to its parent. Its motion says how the joint moves.
enum class JointKind { kNone, kFixed, kRevolute, kPrismatic, kFloating };

struct Body {
  std::string name = {};
  Shape shape = {};
  Motion motion = {};                 ///< parent_from_body; world_from_body without a parent
  std::optional<BodyId> parent = {};  ///< an earlier body of the scene
  JointKind joint = JointKind::kNone;
  std::optional<JointFrame> joint_frame = {};  ///< where the joint sits, if known
  double mass = 1.0;                           ///< kg; > 0
  double padding = 0.0;  ///< the shape is grown by this much; >= 0, scene units
  std::vector<std::string> groups = {};
  /// true: a solid (InputError if it cannot be one); false: a surface that other bodies may be
  /// inside of, such as a room. Default: what the shape is (solidity.h).
  std::optional<bool> solid = {};
  /// How the shape changes over time; none: not at all. The shape, a mesh, is its first frame. The
  /// vertices are world positions: the body has no parent and its motion stands at the identity.
  Deformation deformation = {};

  bool deforms() const { return !deformation.is_none(); }
  bool is_said_hollow() const { return solid && !*solid; }
  /// By how much the shape's mesh is grown in all: its rounding and the padding, rounded up.
  double growth() const;
};

/// Two bodies or groups that are meant to overlap, such as a shaft and its bearing.
struct Fit {
  std::string a, b;
  double depth = 0.0;  ///< as deep as this; scene units, >= 0
};

/// Bodies that move over a common span of time, and which pairs of them may touch.
struct Scene {
  std::string name;
  std::string units = "m";          ///< of length; stated, never converted
  Interval span{0.0, 1.0};          ///< seconds
  std::optional<double> tolerance;  ///< scene units; default: see default_tolerance
  std::vector<Body> bodies;
  /// Pairs of body or group names that may touch. A body on a joint and its parent may always
  /// touch.
  std::vector<std::pair<std::string, std::string>> may_touch;
  std::vector<Fit> fits;           ///< how deep pairs that may touch may overlap
  std::vector<std::string> notes;  ///< from the reader to the user: deprecated names, …
};

/// Throws InputError unless names are unique and not empty (no group has the name of a body),
/// parents come before their children, mass, padding, span and tolerance are in range, bodies that
/// are said to be solid can be, deformations fit their bodies, and every name in may_touch and in
/// fits is a body or a group.
void check(const Scene& scene);

/// Appends a body and returns its id. Throws InputError if the body alone is wrong (see check) or
/// its name is taken.
BodyId add_body(Scene& scene, Body body);

/// Throws InputError if a body deforms, where `question` (a verb: "sweep") asks about rigid ones.
void refuse_deforming(const Scene& scene, std::string_view question);

/// A shape at a time: for a body that deforms, the mesh of that instant.
Shape shape_at(const Shape& shape, const Deformation& deformation, double t);
inline Shape shape_at(const Body& body, double t) {
  return shape_at(body.shape, body.deformation, t);
}

/// The body of that name, if there is one. Linear in the number of bodies.
std::optional<BodyId> find_body(const Scene& scene, std::string_view name);

/// The bodies that a name with `*` and `?` matches, at least one. Throws InputError with `place` if
/// there is none.
std::vector<BodyId> bodies_like(const Scene& scene, const std::string& pattern,
                                const std::string& place);

/// "body 2 ('arm')": for messages.
std::string describe(const Scene& scene, BodyId body);

/// The composition of a body's motion with those of its ancestors. The second form takes other
/// motions than the bodies' own: one parent_from_body for each body.
Motion world_motion(const Scene& scene, BodyId body);
Motion world_motion(const Scene& scene, std::span<const Motion> motions, BodyId body);

/// World motions of all bodies, one composition each. The second form takes other motions than the
/// bodies' own: one parent_from_body for each body.
std::vector<Motion> world_motions(const Scene& scene);
std::vector<Motion> world_motions(const Scene& scene, std::span<const Motion> motions);

/// The nearest body that carries both (one of them, if it carries the other); none: the world.
std::optional<BodyId> common_ancestor(const Scene& scene, BodyId a, BodyId b);

/// Motions of two bodies in the frame of their lowest common ancestor (the world if they have
/// none): what the pair's first contact depends on, and no more.
std::pair<Motion, Motion> pair_motions(const Scene& scene, BodyId a, BodyId b);
std::pair<Motion, Motion> pair_motions(const Scene& scene, std::span<const Motion> motions,
                                       BodyId a, BodyId b);

/// Which pairs may touch, prepared once for many queries. Keeps no reference to the scene.
class TouchRules {
 public:
  explicit TouchRules(const Scene& scene);

  /// True if the two must not touch: no rule of may_touch covers them, neither is attached to the
  /// other by a joint, both shapes have triangles, and not both are half-spaces.
  bool is_checked(BodyId a, BodyId b) const;

 private:
  using NamePair = std::pair<std::uint32_t, std::uint32_t>;
  std::vector<std::vector<std::uint32_t>> names_;    // of each body: those that rules mention
  std::vector<NamePair> allowed_;                    // both orders, sorted
  std::vector<std::optional<BodyId>> joint_parent_;  // of each body on a joint
  std::vector<char> is_empty_;
  std::vector<char> is_unbounded_;
};

/// All pairs that must not touch, a < b, in order: what TouchRules checks. Takes
/// time and memory quadratic in the number of bodies; questions ask TouchRules instead.
std::vector<std::pair<BodyId, BodyId>> checked_pairs(const Scene& scene);

/// Whether the body counts as a solid, and why.
Solidity solidity_of(const Body& body);

/// 1e-6 of the smaller body's diagonal.
double default_tolerance(const Body& a, const Body& b);

}  // namespace graze
