// SPDX-License-Identifier: MIT
// What the checker accepts, an independent one in 128 bits accepts, too: whole and changed proofs.
#include <gtest/gtest.h>

#include <cstdio>

#include "certify/mutation.h"
#include "certify/second_checker.h"
#include "support/trials.h"

namespace graze::test {
namespace {
/// Few triangles, and not far from the body's origin: over an interval of time rotation and
/// translation of far frames cancel only in thousands of parts.
bool is_small(const ContactQuery& query) {
  for (const TriangleMesh* mesh : {&query.a.mesh, &query.b.mesh}) {
    if (mesh->triangles().size() > 30) return false;
    if (mesh->bounds().centre().norm() > 10.0 * mesh->bounds().diagonal()) return false;
  }
  return true;
}

TEST(G2_SecondChecker, AcceptsWhatTheCheckerAccepts) {
  const std::size_t count = trials(1'000);
  std::size_t whole = 0, changed = 0, refused = 0;
  for (std::size_t trial = 0; whole < count; ++trial) {
    std::mt19937_64 random = generator(1'000'000 + trial);
    ContactQuery query = random_contact_query(random);
    if (!is_small(query)) continue;
    const ProvedQuery q = proved(std::move(query));
    if (!q.proof || q.proof->steps.bytes.size() > 2'000) continue;
    ++whole;
    ASSERT_TRUE(check_proof(*q.proof, q.pair).accepted) << trial;
    EXPECT_TRUE(second_check(*q.proof, q.pair)) << "trial " << trial << ", " << q.query.kind;
    for (int k = 0; k < 5; ++k) {
      PairProof mutant = *q.proof;
      mutate(mutant, random);
      if (!check_proof(mutant, q.pair).accepted) {
        ++refused;
        continue;
      }
      ++changed;
      EXPECT_TRUE(second_check(mutant, q.pair)) << "mutant " << k << " of trial " << trial;
    }
  }
  std::printf("[          ] %zu proofs; changed: %zu accepted by both, %zu refused\n", whole,
              changed, refused);
}
}  // namespace
}  // namespace graze::test
