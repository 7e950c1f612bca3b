// SPDX-License-Identifier: MIT
// Proofs about scenes with bodies that deform: any frames at any times, over any span, beside
// bodies that stand, move or deform, too.
#include <gtest/gtest.h>

#include <cstdio>
#include <limits>

#include "certify/mutation.h"
#include "certify/second_checker.h"
#include "certify/two_bodies.h"
#include "graze/certify/check_proof.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/query/prove_scene.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
using Random = std::mt19937_64;

double within(Random& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}

std::vector<Triangle> separate_triangles(std::size_t count) {
  std::vector<Triangle> triangles;
  for (std::uint32_t k = 0; k < count; ++k) triangles.push_back({3 * k, 3 * k + 1, 3 * k + 2});
  return triangles;
}

/// A closed tetrahedron or a few triangles that fly about, each frame near `from` + s * way.
Body deforming_body(Random& random, const std::string& name, const Vec3& from, const Vec3& way) {
  const bool is_solid = random() % 3 == 0;
  const std::vector<Triangle> triangles =
      is_solid ? std::vector<Triangle>{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}
               : separate_triangles(1 + random() % 4);
  const std::vector<Vec3> corners{{0, 0, 0}, {0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}};
  const std::size_t count = is_solid ? 4 : 3 * triangles.size();
  const std::size_t last = 1 + random() % 4;
  double time = within(random, -0.6, 0.6);
  std::vector<DeformationFrame> frames;
  std::vector<Vec3> basis;
  for (std::size_t v = 0; v < count; ++v)
    basis.push_back(is_solid ? corners[v] : random_vector(random, 0.5));
  for (std::size_t k = 0; k <= last; ++k) {
    DeformationFrame frame{time, {}};
    const Vec3 at = from + double(k) / double(last) * way + random_vector(random, 0.1);
    for (const Vec3& corner : basis)
      frame.vertices.push_back(at + corner + random_vector(random, is_solid ? 0.05 : 0.2));
    frames.push_back(std::move(frame));
    const bool may_jump = k == 0 || frames[k - 1].time < time;
    if (!may_jump || random() % 5 != 0) time += within(random, 0.05, 0.7);
  }
  Body body{.name = name};
  body.shape = Shape::from_mesh(TriangleMesh(frames[0].vertices, triangles));
  body.deformation = Deformation(std::move(frames));
  return body;
}

enum class Partner { kStands, kSlides, kTurns, kScrews, kDeforms };

Body partner_body(Random& random, Partner partner) {
  if (partner == Partner::kDeforms)
    return deforming_body(random, "b", Vec3::Zero(), random_vector(random, 0.3));
  Body body{.name = "b", .shape = Shape::from_box({0.5, 0.4, 0.3})};
  const Vec3 to = random_vector(random, 0.4);
  if (partner == Partner::kStands) body.motion = Motion::still({Mat3::Identity(), to});
  if (partner == Partner::kSlides)
    body.motion = Motion::between({}, {Mat3::Identity(), to}, {-0.3, 1.2}, Interpolation::kSlerp);
  if (partner == Partner::kTurns)
    body.motion = Motion::between(random_pose(random, 0.2), random_pose(random, 0.2), {-0.3, 1.2});
  if (partner == Partner::kScrews) {
    Motion::ScrewParameters screw;
    screw.begin = random_pose(random, 0.2);
    screw.axis = random_vector(random, 1.0).normalized();
    screw.angle = within(random, -4.0, 4.0);
    body.motion = Motion::screw(screw, {-0.3, 1.2});
  }
  return body;
}

struct Question {
  Scene scene;
  Partner partner = Partner::kStands;
  bool is_exact() const { return partner != Partner::kTurns && partner != Partner::kScrews; }
};

Question random_question(Random& random) {
  Question q{{}, static_cast<Partner>(random() % 5)};
  const Vec3 from = Vec3(0.0, 0.0, 1.3) + random_vector(random, 0.3);
  const Vec3 way = Vec3(0.0, 0.0, -within(random, 0.0, 1.4)) + random_vector(random, 0.5);
  const double lo = within(random, -0.8, 0.8);
  q.scene.span = {lo, lo + within(random, 0.0, 2.0)};
  add_body(q.scene, deforming_body(random, "a", from, way));
  add_body(q.scene, partner_body(random, q.partner));
  // Spans that begin or end with a frame, where forms may jump.
  const auto frames = q.scene.bodies[0].deformation.frames();
  const double time = frames[random() % frames.size()].time;
  if (random() % 3 == 0 && time >= q.scene.span.lo) q.scene.span.hi = time;
  if (random() % 3 == 0 && time <= q.scene.span.hi) q.scene.span.lo = time;
  return q;
}

/// By brute force over all triangles.
double gap_at(const Scene& scene, double t) {
  double gap = std::numeric_limits<double>::infinity();
  std::vector<Corners> corners[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const TriangleMesh mesh = shape_at(scene.bodies[i], t).mesh();
    const Pose pose = pose_at(scene.bodies[i].motion, t);
    for (std::size_t k = 0; k < mesh.triangles().size(); ++k) {
      Corners at = mesh.corners(static_cast<std::uint32_t>(k));
      for (Vec3& corner : at) corner = pose * corner;
      corners[i].push_back(at);
    }
  }
  for (const Corners& a : corners[0])
    for (const Corners& b : corners[1]) gap = std::min(gap, triangle_distance(a, b).distance());
  return gap;
}

/// No sampled instant contradicts the claim.
bool may_be_true(const Scene& scene, const PairProof& proof) {
  constexpr int kSamples = 100;
  for (int k = 0; k <= kSamples; ++k) {
    const double t = proof.span.lo + k * proof.span.width() / kSamples;
    if (gap_at(scene, std::min(t, proof.span.hi)) < proof.distance - 1e-12) return false;
  }
  return true;
}

struct DeformingTally {
  std::size_t apart = 0, contacts = 0, touching = 0, refused = 0, changed = 0;
};

void expect_only_true_mutants(const Question& q, const ProofScene& scene, const PairProof& proof,
                              Random& random, DeformingTally& tally) {
  const ProofPair pair = scene.pair(kA, kB);
  for (int k = 0; k < 10; ++k) {
    PairProof mutant = proof;
    const char* what = mutate(mutant, random);
    mutant.witness.reset();
    if (!CertificateCheck(scene).check(mutant).accepted) {
      ++tally.refused;
      continue;
    }
    ++tally.changed;
    EXPECT_TRUE(may_be_true(q.scene, mutant)) << what;
    if (q.is_exact()) {
      EXPECT_TRUE(check_proof_exactly(mutant, pair).accepted) << what;
    }
  }
}

void expect_proved(const Question& q, Random& random, DeformingTally& tally) {
  const ProofScene scene(q.scene);
  const ProofPair pair = scene.pair(kA, kB);
  prove_reports(scene, contacts_per_pair(q.scene), {}, [&](const ProvedReport& proved) {
    const ContactReport& report = proved.report.report;
    if (report.outcome == Outcome::kOverlapAtStart || report.start != StartState::kApart) {
      ++tally.touching;
      EXPECT_FALSE(proved.proof);
      return;
    }
    ++(report.outcome == Outcome::kContact ? tally.contacts : tally.apart);
    if (!proved.proof) {  // a contact right at the start leaves nothing to prove
      EXPECT_LT(report.time.lo - q.scene.span.lo, 1e-6) << name(proved.reason);
      return;
    }
    const Verdict verdict = CertificateCheck(scene).check(*proved.proof);
    EXPECT_TRUE(verdict.accepted) << verdict.place << ": " << verdict.reason;
    EXPECT_TRUE(may_be_true(q.scene, *proved.proof));
    EXPECT_EQ(proved.proof->span.hi == q.scene.span.hi, report.outcome == Outcome::kSeparated);
    if (proved.proof->steps.bytes.size() > 400) return;
    EXPECT_TRUE(second_check(*proved.proof, pair));
    if (q.is_exact()) {
      const Verdict exact = check_proof_exactly(*proved.proof, pair);
      EXPECT_TRUE(exact.accepted) << exact.place << ": " << exact.reason << ", span "
                                  << proved.proof->span.lo << " to " << proved.proof->span.hi
                                  << ", beside " << static_cast<int>(q.partner);
    }
    expect_only_true_mutants(q, scene, *proved.proof, random, tally);
  });
}

TEST(G2_DeformingScenes, EveryAnswerIsProvedAndNoMutantIsAcceptedThatIsFalse) {
  const std::size_t count = trials(2'000);
  DeformingTally tally;
  for (std::size_t trial = 0; trial < count; ++trial) {
    SCOPED_TRACE(trial);
    Random random = generator(9'000'000 + trial);
    expect_proved(random_question(random), random, tally);
    if (testing::Test::HasFailure()) return;
  }
  std::printf(
      "[          ] %zu apart, %zu contacts, %zu in touch at the start; changed: %zu "
      "refused, %zu accepted and true\n",
      tally.apart, tally.contacts, tally.touching, tally.refused, tally.changed);
  EXPECT_GT(tally.apart, 0u);
  EXPECT_GT(tally.contacts, 0u);
  EXPECT_GT(tally.refused, tally.changed);
}

TEST(G2_DeformingScenes, AProofIsNotTakenForOtherFrames) {
  const std::size_t count = trials(1'000);
  std::size_t refused = 0, accepted = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    SCOPED_TRACE(trial);
    Random random = generator(9'500'000 + trial);
    const Question q = random_question(random);
    const ProofScene scene(q.scene);
    Question other = q;
    const auto frames = q.scene.bodies[0].deformation.frames();
    std::vector<DeformationFrame> changed(frames.begin(), frames.end());
    const std::size_t frame = 1 + random() % (frames.size() - 1);
    changed[frame].vertices[random() % changed[frame].vertices.size()] +=
        random_vector(random, 1.5);
    other.scene.bodies[0].deformation = Deformation(std::move(changed));
    const ProofScene about(other.scene);
    EXPECT_FALSE(CertificateCheck(about).check_scene(scene.described()).accepted);
    prove_reports(scene, contacts_per_pair(q.scene), {}, [&](const ProvedReport& proved) {
      if (!proved.proof) return;
      PairProof claim = *proved.proof;
      claim.witness.reset();
      const bool is_accepted = CertificateCheck(about).check(claim).accepted;
      ++(is_accepted ? accepted : refused);
      if (is_accepted) {
        EXPECT_TRUE(may_be_true(other.scene, claim));
      }
    });
  }
  std::printf("[          ] %zu refused, %zu accepted and true\n", refused, accepted);
  EXPECT_GT(refused, 0u);
}
}  // namespace
}  // namespace graze::test
