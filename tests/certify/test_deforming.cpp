// SPDX-License-Identifier: MIT
// Proofs about deforming meshes: vertices on straight lines.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "certify/mutation.h"
#include "certify/second_checker.h"
#include "graze/methods/linear.h"
#include "support/random_doubles.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
using Random = std::mt19937_64;

/// A sheet of n x n vertices, waved at random.
std::vector<Vec3> sheet(Random& random, int n, const Vec3& at, double waves) {
  const Vec3 phase = random_vector(random, 6.0), slope = random_vector(random, 0.3);
  const double frequency = uniform(random, 2.0, 9.0);
  std::vector<Vec3> vertices;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      const double x = double(i) / (n - 1) - 0.5, y = double(k) / (n - 1) - 0.5;
      const double z = waves * std::sin(frequency * x + phase.x()) * std::cos(7.0 * y + phase.y());
      vertices.push_back(at + Vec3(x, y, z + slope.x() * x + slope.y() * y));
    }
  }
  return vertices;
}

std::vector<Triangle> sheet_triangles(int n) {
  std::vector<Triangle> triangles;
  for (int i = 0; i + 1 < n; ++i) {
    for (int k = 0; k + 1 < n; ++k) {
      const auto v = static_cast<std::uint32_t>(i * n + k), up = static_cast<std::uint32_t>(n);
      triangles.push_back({v, v + 1, v + up});
      triangles.push_back({v + 1, v + up + 1, v + up});
    }
  }
  return triangles;
}

LinearMesh random_sheet(Random& random, int n, const Vec3& from, const Vec3& to) {
  return {TriangleMesh(sheet(random, n, from, 0.05), sheet_triangles(n)),
          sheet(random, n, to, 0.05)};
}

/// Every triangle goes its own way.
LinearMesh random_soup(Random& random, const Vec3& from, const Vec3& to) {
  std::vector<Vec3> begin, end;
  std::vector<Triangle> triangles;
  for (std::uint32_t k = 0; k < 6; ++k) {
    const Vec3 at = random_vector(random, 0.3), way = to - from + random_vector(random, 0.2);
    for (int c = 0; c < 3; ++c) {
      begin.push_back(from + at + random_vector(random, 0.2));
      end.push_back(begin.back() + way + random_vector(random, 0.2));
    }
    triangles.push_back({3 * k, 3 * k + 1, 3 * k + 2});
  }
  return {TriangleMesh(std::move(begin), std::move(triangles)), std::move(end)};
}

struct DeformingQuery {
  LinearMesh a, b;
  ContactReport report;
  ProofPair pair;
  std::optional<PairProof> proof;
};

DeformingQuery random_query(Random& random) {
  const Vec3 from = Vec3(0.0, 0.0, 0.8) + random_vector(random, 0.2);
  const Vec3 to =
      from + Vec3(0.0, 0.0, -1.0) * uniform(random, 0.0, 1.2) + random_vector(random, 0.5);
  const int n = 2 + int(random() % 6);
  DeformingQuery q;
  if (random() % 2 == 0) {
    q.a = random_sheet(random, n, Vec3::Zero(), random_vector(random, 0.1));
    q.b = random_sheet(random, n, from, to);
  } else {
    q.a = random_soup(random, Vec3::Zero(), random_vector(random, 0.1));
    q.b = random_soup(random, from, to);
  }
  q.report = first_contact_linear(q.a, q.b, {.threads = 1});
  q.pair = {proof_body(q.a), proof_body(q.b)};
  q.proof = prove_report(q.pair, q.report, {0.0, 1.0}, 0.0, {.shapes = ProofShapes::kDeforming});
  return q;
}

TEST(G2_Deforming, EveryAnswerOfLinearIsProvedAndAccepted) {
  const std::size_t count = trials(2'000);
  std::size_t apart = 0, contacts = 0, excepted = 0, bytes = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    Random random = generator(5'000'000 + trial);
    const DeformingQuery q = random_query(random);
    if (q.report.outcome == Outcome::kOverlapAtStart || q.report.start != StartState::kApart) {
      ++excepted;
      continue;
    }
    ASSERT_TRUE(q.proof) << "trial " << trial << ", " << name(q.report.outcome) << " at "
                         << q.report.time.lo;
    const Verdict verdict = check_proof(*q.proof, q.pair);
    EXPECT_TRUE(verdict.accepted) << trial << ": " << verdict.place << ": " << verdict.reason;
    if (q.report.outcome == Outcome::kContact) {
      ASSERT_TRUE(q.proof->witness);
      EXPECT_TRUE(check_witness(*q.proof->witness, q.pair, q.report.tolerance).accepted) << trial;
      EXPECT_LE(q.proof->witness->distance, q.report.tolerance) << trial;
    }
    bytes += q.proof->steps.bytes.size();
    ++(q.report.outcome == Outcome::kContact ? contacts : apart);
  }
  std::printf("[          ] %zu apart, %zu contacts, %zu in touch at the start; %zu bytes\n", apart,
              contacts, excepted, bytes);
}

bool is_small(const DeformingQuery& q) { return q.proof && q.proof->steps.bytes.size() < 300; }

TEST(G2_Deforming, TheExactAndTheSecondCheckerAcceptWhatTheCheckerAccepts) {
  const std::size_t count = trials(400);
  std::size_t changed = 0, refused = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    Random random = generator(6'000'000 + trial);
    const DeformingQuery q = random_query(random);
    if (!is_small(q)) continue;
    EXPECT_TRUE(check_proof_exactly(*q.proof, q.pair).accepted) << trial;
    EXPECT_TRUE(second_check(*q.proof, q.pair)) << trial;
    for (int k = 0; k < 20; ++k) {
      PairProof mutant = *q.proof;
      mutate(mutant, random);
      if (!check_proof(mutant, q.pair).accepted) {
        ++refused;
        continue;
      }
      ++changed;
      EXPECT_TRUE(check_proof_exactly(mutant, q.pair).accepted) << trial << ", mutant " << k;
    }
  }
  std::printf("[          ] changed: %zu accepted, exactly too; %zu refused\n", changed, refused);
  EXPECT_GT(refused, changed);
}

TEST(G2_Deforming, AProofIsRefusedForAMeshThatMeetsTheOther) {
  const std::size_t count = trials(1'000);
  std::size_t refused = 0, accepted = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    Random random = generator(7'000'000 + trial);
    const DeformingQuery q = random_query(random);
    if (!is_small(q)) continue;
    LinearMesh other = q.b;
    other.end[random() % other.end.size()] += random_vector(random, 1.5);
    const ProofPair pair{q.pair.a, proof_body(other)};
    if (!check_proof(*q.proof, pair).accepted) {
      ++refused;
      continue;
    }
    ++accepted;
    EXPECT_TRUE(check_proof_exactly(*q.proof, pair).accepted) << trial;
    const double until = q.proof->span.hi;
    const ContactReport truth = first_contact_linear(q.a, other, {.until = until, .threads = 1});
    EXPECT_EQ(truth.outcome, Outcome::kSeparated) << trial;
  }
  std::printf("[          ] %zu refused, %zu accepted and true\n", refused, accepted);
  EXPECT_GT(refused, 0u);
}

TEST(G2_Deforming, ProofsOfRigidAndDeformingBodiesAreNotMixedUp) {
  Random random = generator(8'000'000);
  DeformingQuery q = random_query(random);
  while (!is_small(q)) q = random_query(random);
  PairProof rigid = *q.proof;
  rigid.shapes = ProofShapes::kSurfaces;
  EXPECT_FALSE(check_proof(rigid, q.pair).accepted);
  ProofPair stiff = q.pair;
  stiff.a.frames = stiff.b.frames = nullptr;
  EXPECT_FALSE(check_proof(*q.proof, stiff).accepted) << "a claim about deforming meshes";
  ProofPair other = q.pair;
  other.b.frames = q.pair.a.frames;
  EXPECT_FALSE(check_proof(*q.proof, other).accepted) << "another tree";
  ProofPair moving = q.pair;
  moving.b.motion = Motion::between({}, {Mat3::Identity(), {0.0, 0.0, 1.0}});
  EXPECT_FALSE(check_proof(*q.proof, moving).accepted) << "deforms and moves";
}
}  // namespace
}  // namespace graze::test
