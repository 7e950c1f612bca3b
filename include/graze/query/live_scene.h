// SPDX-License-Identifier: MIT
// A live scene: bodies come, go and get new motions, and questions are asked every frame.
//                                                                                         [C8, G1]
#pragma once
#include <graze/contact/candidate_pair.h>
#include <graze/query/prepared_scene.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace graze {

/// For worlds, dragging and planners that change bodies between questions. The cost of a change
/// depends only on what it changes. Trees of a shape are built when it is first added, and
/// questions remember what the last ones found: which boxes were near, which pair touched. One
/// caller at a time.
///
/// An id names a body until it is removed; after that it may name one that is added later.
class LiveScene {
 public:
  /// Begins with the bodies, rules, units and tolerance of a scene. Throws InputError like
  /// check(scene).
  explicit LiveScene(Scene scene = {});
  ~LiveScene();
  LiveScene(LiveScene&&) noexcept;
  LiveScene& operator=(LiveScene&&) noexcept;

  /// Throws InputError for a bad body, a name that is taken, or a parent that does not exist. The
  /// new id is above the parent's.
  BodyId add(Body body);
  /// Throws InputError for a body that does not exist or carries others.
  void remove(BodyId body);
  /// Its parent_from_body from now on. Throws InputError for a body that does not exist or deforms.
  void set_motion(BodyId body, Motion motion);
  /// Who may touch whom; names of bodies or groups, in either order. Throws InputError for an
  /// unknown name.
  void allow_touch(const std::string& a, const std::string& b);

  bool has(BodyId body) const;
  std::size_t size() const;  ///< bodies that exist now
  std::optional<BodyId> find(const std::string& name) const;
  const Body& body(BodyId body) const;  ///< throws InputError if it does not exist
  /// The bodies by id, for reports. Those that were removed are empty and have names of their own.
  const Scene& scene() const;

  /// Checked pairs that may come within `margin` of each other during the span, earliest bound
  /// first: all that can touch. Throws InputError for a bad span or margin.
  std::vector<CandidatePair> near_pairs(const Interval& span, double margin = 0.0);
  /// As for a scene; if two pairs touch at the same time, the one that touched in the last question
  /// is reported.
  PairReport first_contact(const ContactOptions& options = {});
  /// As contacts_per_pair; without far pairs unless the options name pairs.
  std::vector<PairReport> contacts_per_pair(const ContactOptions& options = {});

  /// The scene as it is now, for all other questions. Copies the scene, shares all trees.
  PreparedScene snapshot() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graze
