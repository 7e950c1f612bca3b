// SPDX-License-Identifier: MIT
// Certificates about curved faces: made, accepted, and refused for anything else.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/io/load_scene.h"
#include "graze/query/first_contact.h"
#include "graze/query/prove_scene.h"
#include "support/trials.h"

namespace graze::test {
namespace {

Scene ring_and_ball(double radius, double x, double major = 3.0) {
  char text[1024];
  std::snprintf(text, sizeof text, R"({"units": "mm", "tolerance": 1e-6, "bodies": [
    {"name": "ring", "shape": {"type": "surface", "faces": [{"type": "torus", "major": %.17g, "minor": 1}]}},
    {"name": "ball", "shape": {"type": "surface", "faces": [{"type": "sphere", "radius": %.17g}]},
     "motion": {"type": "slerp", "from": {"position": [%.17g, -5, 0]},
                "to": {"position": [%.17g, 5, 0], "rotation": {"axis": [0, 1, 0], "angle": 2}}}}]})",
                major, radius, x, x);
  return parse_scene(text, "scene", ".");
}

std::optional<PairProof> proof_of(const Scene& scene) {
  const auto reports = contacts_per_pair(scene);
  std::optional<PairProof> proof;
  const ProofScene proofs(scene);
  prove_reports(proofs, reports, {}, [&](const ProvedReport& proved) { proof = proved.proof; });
  return proof;
}

Verdict checked(const PairProof& proof, const Scene& scene) {
  const ProofScene proofs(scene);
  return CertificateCheck(proofs).check(proof);
}

TEST(C10_Proofs, ANearMissOfCurvedFacesIsProvedCellByCell) {
  // The gap is 0.01: far less than a mesh near the faces could tell.
  const Scene scene = ring_and_ball(0.5, 4.51);
  const auto proof = proof_of(scene);
  ASSERT_TRUE(proof);
  EXPECT_EQ(proof->shapes, ProofShapes::kFaces);
  EXPECT_EQ(proof->distance, 0.0);
  const Verdict verdict = checked(*proof, scene);
  EXPECT_TRUE(verdict.accepted) << verdict.place << ": " << verdict.reason;
  std::printf("[ proof    ] %d steps, %d directions, %d bytes\n", int(verdict.steps),
              int(verdict.directions), int(proof->steps.bytes.size()));
}

TEST(C10_Proofs, ContactsAreProvedUpToTheirTime) {
  // The ball meets the ring at y = -sqrt(4.5^2 - 4.3^2).
  const Scene scene = ring_and_ball(0.5, 4.3);
  const auto proof = proof_of(scene);
  ASSERT_TRUE(proof);
  EXPECT_TRUE(checked(*proof, scene).accepted);
  const double truth = (5.0 - std::sqrt(4.5 * 4.5 - 4.3 * 4.3)) / 10.0;
  EXPECT_LE(proof->span.hi, truth);
  EXPECT_GE(proof->span.hi, truth - 1e-4);
  PairProof longer = *proof;
  longer.span.hi = truth + 1e-6;
  EXPECT_FALSE(checked(longer, scene).accepted);
}

TEST(C10_Proofs, AFaceTwoPercentLargerIsNotProvedByTheProofOfTheSmaller) {
  const Scene scene = ring_and_ball(0.5, 4.51);
  const auto proof = proof_of(scene);
  ASSERT_TRUE(proof);
  EXPECT_FALSE(checked(*proof, ring_and_ball(0.5 * 1.04, 4.51)).accepted);
  EXPECT_FALSE(checked(*proof, ring_and_ball(0.5, 4.51, 3.0 * 1.02)).accepted);
}

TEST(C10_Proofs, ChangedProofsThatAreAcceptedAreTrue) {
  // The bodies stay 0.01 apart: a changed proof may be accepted for less than that alone.
  const Scene scene = ring_and_ball(0.5, 4.51);
  const auto proof = proof_of(scene);
  ASSERT_TRUE(proof);
  const ProofScene proofs(scene);
  int accepted = 0;
  const std::size_t all = trials(20'000);
  for (std::size_t trial = 0; trial < all; ++trial) {
    auto random = generator(trial);
    PairProof changed = *proof;
    changed.distance = 0.0101;  // more than is true
    auto& bytes = changed.steps.bytes;
    const std::size_t changes = random() % 3;
    for (std::size_t k = 0; k < changes; ++k)
      bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    accepted += CertificateCheck(proofs).check(changed).accepted;
  }
  EXPECT_EQ(accepted, 0);
}

/// A pin in a hole of its own radius, its head on the seat, drawn out along z and turned;
/// `sideways` as well. The hole is wider by `wider`.
Scene pin_in_hole(double sideways, double wider = 0.0) {
  char text[4096];
  std::snprintf(text, sizeof text, R"({"units": "mm", "tolerance": 0.02, "bodies": [
    {"name": "bush", "shape": {"type": "surface", "faces": [
       {"type": "revolution", "name": "hole", "profile": {"line": [[%.17g, 0, 0], [%.17g, 0, -3]]}},
       {"type": "revolution", "name": "foot", "profile": {"line": [[%.17g, 0, -3], [5, 0, -3]]}},
       {"type": "revolution", "name": "wall", "profile": {"line": [[5, 0, -3], [5, 0, 0]]}},
       {"type": "revolution", "name": "seat", "profile": {"line": [[5, 0, 0], [%.17g, 0, 0]]}}]}},
    {"name": "pin", "shape": {"type": "surface", "faces": [
       {"type": "revolution", "name": "tip", "profile": {"line": [[0, 0, -4], [1, 0, -4]]}},
       {"type": "revolution", "name": "shaft", "profile": {"line": [[1, 0, -4], [1, 0, 0]]}},
       {"type": "revolution", "name": "under", "profile": {"line": [[1, 0, 0], [2, 0, 0]]}},
       {"type": "revolution", "name": "side", "profile": {"line": [[2, 0, 0], [2, 0, 1]]}},
       {"type": "revolution", "name": "top", "profile": {"line": [[2, 0, 1], [0, 0, 1]]}}]},
     "motion": {"type": "slerp", "from": {}, "to": {"position": [%.17g, 0, 6]}}}]})",
                1.0 + wider, 1.0 + wider, 1.0 + wider, 1.0 + wider, sideways);
  return parse_scene(text, "scene", ".");
}

TEST(C10_Proofs, APinThatIsDrawnOutOfItsHoleIsProvedNeverToBeDeeper) {
  const Scene scene = pin_in_hole(0.0);
  const auto proof = proof_of(scene);
  ASSERT_TRUE(proof);
  EXPECT_NE(proof->sunk, SunkBody::kNone);
  EXPECT_EQ(proof->depth, 0.01);
  EXPECT_EQ(proof->span.hi, 1.0);
  const ProofScene proofs(scene);
  CertificateCheck check(proofs);
  const Verdict verdict = check.check(*proof);
  EXPECT_TRUE(verdict.accepted) << verdict.place << ": " << verdict.reason;
  EXPECT_EQ(check.touching_pairs(), 1u);
  EXPECT_EQ(check.deepest_touch(), 0.01);
  EXPECT_TRUE(check.uncovered().empty());
  std::printf("[ proof    ] %d steps, %d directions, %d parts\n", int(verdict.steps),
              int(verdict.directions), int(verdict.outside.size()));
  // The same steps for what is not true: a hole that is too narrow, a way that leads sideways into
  // the wall, less depth than the cells were made for, or more than the tolerance.
  EXPECT_FALSE(checked(*proof, pin_in_hole(0.0, -0.03)).accepted);
  EXPECT_FALSE(checked(*proof, pin_in_hole(0.5)).accepted);
  PairProof other = *proof;
  other.depth = 1e-4;
  EXPECT_FALSE(checked(other, scene).accepted);
  other.depth = 0.021;
  EXPECT_FALSE(checked(other, scene).accepted);
  other = *proof;
  other.sunk = SunkBody::kNone;
  other.depth = 0.0;
  EXPECT_FALSE(checked(other, scene).accepted);
  Scene hollow = scene;
  for (Body& body : hollow.bodies) body.solid = false;
  EXPECT_FALSE(checked(*proof, hollow).accepted);
}

TEST(C10_Proofs, NoProofIsSoughtForLongerThanTheBudget) {
  for (const Scene& scene : {pin_in_hole(0.0), ring_and_ball(0.5, 4.51)}) {
    ASSERT_TRUE(proof_of(scene));
    ContactOptions options;
    options.budget.max_seconds = 1e-9;
    int told = 0;
    prove_reports(ProofScene(scene), contacts_per_pair(scene), options,
                  [&](const ProvedReport& proved) {
                    EXPECT_FALSE(proved.proof);
                    ++told;
                  });
    EXPECT_EQ(told, 1);
  }
}

TEST(C10_Proofs, ChangedProofsOfATouchDoNotProveThatAPinFitsIntoANarrowHole) {
  const auto proof = proof_of(pin_in_hole(0.0));
  ASSERT_TRUE(proof);
  const Scene narrow = pin_in_hole(0.0, -0.025);  // deeper than any claim that is allowed
  const ProofScene proofs(narrow);
  const std::size_t all = trials(2'000, 20);
  for (std::size_t trial = 0; trial < all; ++trial) {
    auto random = generator(trial);
    PairProof changed = *proof;
    changed.depth = 0.02;
    auto& bytes = changed.steps.bytes;
    for (std::size_t k = 0; k < random() % 3; ++k)
      bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    EXPECT_FALSE(CertificateCheck(proofs).check(changed).accepted) << trial;
  }
}

TEST(C10_Proofs, ClaimsAboutFacesThatBodiesDoNotHaveAreRefused) {
  const Scene scene = ring_and_ball(0.5, 4.51);
  const auto proof = proof_of(scene);
  ASSERT_TRUE(proof);
  Scene meshes = scene;
  for (Body& body : meshes.bodies) body.shape = Shape::from_mesh(body.shape.mesh());
  EXPECT_FALSE(checked(*proof, meshes).accepted);
  PairProof about_triangles = *proof;
  about_triangles.shapes = ProofShapes::kSurfaces;
  EXPECT_FALSE(checked(about_triangles, scene).accepted);
  const Scene larger = ring_and_ball(0.5 + 1e-12, 4.51);
  EXPECT_NE(ProofScene(scene).described(), ProofScene(larger).described());
}

}  // namespace
}  // namespace graze::test
