// SPDX-License-Identifier: MIT
// Checks the proofs of a certificate against a scene, one pair after the other.                [G2]
#pragma once
#include <graze/contact/certificate.h>
#include <graze/scene/scene.h>

#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace graze {
class CheckedFaces;
class CheckedFrames;
class CheckedTree;
struct ProofPair;  // of check_proof.h

/// A scene as proofs see it: trees checked once per shape. Refers to the scene.
class ProofScene {
 public:
  explicit ProofScene(const Scene& scene);

  const Scene& scene() const { return scene_; }
  /// Both bodies in the frame of their lowest common ancestor.
  ProofPair pair(BodyId a, BodyId b, ProofShapes shapes = ProofShapes::kSurfaces) const;
  /// True if one of them has curved faces and neither deforms: proofs may be about the faces.
  bool have_faces(BodyId a, BodyId b) const;
  ProvedScene described() const;  ///< what a certificate says about it
  /// Bodies whose motions are a user's own functions: only some of their poses are in the hash.
  std::vector<BodyId> custom_bodies() const;
  /// The distance that the meshes must exceed: at least the sum of what they are grown by.
  double least_distance(BodyId a, BodyId b, ProofShapes shapes = ProofShapes::kSurfaces) const;
  /// The shape whose tree is checked. Half-spaces reach as far as the other bodies get during the
  /// scene's span.
  Shape shape_at(BodyId body, double t) const;
  /// True if the half-spaces reach far enough for the proof's span.
  bool reaches(const PairProof& proof) const;

 private:
  ProvedBody body(BodyId body) const;

  const Scene& scene_;
  std::vector<Shape> shapes_;
  std::vector<std::shared_ptr<const CheckedTree>> trees_;
  std::vector<std::shared_ptr<const CheckedFaces>> faces_;    ///< null: the body has none
  std::vector<std::shared_ptr<const CheckedFrames>> frames_;  ///< null: the body keeps its form
};

/// How the inequality of a direction is decided.
enum class Arithmetic {
  kRounded,  ///< check_proof
  kExact,    ///< check_proof_exactly
};

/// Takes the proofs of one certificate in turn and keeps track of what they cover.
class CertificateCheck {
 public:
  /// A witness may be `tolerance` farther apart than the claim's distance, no more; default: the
  /// scene's tolerance, or that of the pair.
  explicit CertificateCheck(const ProofScene& scene, Arithmetic arithmetic = Arithmetic::kRounded,
                            std::optional<double> tolerance = {})
      : scene_(scene), arithmetic_(arithmetic), tolerance_(tolerance) {}

  /// Whether the proofs were made for this scene, with its touch rules, at all.
  Verdict check_scene(const ProvedScene& scene) const;
  /// Accepts only if the claim is true of the scene, and its witness shows a contact.
  Verdict check(const PairProof& proof);

  /// Pairs that the scene checks and no accepted proof covers.
  std::vector<std::pair<BodyId, BodyId>> uncovered() const;
  /// The span that all accepted proofs share: no covered pair touches during it. lo > hi if it is
  /// empty.
  Interval free_span() const { return free_; }
  /// The distance that covered pairs keep then, after paddings; 0: they are apart, no more is
  /// known.
  double kept_distance() const { return covered_.empty() ? 0.0 : kept_; }
  /// Pairs in touch are the exception: how many there are, and how deep they may be at most.
  std::size_t touching_pairs() const { return touching_; }
  double deepest_touch() const { return deepest_; }

 private:
  double tolerance_of(const PairProof& proof) const;
  Verdict check_touch(const PairProof& proof, const ProofPair& pair,
                      const std::vector<OutsidePoint>& points) const;

  const ProofScene& scene_;
  Arithmetic arithmetic_;
  std::optional<double> tolerance_;
  std::set<std::pair<BodyId, BodyId>> covered_;
  Interval free_{-kInfinity, kInfinity};
  double kept_ = kInfinity;
  std::size_t touching_ = 0;
  double deepest_ = 0.0;
};

}  // namespace graze
