// SPDX-License-Identifier: MIT
// Checks proofs that bodies stay apart. No search, no tolerance: one inequality per step.      [G2]
//
// Shares no code with the methods that find contacts. What is trusted is listed in docs/proof.md.
#pragma once
#include <graze/certify/checked_faces.h>
#include <graze/certify/checked_frames.h>
#include <graze/certify/checked_tree.h>
#include <graze/contact/certificate.h>
#include <graze/motion/motion.h>

#include <memory>
#include <string>
#include <vector>

namespace graze {

/// A shape and where it goes, as a proof sees them.
struct ProofBody {
  std::shared_ptr<const CheckedTree> tree;
  Motion motion;  ///< frame of the question from body frame; has_bounds()
  /// How the body deforms, if it does. `tree` is then that of the first frame, and `motion` stands
  /// still.
  std::shared_ptr<const CheckedFrames> frames = {};
  /// In a proof about curved faces: those of the body, if it has any. `tree` is not used then.
  std::shared_ptr<const CheckedFaces> faces = {};
  /// Between two frames (see between_frames): vertices run from those of `tree` at times.lo to
  /// those of `end` at times.hi. Null: the body keeps its form.
  std::shared_ptr<const CheckedTree> end = {};
  Interval times{0.0, 1.0};
};

struct ProofPair {
  ProofBody a;
  ProofBody b;
};

/// Accepts only if the claim (see PairProof) is true of these bodies. Time is linear in the length
/// of the steps, memory does not depend on it.
Verdict check_proof(const PairProof& proof, const ProofPair& pair);

/// The same without a single rounding, for bodies that stand still (rotated by quarter turns), move
/// by rational motions, one formula at a time, or deform. Refuses others. Looks at vertices, not at
/// boxes: for boxes and meshes of some dozen triangles; milliseconds per direction.
Verdict check_proof_exactly(const PairProof& proof, const ProofPair& pair);

/// Accepts only if the two points are at their time as near as claimed, and the claim is at most
/// `limit`: a point pair that is farther apart is no contact.
Verdict check_witness(const ContactWitness& witness, const ProofPair& pair, double limit);

/// The two points are at most this far apart: what check_witness compares the claim with. The
/// triangles exist and the time is in the motions' domains.
double witness_distance(const ContactWitness& witness, const ProofPair& pair);

}  // namespace graze
