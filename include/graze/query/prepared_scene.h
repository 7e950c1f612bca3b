// SPDX-License-Identifier: MIT
// A scene prepared for many questions: checked once, trees built, rules ready.             [C8, G1]
#pragma once
#include <graze/query/first_contact.h>
#include <graze/scene/scene_change.h>

#include <memory>
#include <span>
#include <vector>

namespace graze {
struct MovingBounds;  // of the broad phase

/// What preparing a scene cost.
struct Preparation {
  std::size_t shapes = 0;     ///< different ones
  std::size_t triangles = 0;  ///< of all of them
  double seconds = 0.0;       ///< by the clock
  double cpu_seconds = 0.0;   ///< of all shapes, on however many cores
};

/// Builds what all shapes of a scene need, on all cores, each shape once, the largest first.
Preparation prepare(const Scene& scene, ShapeNeed needs);

/// What first contact, clearance and intervals need of every shape. Few questions need the inside
/// test; only proofs and other methods need the binary tree. Both are made on demand.
constexpr ShapeNeed kSearchNeeds = ShapeNeed::kWideTree;

/// Immutable, cheap to copy, safe to use from every thread.
class PreparedScene {
 public:
  /// Checks the scene and makes what questions will need of its shapes on all cores; equal shapes
  /// share it. Anything else that a question needs is made when it is asked. Throws InputError like
  /// check(scene).
  explicit PreparedScene(Scene scene, ShapeNeed needs = kSearchNeeds);

  const Preparation& preparation() const;
  const Scene& scene() const;
  const TouchRules& rules() const;
  const std::vector<Motion>& body_motions() const;
  /// Each body's bounds for the broad phase, with the body's own motion.
  const std::vector<MovingBounds>& bounds() const;

 private:
  friend class LiveScene;  // whose parts change between questions
  class PieceMaker;
  struct Parts;  // query/prepared_parts.h
  explicit PreparedScene(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  std::shared_ptr<const Parts> parts_;
};

/// As for a scene.
PairReport first_contact(const PreparedScene& scene, const ContactOptions& options = {});
std::vector<PairReport> contacts_per_pair(const PreparedScene& scene,
                                          const ContactOptions& options = {});

/// First contact of every question, in their order: what a planner asks for its edges. Questions
/// run on `options.threads` threads, each question on one; budget.max_seconds and cancel hold for
/// the whole batch, max_tests for each question. Throws InputError like first_contact.
std::vector<PairReport> first_contacts(const PreparedScene& scene,
                                       std::span<const SceneChange> questions,
                                       const ContactOptions& options = {});

}  // namespace graze
