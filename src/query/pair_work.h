// SPDX-License-Identifier: MIT
// One question over a prepared scene, laid out as work: which pairs, in which order, and the answer
// for one of them.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graze/broadphase/candidate_pairs.h"
#include "graze/query/choose_method.h"
#include "graze/query/prepared_scene.h"
#include "query/question_memory.h"

namespace graze::query {

/// How far one pair is to be searched, and what that may cost.
struct PairLimits {
  double end = 0.0;  ///< seconds of scene time
  Budget budget;
};

/// Round shapes are searched as their cores: moves the points out to their surfaces. Points of
/// curved faces that `certified` found are there already.
void move_to_surfaces(const PairQuestion& question, Method method, Contact& contact);

/// Writes a contact of that frame in world coordinates.
void move_to_world(const Pose& world_from_frame, Contact& contact);

/// At every instant of the span, the first included. A report of bodies that touch at the start is
/// kSeparated if they do not touch again.
inline bool are_apart_throughout(const ContactReport& report) {
  return report.outcome == Outcome::kSeparated && report.start == StartState::kApart;
}

/// Proved apart by the broad phase.
ContactReport apart(const Scene& scene, const ContactOptions& options,
                    const std::pair<BodyId, BodyId>& pair);

/// All pairs that the options ask about, in their order; those of a body with itself come last.
std::vector<std::pair<BodyId, BodyId>> asked_pairs(const Scene& scene,
                                                   const ContactOptions& options);

/// Refers to the scene and the options: use it while they live.
class PairWork {
 public:
  /// Checks the options and runs the broad phase. `motions` are parent_from_body, one for each
  /// body. With a memory the pair that touched comes first. Throws InputError.
  PairWork(const PreparedScene& scene, std::vector<Motion> motions, const ContactOptions& options,
           std::span<const MethodRow> table, QuestionMemory* memory = nullptr);
  /// The same without a broad phase: the pairs that may touch are known.
  PairWork(const PreparedScene& scene, std::vector<Motion> motions, const ContactOptions& options,
           std::span<const MethodRow> table, std::vector<CandidatePair> candidates);

  const Interval& span() const { return span_; }
  /// Pairs that may touch, earliest bound first; a < b, or a = b for a body with itself.
  const std::vector<CandidatePair>& candidates() const { return candidates_; }
  /// All pairs asked about, in their order, far ones included.
  std::vector<std::pair<BodyId, BodyId>> all_pairs() const {
    return asked_pairs(scene_.scene(), options_);
  }

  /// The pair's report in the world frame: depends only on the arguments (and the budget's clock).
  ContactReport answer(BodyId a, BodyId b, const PairLimits& limits) const {
    return answer(a, b, {span_.lo, limits.end}, limits.budget);
  }
  /// The same over another span.
  ContactReport answer(BodyId a, BodyId b, const Interval& span, const Budget& budget) const;
  /// Not looked at: kUndecided, sure up to the broad phase's bound.
  ContactReport unanswered(const CandidatePair& pair, Undecided why) const;

  ContactReport apart(BodyId a, BodyId b) const {
    return query::apart(scene_.scene(), options_, {a, b});
  }

  /// The pair in the frame of its lowest common ancestor, over the whole span.
  PairQuestion question(BodyId a, BodyId b) const;
  /// Where that frame is.
  Pose world_from_frame(BodyId a, BodyId b, double time) const;

 private:
  void add_contained(const std::vector<MayContain>& may_contain);
  void add_self();
  void bring_forward(BodyId a, BodyId b);

  const PreparedScene& scene_;
  const ContactOptions& options_;
  std::span<const MethodRow> table_;
  Interval span_;
  std::vector<Motion> body_motions_;
  std::vector<CandidatePair> candidates_;
};

}  // namespace graze::query
