// SPDX-License-Identifier: MIT
// What touches in an animation that does not touch in a reference pose?                        [G3]
#pragma once
#include <graze/base/budget.h>
#include <graze/contact/new_contacts.h>
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
  /// For each body, the world positions of its vertices in the reference pose. Empty: their
  /// positions at the start of the span.
  std::vector<std::vector<Vec3>> reference = {};
  /// Only these; default: checked_pairs(scene), and each body that deforms with itself.
  std::vector<std::pair<BodyId, BodyId>> pairs = {};
  Budget budget = {};
  int threads = 0;                                 ///< 0: all cores; answers do not depend on it
  std::function<void(double done)> progress = {};  ///< called with 0 … 1
};

/// World positions of all bodies' vertices at a time, to use as a reference.
std::vector<std::vector<Vec3>> vertices_at(const Scene& scene, double t);

/// Features that touch at some time of the span, although no triangles that have them touch in the
/// reference. Covers the whole span, whatever crosses at its start. Proved for deformations as they
/// are stated, frame to frame. Throws InputError for a bad scene, options out of range, and motions
/// that do not bound their derivatives.
std::vector<NewContacts> new_contacts(const Scene& scene, const NewContactOptions& options = {});

/// The contacts grouped by the parts that touch, in the order of their first touches. `part_name`
/// says which part of a body a feature belongs to. The groups refer to the contacts.
std::vector<CrossingGroup> grouped(
    const std::vector<NewContacts>& contacts,
    const std::function<std::string(BodyId, const Feature&)>& part_name);

}  // namespace graze
