// SPDX-License-Identifier: MIT
// The pairs of a scene whose distances are asked for, ready for the kernel.                   [C9]
#pragma once
#include <utility>
#include <vector>

#include "graze/methods/certified.h"
#include "graze/query/clearance.h"
#include "query/pair_work.h"

namespace graze::query {

/// What is asked about a pair: the span, and which distances do not matter.
struct ClearanceAsked {
  Interval span;  ///< an instant is a span, too
  double farthest = kInfinity;
  std::optional<TrianglePairId> likely = {};
  Budget budget = {};
};

/// Refers to the scene and the options: use it while they live.
class ClearanceWork {
 public:
  /// Throws InputError for bad options and motions without derivative bounds.
  ClearanceWork(const PreparedScene& scene, const ContactOptions& options, ClearancePairs asked);

  std::size_t size() const { return pairs_.size(); }
  const Interval& span() const { return work_.span(); }

  /// In the frame of the pair.
  Clearance answer(std::size_t pair, const ClearanceAsked& asked) const;
  /// An answer in which nothing is known.
  Clearance unanswered(const Interval& span) const;
  /// In the world frame, points on the surfaces of what is grown.
  PairClearance in_world(std::size_t pair, Clearance clearance) const;
  /// At no instant of the span are the two farther apart than this: by the way that the two points
  /// of an answer go.
  double farthest_during(std::size_t pair, const Clearance& answer, const Interval& span) const;

 private:
  struct Pair {
    BodyId a, b;
    CertifiedBody body_a, body_b;
    PairQuestion question;
  };

  /// If no tolerance is given: a thousandth of the distance.
  static constexpr double kShare = 1e-3;

  // Of the pair's question, with the span and budget that are asked.
  Clearance answer_solids(std::size_t pair, const PairQuestion& question,
                          const ClearanceAsked& asked) const;
  Clearance answer_surfaces(std::size_t pair, const PairQuestion& question,
                            const ClearanceAsked& asked) const;
  Clearance of_faces(const PairQuestion& question, const ClearanceAsked& asked) const;
  Clearance of_meshes(const Pair& of, const PairQuestion& question,
                      const ClearanceAsked& asked) const;
  ClearanceOptions options_for(const PairQuestion& question, const ClearanceAsked& asked) const;
  Clearance overlap(std::size_t pair, const PairQuestion& question) const;
  template <typename Filter>
  void add_pairs(const Filter& is_asked);

  const PreparedScene& scene_;
  PairWork work_;
  double share_;
  std::vector<Pair> pairs_;
};

}  // namespace graze::query
