// SPDX-License-Identifier: MIT
// Question   Are these proofs about the bodies of this scene, and about all of them?           [G2]
// Source     docs/proof.md, section 1.
// Guarantee  What is accepted and covered holds for the scene that was given: the checker computes
//            with it. Hashes (SHA-256) only show that it is the one that was asked about.
#include "graze/certify/check_certificate.h"

#include <algorithm>

#include "certify/content_digest.h"
#include "certify/separation.h"
#include "graze/motion/motion_kinds.h"
#include "graze/scene/reach.h"

namespace graze {
namespace {
Verdict refused(std::string place, const char* reason) {
  return {false, std::move(place), reason, 0, 0};
}

/// Each segment of each turn of a looping motion takes at least one step, except the first and the
/// last of a turn, which may be instants. Without this a short file that claims a long time would
/// make the checker cut a motion into a million pieces. A loop that stays where it is has one
/// piece.
bool has_steps_for(const Motion& motion, const PairProof& proof) {
  if (motion.is_still()) return true;
  const MotionDescription description = describe(motion);
  if (const auto* parts = std::get_if<CompositionDescription>(&description)) {
    return std::ranges::all_of(parts->parts,
                               [&](const Motion& part) { return has_steps_for(part, proof); });
  }
  const auto* track = std::get_if<TrackDescription>(&description);
  if (track == nullptr || track->outside != Outside::kLoop) return true;
  const double turns = (proof.span.hi - proof.span.lo) / (track->domain.hi - track->domain.lo);
  const double segments = std::max(1.0, double(track->segments.size()) - 2.0);
  return (turns - 1.0) * segments <= double(proof.steps.half_bytes);
}

/// Surfaces that keep apart prove nothing about a body in the middle of a solid. It cannot get
/// there without meeting the surface, but it may start there, or jump.
bool starts_outside(const ProofScene& scene, const PairProof& proof, const ProofPair& pair) {
  const auto is_hollow = [&](BodyId id) {
    return scene.scene().bodies[id.index()].is_said_hollow();
  };
  const auto placed = [&](BodyId id, const Shape& shape, const Motion& motion, double t) {
    PlacedShape at = placed_at(shape, is_hollow(id), motion, t);
    at.at.translation_error += scene.scene().bodies[id.index()].deformation.error();
    return at;
  };
  return std::ranges::all_of(
      certify::proof_pieces(pair, proof.span), [&](const CommonPiece& piece) {
        const double t = piece.span.lo;
        const Shape shape_a = scene.shape_at(proof.a, t), shape_b = scene.shape_at(proof.b, t);
        return find_inside(placed(proof.a, shape_a, piece.motion_a, t),
                           placed(proof.b, shape_b, piece.motion_b, t))
                   .answer == InsideAnswer::kNo;
      });
}
}  // namespace

ProofScene::ProofScene(const Scene& scene) : scene_(scene) {
  CheckedTrees trees;
  std::map<const Surface*, std::shared_ptr<const CheckedFaces>> faces;
  shapes_ = shapes_during(scene, scene.span);
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const Body& body = scene.bodies[i];
    trees_.push_back(trees.of(shapes_[i].tree()));
    const auto* curved = std::get_if<SurfaceForm>(&shapes_[i].form());
    auto& known = faces[curved != nullptr ? curved->surface.get() : nullptr];
    if (curved != nullptr && known == nullptr)
      known = std::make_shared<const CheckedFaces>(*curved->surface);
    faces_.push_back(known);
    frames_.push_back(body.deforms() ? std::make_shared<const CheckedFrames>(trees_.back()->tree(),
                                                                             body.deformation)
                                     : nullptr);
  }
}

Shape ProofScene::shape_at(BodyId body, double t) const {
  const Body& of = scene_.bodies[body.index()];
  return of.deforms() ? graze::shape_at(of, t) : shapes_[body.index()];
}

bool ProofScene::reaches(const PairProof& proof) const {
  const auto is_endless = [&](BodyId id) { return scene_.bodies[id.index()].shape.is_unbounded(); };
  if (!is_endless(proof.a) && !is_endless(proof.b)) return true;
  return scene_.span.lo <= proof.span.lo && proof.span.hi <= scene_.span.hi;
}

bool ProofScene::have_faces(BodyId a, BodyId b) const {
  const auto has = [&](BodyId id) { return faces_[id.index()] != nullptr; };
  const auto deforms = [&](BodyId id) { return scene_.bodies[id.index()].deforms(); };
  return (has(a) || has(b)) && !deforms(a) && !deforms(b);
}

ProofPair ProofScene::pair(BodyId a, BodyId b, ProofShapes shapes) const {
  auto [motion_a, motion_b] = pair_motions(scene_, a, b);
  const auto faces = [&](BodyId id) {
    return shapes == ProofShapes::kFaces ? faces_[id.index()] : nullptr;
  };
  return {{trees_[a.index()], std::move(motion_a), frames_[a.index()], faces(a)},
          {trees_[b.index()], std::move(motion_b), frames_[b.index()], faces(b)}};
}

ProvedBody ProofScene::body(BodyId body) const {
  const ObbTree& tree = trees_[body.index()]->tree();
  const Body& of = scene_.bodies[body.index()];
  const Sha256::Digest motion =
      of.deforms() ? certify::digest_of(of.deformation) : certify::digest_of(of.motion);
  const auto& faces = faces_[body.index()];
  const Sha256::Digest shape = faces == nullptr ? certify::digest_of(tree.mesh())
                                                : certify::digest_of(tree.mesh(), faces->surface());
  return {shape, motion, tree.content_hash()};
}

ProvedScene ProofScene::described() const {
  ProvedScene described{{}, certify::digest_of(checked_pairs(scene_))};
  for (std::size_t i = 0; i < trees_.size(); ++i) described.bodies.push_back(body(BodyId(i)));
  return described;
}

std::vector<BodyId> ProofScene::custom_bodies() const {
  std::vector<BodyId> custom;
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i)
    if (certify::is_custom(scene_.bodies[i].motion)) custom.emplace_back(i);
  return custom;
}

double ProofScene::least_distance(BodyId a, BodyId b, ProofShapes shapes) const {
  const auto grown = [&](BodyId id) {
    const Body& body = scene_.bodies[id.index()];
    const bool by_faces = shapes == ProofShapes::kFaces && body.shape.is_surface();
    return by_faces ? body.padding : body.growth();
  };
  const double grown_a = grown(a), grown_b = grown(b);
  return grown_a == 0.0 || grown_b == 0.0 ? grown_a + grown_b : round_up(grown_a + grown_b);
}

Verdict CertificateCheck::check_scene(const ProvedScene& proved) const {
  const ProvedScene here = scene_.described();
  if (proved.bodies.size() != here.bodies.size())
    return refused("bodies", "the certificate is for a scene with another number of bodies");
  for (std::size_t i = 0; i < here.bodies.size(); ++i) {
    const std::string place = describe(scene_.scene(), BodyId(i));
    if (proved.bodies[i].mesh != here.bodies[i].mesh) return refused(place, "another mesh");
    if (proved.bodies[i].motion != here.bodies[i].motion) return refused(place, "another motion");
    if (proved.bodies[i].tree_hash != here.bodies[i].tree_hash)
      return refused(place, "another tree of boxes");
  }
  if (proved.pairs != here.pairs) return refused("pairs", "other rules of who may touch whom");
  return {true, {}, {}, 0, 0};
}

double CertificateCheck::tolerance_of(const PairProof& proof) const {
  const Scene& scene = scene_.scene();
  if (tolerance_) return *tolerance_;
  if (scene.tolerance) return *scene.tolerance;
  return default_tolerance(scene.bodies[proof.a.index()], scene.bodies[proof.b.index()]);
}

/// Parts of the sunk body are outside of the other when each smooth piece begins, and stay so.
Verdict CertificateCheck::check_touch(const PairProof& proof, const ProofPair& pair,
                                      const std::vector<OutsidePoint>& points) const {
  if (!(proof.depth <= tolerance_of(proof)))
    return refused("claim", "bodies in touch are deeper than the tolerance");
  const bool is_a = proof.sunk == SunkBody::kA;
  const BodyId sunk = is_a ? proof.a : proof.b, other = is_a ? proof.b : proof.a;
  const Body& solid = scene_.scene().bodies[other.index()];
  const Shape shape = scene_.shape_at(sunk, proof.span.lo);
  const Shape shape_of_other = scene_.shape_at(other, proof.span.lo);
  if (!solidity_of(shape_of_other, solid.is_said_hollow()).is_solid() ||
      shape_of_other.closure().closure != Closure::kClosed)
    return refused("claim", "bodies in touch, and the other one is not a closed solid");
  const auto pieces = certify::proof_pieces(pair, proof.span);
  auto point = points.begin();
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const Motion& motion = is_a ? pieces[k].motion_a : pieces[k].motion_b;
    const Motion& of_other = is_a ? pieces[k].motion_b : pieces[k].motion_a;
    const PlacedShape inner = placed_at(shape, false, motion, pieces[k].span.lo);
    const PlacedShape outer = placed_at(shape_of_other, false, of_other, pieces[k].span.lo);
    for (; point != points.end() && point->piece == k; ++point)
      if (find_inside(point->point, point->radius, inner, outer) != InsideAnswer::kNo)
        return refused("claim", "a part of a body in touch is not shown to be outside");
  }
  return {point == points.end(), "claim", "points of other pieces", 0, 0};
}

Verdict CertificateCheck::check(const PairProof& proof) {
  const std::size_t count = scene_.scene().bodies.size();
  if (proof.a.index() >= count || proof.b.index() >= count || proof.a == proof.b)
    return refused("pair", "no two bodies of the scene");
  if (!scene_.reaches(proof))
    return refused("claim", "about a half-space, beyond the span of the scene");
  if (proof.shapes == ProofShapes::kFaces && !scene_.have_faces(proof.a, proof.b))
    return refused("claim", "about curved faces, and the bodies have none");
  if (!(proof.distance >= scene_.least_distance(proof.a, proof.b, proof.shapes)))
    return refused("claim", "the paddings are larger than the distance");
  const ProofPair pair = scene_.pair(proof.a, proof.b, proof.shapes);
  if (!has_steps_for(pair.a.motion, proof) || !has_steps_for(pair.b.motion, proof))
    return refused("claim", "more turns of a motion than steps");
  const Verdict verdict = arithmetic_ == Arithmetic::kExact ? check_proof_exactly(proof, pair)
                                                            : check_proof(proof, pair);
  if (!verdict.accepted) return verdict;
  if (proof.sunk != SunkBody::kNone) {
    const Verdict touch = check_touch(proof, pair, verdict.outside);
    if (!touch.accepted) return touch;
    ++touching_;
    deepest_ = std::max(deepest_, proof.depth);
  }
  if (proof.witness && proof.shapes == ProofShapes::kFaces)
    return refused("witness", "of triangles, in a proof about curved faces");
  if (proof.witness) {
    const Verdict witness =
        check_witness(*proof.witness, pair, round_up(proof.distance + tolerance_of(proof)));
    if (!witness.accepted) return witness;
    if (!(proof.witness->time >= proof.span.hi)) return refused("witness", "before the claim ends");
  }
  if (proof.shapes != ProofShapes::kConvexHulls && !starts_outside(scene_, proof, pair))
    return refused("claim", "one body is inside the other, a solid");
  covered_.insert(std::minmax(proof.a, proof.b));
  free_ = {std::max(free_.lo, proof.span.lo), std::min(free_.hi, proof.span.hi)};
  const double beyond = proof.distance - scene_.least_distance(proof.a, proof.b);
  kept_ = std::min(kept_, beyond > 0.0 ? round_down(beyond) : 0.0);
  return verdict;
}

std::vector<std::pair<BodyId, BodyId>> CertificateCheck::uncovered() const {
  std::vector<std::pair<BodyId, BodyId>> missing;
  for (const auto& pair : checked_pairs(scene_.scene())) {
    if (!covered_.contains(pair)) missing.push_back(pair);
  }
  return missing;
}

}  // namespace graze
