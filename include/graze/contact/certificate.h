// SPDX-License-Identifier: MIT
// Proofs that bodies stay apart: data only, so that the search and the checker share nothing else.
//                                                                                              [G2]
// docs/proof.md says what a proof claims, why the check implies it, and how the file is laid out.
#pragma once
#include <graze/base/id.h>
#include <graze/base/sha256.h>
#include <graze/math/interval.h>
#include <graze/math/vec.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// One step of a proof about (piece of a, piece of b, time interval), in pre-order. The first three
/// replace the statement by others that imply it, which follow; the rest prove it by one direction.
enum class ProofStep : std::uint8_t {
  kSplitTime = 0,      ///< the earlier half, then the later half of the interval
  kOpenA = 1,          ///< each child of a's node; each triangle of a's leaf
  kOpenB = 2,          ///< likewise for b
  kSameDirection = 3,  ///< the direction of the proof before this one
  kDirection4 = 4,     ///< three signed integers of 4 bits follow
  kDirection8 = 5,     ///< … of 8 bits
  kDirection16 = 6,    ///< … of 16 bits
  kDirection32 = 7,    ///< … of 32 bits
  kDirectionReal = 8,  ///< three doubles
  kSplitCellA = 9,     ///< both halves of a's cell along its first axis; 10, 11: the others
  kSplitCellB = 12,    ///< likewise for b; 13, 14
  kSink = 15,          ///< three doubles: the cell of the sunk body is taken below itself
};

/// Steps and their numbers as a stream of half bytes; the lower half of a byte comes first, and so
/// does the lower part of a number.
struct ProofSteps {
  std::vector<std::uint8_t> bytes;
  std::uint64_t half_bytes = 0;  ///< how many of them are used
};

/// Two points, given by weights of the corners of a triangle, that are as near as claimed.
struct ContactWitness {
  double time = 0.0;                 ///< seconds
  double distance = 0.0;             ///< the points are at most this far apart, scene units
  std::uint32_t triangles[2] = {};   ///< of a, of b
  double weights_a[2] = {0.0, 0.0};  ///< of corners 1 and 2; corner 0 has the rest of 1
  double weights_b[2] = {0.0, 0.0};
};

/// Which shapes a proof is about.
enum class ProofShapes : std::uint8_t {
  kSurfaces = 0,     ///< all triangles of two meshes that move rigidly
  kConvexHulls = 1,  ///< their convex hulls: solid boxes with all that is inside; opens nothing
  kDeforming = 2,    ///< all triangles of two meshes, one or both of which deform
  kFaces = 3,        ///< all curved faces, or triangles, of two bodies that move rigidly
};

/// Of bodies in touch: whose surface the proof moves a little inward.
enum class SunkBody : std::uint8_t { kNone = 0, kA = 1, kB = 2 };

/// Claim: at every instant of `span` the shapes of a and b are farther apart than `distance`. Of
/// bodies in touch: every point of the sunk body's surface is within `depth` of one that is outside
/// of the other, a solid, and farther than `distance` from its surface.
struct PairProof {
  BodyId a;
  BodyId b;
  ProofShapes shapes = ProofShapes::kSurfaces;
  Interval span{0.0, 0.0};  ///< seconds of scene time, both ends included
  double distance = 0.0;    ///< paddings and required separation, scene units
  SunkBody sunk = SunkBody::kNone;
  double depth = 0.0;  ///< > 0 if a body is sunk
  ProofSteps steps;    ///< for each smooth piece of the two motions in order of time
  std::optional<ContactWitness> witness;  ///< shows that the span could not be much longer
};

/// A body that a certificate is about, by SHA-256 of its contents.
struct ProvedBody {
  Sha256::Digest mesh = {};     ///< and the curved faces, if it has any
  Sha256::Digest motion = {};   ///< formula of parent_from_body; deforming: its frames
  std::uint64_t tree_hash = 0;  ///< of the boxes, which follow from the mesh; no claim rests on it
  friend bool operator==(const ProvedBody&, const ProvedBody&) = default;
};

/// What a certificate was made for. The checker computes the same from the scene it is given, and
/// compares.
struct ProvedScene {
  std::vector<ProvedBody> bodies;  ///< all of the scene, in its order
  Sha256::Digest pairs = {};       ///< those that its touch rules leave to be checked, in order
  friend bool operator==(const ProvedScene&, const ProvedScene&) = default;
};

/// Why a pair of the question has no proof.
enum class NoProof : std::uint8_t {
  kOverlapAtStart = 0,
  kTouchAtStart = 1,
  kNoBounds = 2,  ///< a motion without bounds of its derivatives
  kNotFound = 3,
  kDeforms = 4,  ///< a body deforms and is asked about itself
};
std::string_view name(NoProof reason);

struct UnprovedPair {
  BodyId a;
  BodyId b;
  NoProof reason = NoProof::kNotFound;
};

/// Proofs about pairs of a scene; with the unproved ones, all pairs of the question.
struct Certificate {
  ProvedScene scene;
  std::vector<PairProof> pairs;
  std::vector<UnprovedPair> unproved = {};
};

/// A point, in the sunk body's frame, that must be outside the other body when a smooth piece of
/// the motions begins. A whole part of the sunk body then is, too.
struct OutsidePoint {
  std::size_t piece = 0;  ///< of common_pieces over the proof's span
  Vec3 point;
  double radius = 0.0;  ///< the true point is this near
};

/// Whether a proof holds. A refusal says where and why.
struct Verdict {
  bool accepted = false;
  std::string place;  ///< "half byte 1234", "witness", …
  std::string reason;
  std::uint64_t steps = 0;       ///< all that were read
  std::uint64_t directions = 0;  ///< of them: inequalities checked
  /// Of a proof about bodies in touch: points that must be outside for the claim to hold. The
  /// caller, who knows the solids, has to check them.
  std::vector<OutsidePoint> outside = {};
};

}  // namespace graze
