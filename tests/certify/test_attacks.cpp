// SPDX-License-Identifier: MIT
// No changed certificate is accepted for a claim that is false; none crashes the checker.
//   GRAZE_TRIALS  share of the 1,000,000 changed certificates; 1 in `make test-full`
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>

#include "certify/mutation.h"
#include "property/contact_truth.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
constexpr std::size_t kPerQuery = 500;

std::shared_ptr<const CheckedTree> checked(const TriangleMesh& mesh) {
  return std::make_shared<const CheckedTree>(build_obb_tree(mesh, {.threads = 1}));
}

/// A scene that the proof was not made for.
struct WrongScene {
  ContactQuery query;
  ProofPair pair;
  const char* name;
};

TriangleMesh with_vertex_moved(const TriangleMesh& mesh, std::mt19937_64& random, double by) {
  std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
  vertices[random() % vertices.size()] += random_vector(random, by);
  return {std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()}};
}

WrongScene wrong_scene(const ProvedQuery& q, std::mt19937_64& random) {
  WrongScene wrong{q.query, q.pair, "wrong mesh"};
  const double by = q.query.size * std::ldexp(1.0, -int(random() % 12));
  if (random() % 3 == 0) {
    wrong.query.a.mesh = with_vertex_moved(q.query.a.mesh, random, by);
    wrong.pair.a.tree = checked(wrong.query.a.mesh);
    return wrong;
  }
  const Pose moved{Mat3::Identity(), random_vector(random, by)};
  wrong.query.b.motion = random() % 2 == 0
                             ? Motion::placed(moved, q.query.b.motion, Pose())
                             : Motion::composed(q.query.b.motion, Motion::still(moved));
  wrong.pair.b.motion = wrong.query.b.motion;
  wrong.name = "wrong motion";
  return wrong;
}

/// What was learnt about accepted changes.
struct Tally {
  std::map<std::string, std::size_t> accepted, refused;
  std::size_t oracle = 0;
  void print() const {
    for (const auto& [what, count] : refused)
      std::printf("[          ] %-16s %9zu refused %8zu accepted, all true\n", what.c_str(), count,
                  accepted.contains(what) ? accepted.at(what) : 0);
    std::printf("[          ] %zu accepted claims were new and judged by the oracle\n", oracle);
  }
};

/// An instant at which the claim is exactly false; nothing found is no proof of truth.
bool is_refuted(const ContactQuery& query, const PairProof& proof) {
  const ContactTruth truth(query);
  for (const Instant& instant : truth.samples(40).instants) {
    if (instant.t < proof.span.lo || instant.t > proof.span.hi) continue;
    if (instant.nearest.distance > proof.distance + 1e-9 * query.size) continue;
    if (proof.distance == 0.0
            ? truth.surely_intersect(instant)
            : truth.true_distance(instant.t, instant.nearest.a, instant.nearest.b) < proof.distance)
      return true;
  }
  return false;
}

bool is_weaker(const PairProof& claim, const PairProof& proved) {
  return proved.span.contains(claim.span) && claim.distance <= proved.distance;
}

void attack(const ProvedQuery& q, std::mt19937_64& random, Tally& tally) {
  PairProof mutant = *q.proof;
  const char* what = mutate(mutant, random);
  if (!check_proof(mutant, q.pair).accepted) {
    ++tally.refused[what];
    return;
  }
  ++tally.accepted[what];
  if (is_weaker(mutant, *q.proof)) return;
  ++tally.oracle;
  EXPECT_FALSE(is_refuted(q.query, mutant)) << what << ", " << q.query.kind;
}

void attack_with_wrong_scene(const ProvedQuery& q, std::mt19937_64& random, Tally& tally) {
  const WrongScene wrong = wrong_scene(q, random);
  if (!check_proof(*q.proof, wrong.pair).accepted) {
    ++tally.refused[wrong.name];
    return;
  }
  ++tally.accepted[wrong.name];
  ++tally.oracle;
  EXPECT_FALSE(is_refuted(wrong.query, *q.proof)) << wrong.name << ", " << q.query.kind;
}

TEST(G2_Attacks, NoFalseClaimIsAccepted) {
  const std::size_t count = trials(1'000'000);
  Tally tally;
  std::size_t done = 0;
  for (std::size_t trial = 0; done < count; ++trial) {
    std::mt19937_64 random = generator(2'000'000 + trial);
    ContactQuery query = random_contact_query(random);
    if (query.a.mesh.triangles().size() + query.b.mesh.triangles().size() > 400) continue;
    const ProvedQuery q = proved(std::move(query));
    if (!q.proof) continue;
    for (std::size_t k = 0; k < kPerQuery; ++k) attack(q, random, tally);
    for (int k = 0; k < 10; ++k) attack_with_wrong_scene(q, random, tally);
    done += kPerQuery + 10;
    if (::testing::Test::HasFailure()) break;
  }
  tally.print();
}
}  // namespace
}  // namespace graze::test
