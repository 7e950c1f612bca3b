// SPDX-License-Identifier: MIT
// What touches in an animation that does not touch in a pose of reference?                    [G3]
#pragma once
#include <graze/base/budget.h>
#include <graze/methods/linear_touches.h>
#include <graze/scene/scene.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace graze {

struct NewContactOptions {
  std::optional<Interval> span = {};     ///< seconds; default: the scene's
  std::optional<double> tolerance = {};  ///< scene units, > 0; default: the scene's, else 1e-4 of
                                         ///< the smaller body's diagonal
  /// Of each body the world positions of its vertices in the pose of reference. Empty: where they
  /// are at the start of the span.
  std::vector<std::vector<Vec3>> reference = {};
  /// Only these; default: checked_pairs(scene), and each body that deforms with itself.
  std::vector<std::pair<BodyId, BodyId>> pairs = {};
  Budget budget = {};
  int threads = 0;                                 ///< 0: all cores; answers do not depend on it
  std::function<void(double done)> progress = {};  ///< called with 0 … 1
};

/// Of one pair of bodies, or of one with itself.
struct NewContacts {
  BodyId a, b;
  std::size_t known = 0;             ///< pairs of triangles that touch in the reference
  std::vector<LinearTouch> touches;  ///< new ones, by time; points in the world
  double sure_until = 0.0;           ///< complete before this time, seconds
  double tolerance = 0.0;
};

/// World positions of all bodies' vertices at a time: a reference.
std::vector<std::vector<Vec3>> vertices_at(const Scene& scene, double t);

/// Features that touch at some time of the span, though no triangles with them touch in the
/// reference. Over the whole span, whatever crosses at its start. Proved for deformations as they
/// are stated, frame to frame. Throws InputError for a bad scene, options out of range, and motions
/// that do not bound their derivatives.
std::vector<NewContacts> new_contacts(const Scene& scene, const NewContactOptions& options = {});

/// What one part of a scene does with another: a bone, or a whole body.
struct CrossingGroup {
  std::string a, b;                         ///< "hero/hand.R", "sword"
  const NewContacts* pair = nullptr;        ///< the bodies
  std::vector<const LinearTouch*> touches;  ///< by time; at least one
};

/// The contacts by the parts that touch, in the order of their first touches. `part_name` says
/// which part of a body a feature belongs to. The groups refer to the contacts.
std::vector<CrossingGroup> grouped(
    const std::vector<NewContacts>& contacts,
    const std::function<std::string(BodyId, const Feature&)>& part_name);

}  // namespace graze
