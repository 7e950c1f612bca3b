// SPDX-License-Identifier: MIT
// Makes proofs that the checker in certify/ accepts.                                           [G2]
//
// Nothing here has to be trusted: directions are found by any means, and each is tried with the
// checker's own inequality before it is written down.
#pragma once
#include <graze/base/budget.h>
#include <graze/certify/check_proof.h>
#include <graze/contact/contact_report.h>
#include <graze/methods/linear.h>
#include <graze/motion/common_pieces.h>

#include <cstdint>
#include <functional>
#include <optional>

namespace graze {

struct ProveOptions {
  ProofShapes shapes = ProofShapes::kSurfaces;
  /// Bodies in touch: whose faces are moved inward, how far, and whether a point of that body's
  /// frame is outside the other solid when a piece of the motions begins.
  SunkBody sunk = SunkBody::kNone;
  double depth = 0.0;
  std::function<bool(const CommonPiece&, const Vec3&)> is_outside = {};
  double doubt = 0.0;  ///< nearer to the other body than about this, is_outside cannot tell
  std::uint64_t max_half_bytes = 100'000'000;  ///< longer proofs are given up
  Budget budget = {};                          ///< a test is one direction that is looked for
};

/// Steps that prove the pair farther apart than `distance` at every instant of the span; nothing if
/// none were found, which proves nothing about the bodies.
std::optional<ProofSteps> prove_apart(const ProofPair& pair, const Interval& span, double distance,
                                      const ProveOptions& options = {});

/// A mesh whose vertices move linearly during [0, 1], as proofs see it.
ProofBody proof_body(const LinearMesh& mesh);

/// The closest points of two triangles at time t, with a bound of their distance that the checker
/// accepts.
ContactWitness find_witness(const ProofPair& pair, TriangleId a, TriangleId b, double t);

/// A proof of a report about a pair: nothing touches before report.time.lo, and the contact at
/// time.hi is witnessed. `distance` is what counts as contact. If the last instants cannot be
/// proved (rounding: the gap there may be 1e-16), the claim ends earlier, but not before the
/// touching triangles are within `distance` and twice the tolerance. Nothing if bodies overlap at
/// the start, if they touch and none is sunk, or if no proof was found.
std::optional<PairProof> prove_report(const ProofPair& pair, const ContactReport& report,
                                      const Interval& span, double distance,
                                      const ProveOptions& options = {});

}  // namespace graze
