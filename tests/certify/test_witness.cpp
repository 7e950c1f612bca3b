// SPDX-License-Identifier: MIT
// What a certificate says besides the proofs: witnesses of contact, whom it is about, what was
// asked.
#include <gtest/gtest.h>

#include "certify/content_digest.h"
#include "certify/two_bodies.h"
#include "graze/certify/check_proof.h"
#include "graze/io/certificate_io.h"
#include "graze/query/prove_scene.h"

namespace graze {
namespace {

Motion line(const Vec3& from, const Vec3& to) {
  return Motion::between({Mat3::Identity(), from}, {Mat3::Identity(), to});
}

/// Two cubes of side 1 that meet at 0.8, and one far away.
Scene cubes() {
  Scene scene;
  scene.tolerance = 1e-5;
  add_body(scene, {.name = "a", .shape = Shape::from_box(Vec3::Constant(0.5))});
  add_body(scene, {.name = "b",
                   .shape = Shape::from_box(Vec3::Constant(0.5)),
                   .motion = line({5, 0.1, 0.2}, {0, 0.1, 0.2})});
  add_body(scene, {.name = "far",
                   .shape = Shape::from_box(Vec3::Constant(0.5)),
                   .motion = line({50, 0, 0}, {60, 0, 0})});
  return scene;
}

PairProof proof_of(const Scene& scene) {
  const ProofScene proofs(scene);
  PairProof proof;
  prove_reports(proofs, contacts_per_pair(scene, {.pairs = {{kA, kB}}}), {},
                [&](const ProvedReport& report) { proof = report.proof.value(); });
  return proof;
}

/// After so many turns of a loop no pose is known: a verdict, no exception.
TEST(G2_Witness, AnInstantBeyondAllTurnsOfALoopIsRefused) {
  Scene scene = cubes();
  const std::vector<TimedPose> ends{{0.0, {Mat3::Identity(), {5, 0.1, 0.2}}},
                                    {1.0, {Mat3::Identity(), {0, 0.1, 0.2}}}};
  scene.bodies[1].motion = Motion::path(ends, Interpolation::kScrew, Outside::kLoop);
  const ProofScene proofs(scene);
  const PairProof proof = proof_of(scene);
  ASSERT_TRUE(CertificateCheck(proofs).check(proof).accepted);
  for (const double t : {1e308, -1e308, 1e15}) {
    PairProof late = proof;
    late.witness.reset();
    late.span = Interval(t);
    EXPECT_FALSE(CertificateCheck(proofs).check(late).accepted) << t;
    PairProof seen = proof;
    seen.witness->time = t;
    EXPECT_FALSE(CertificateCheck(proofs).check(seen).accepted) << t;
  }
}

/// Three million pieces of time, and two thousand half bytes about them: a verdict, no exception.
TEST(G2_Witness, MorePiecesOfALoopThanStepsAreRefused) {
  Scene scene = cubes();
  std::vector<TimedPose> poses;
  for (int k = 0; k <= 2000; ++k)
    poses.push_back({k / 2000.0, {Mat3::Identity(), {5.0 + 1e-3 * (k % 2), 0.1, 0.2}}});
  scene.bodies[1].motion = Motion::path(poses, Interpolation::kScrew, Outside::kLoop);
  const ProofScene proofs(scene);
  PairProof proof;
  proof.a = kA;
  proof.b = kB;
  proof.span = {0.0, 1500.0};
  proof.steps = {std::vector<std::uint8_t>(1000, 0), 2000};
  const Verdict verdict = CertificateCheck(proofs).check(proof);
  EXPECT_FALSE(verdict.accepted);
  EXPECT_EQ(verdict.reason, "more turns of a motion than steps");
}

TEST(G2_Witness, ANearOneIsAcceptedAndAFarOneIsNot) {
  const Scene scene = cubes();
  const ProofScene proofs(scene);
  const PairProof proof = proof_of(scene);
  ASSERT_TRUE(proof.witness);
  EXPECT_TRUE(CertificateCheck(proofs).check(proof).accepted);
  // As far as it says, and true: but two points 4 apart are no contact.
  PairProof far = proof;
  far.witness->time = 0.0;
  far.span.hi = 0.0;
  far.witness->distance = witness_distance(*far.witness, proofs.pair(kA, kB));
  EXPECT_GT(far.witness->distance, 3.9);
  EXPECT_FALSE(CertificateCheck(proofs).check(far).accepted);
  EXPECT_TRUE(check_witness(*far.witness, proofs.pair(kA, kB), 5.0).accepted);
  // The limit is the scene's tolerance or the asker's, whatever the certificate says.
  for (const double share : {0.5, 2.0}) {
    const double limit = share * proof.witness->distance;
    EXPECT_EQ(CertificateCheck(proofs, Arithmetic::kRounded, limit).check(proof).accepted,
              share > 1.0);
  }
}

TEST(G2_Witness, OneFromBeforeTheEndOfTheClaimIsRefused) {
  const Scene scene = cubes();
  const ProofScene proofs(scene);
  PairProof proof = proof_of(scene);
  proof.witness->time = 0.5 * proof.span.hi;
  proof.witness->distance = 1e-5;
  EXPECT_FALSE(CertificateCheck(proofs).check(proof).accepted);
}

TEST(G2_Certificate, OtherRulesOfWhoMayTouchAreAnotherQuestion) {
  Scene scene = cubes();
  const ProvedScene described = ProofScene(scene).described();
  EXPECT_TRUE(CertificateCheck(ProofScene(scene)).check_scene(described).accepted);
  scene.may_touch.emplace_back("a", "far");
  const ProofScene other(scene);
  const Verdict verdict = CertificateCheck(other).check_scene(described);
  EXPECT_FALSE(verdict.accepted);
  EXPECT_EQ(verdict.place, "pairs");
}

TEST(G2_Certificate, WhatWasAskedAndNotProvedIsInTheFile) {
  const Scene scene = cubes();
  Certificate certificate{
      ProofScene(scene).described(), {proof_of(scene)}, {{kA, BodyId(2), NoProof::kTouchAtStart}}};
  const Certificate again = certificate_from_bytes(certificate_bytes(certificate));
  EXPECT_EQ(again.scene, certificate.scene);
  EXPECT_EQ(again.pairs.size(), 1u);
  ASSERT_EQ(again.unproved.size(), 1u);
  EXPECT_EQ(again.unproved[0].b, BodyId(2));
  EXPECT_EQ(again.unproved[0].reason, NoProof::kTouchAtStart);
}

TEST(G2_Certificate, EveryChangedNumberOfAMotionChangesItsDigest) {
  const Pose begin{Mat3::Identity(), {1, 2, 3}}, end{Mat3::Identity(), {4, 5, 6}};
  const Motion motion = Motion::between(begin, end);
  const auto digest = certify::digest_of(motion);
  EXPECT_EQ(certify::digest_of(Motion::between(begin, end)), digest);
  EXPECT_NE(certify::digest_of(Motion::between(begin, end, {0.0, 1.5})), digest);
  EXPECT_NE(certify::digest_of(Motion::reversed(motion)), digest);
  for (int k = 0; k < 3; ++k) {
    Pose other = begin;
    other.translation[k] = std::nextafter(other.translation[k], 10.0);
    EXPECT_NE(certify::digest_of(Motion::between(other, end)), digest);
  }
}
}  // namespace
}  // namespace graze
