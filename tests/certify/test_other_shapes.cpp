// SPDX-License-Identifier: MIT
// Proofs about solid boxes and rational motions; the exact checker.
#include <gtest/gtest.h>

#include <cstdio>

#include "certify/mutation.h"
#include "graze/geometry/shapes.h"
#include "graze/motion/rational_motion.h"
#include "graze/scene/shape.h"
#include "support/random_doubles.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
using Random = std::mt19937_64;

RationalFormula random_formula(Random& random, const Vec3& from, const Vec3& to) {
  const std::size_t degree = 1 + random() % 2;
  RationalFormula f;
  f.rotation.clear();
  f.translation.clear();
  for (std::size_t k = 0; k <= degree; ++k) {
    const Vec3 v = random_vector(random, 0.5);
    f.rotation.emplace_back(1.0, v.x(), v.y(), v.z());
    f.translation.push_back(from + double(k) / double(degree) * (to - from));
  }
  if (random() % 2 == 0) f.weight = {1.0, uniform(random, 0.5, 2.0)};
  if (f.weight.size() == 2) f.translation = {from, f.weight[1] * to};
  return f;
}

std::shared_ptr<const CheckedTree> box_tree(const Vec3& half) {
  const Shape box = Shape::from_box(half);
  return std::make_shared<const CheckedTree>(box.tree());
}

/// Two solid boxes under rational motions, one of them perhaps still.
ProofPair random_boxes(Random& random) {
  const auto half = [&] {
    return Vec3(uniform(random, 0.1, 0.5), uniform(random, 0.1, 0.5), uniform(random, 0.1, 0.5));
  };
  const Vec3 from = random_vector(random, 2.0), to = random_vector(random, 2.0);
  ProofPair pair{{box_tree(half()), Motion(), nullptr},
                 {box_tree(half()), rational_motion(random_formula(random, from, to)), nullptr}};
  if (random() % 3 == 0)
    pair.a.motion = rational_motion(
        random_formula(random, random_vector(random, 0.2), random_vector(random, 0.2)));
  return pair;
}

TEST(G2_OtherShapes, SolidBoxesUnderRationalMotionsAreProvedAndCheckedExactly) {
  std::size_t proved = 0, unproved = 0, mutants = 0, agreed = 0;
  const std::size_t count = trials(1'000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    Random random = generator(4'000'000 + trial);
    const ProofPair pair = random_boxes(random);
    PairProof proof;
    proof.shapes = ProofShapes::kConvexHulls;
    proof.span = {0.0, 1.0};
    proof.distance = random() % 2 == 0 ? 0.0 : 0.01;
    auto steps = prove_apart(pair, proof.span, proof.distance,
                             {.shapes = ProofShapes::kConvexHulls, .max_half_bytes = 4'000});
    if (!steps) {
      ++unproved;
      continue;
    }
    ++proved;
    proof.steps = std::move(*steps);
    EXPECT_TRUE(check_proof(proof, pair).accepted) << trial;
    const Verdict exact = check_proof_exactly(proof, pair);
    EXPECT_TRUE(exact.accepted) << trial << ": " << exact.place << ": " << exact.reason;
    for (int k = 0; k < 5; ++k) {
      PairProof mutant = proof;
      mutate(mutant, random);
      if (mutant.span.hi > 2.0 || mutant.span.lo < -1.0) continue;
      ++mutants;
      if (!check_proof(mutant, pair).accepted) continue;
      ++agreed;
      EXPECT_TRUE(check_proof_exactly(mutant, pair).accepted || mutant.span.hi > 1.0 ||
                  mutant.span.lo < 0.0)
          << trial;
    }
  }
  std::printf(
      "[          ] %zu proved, %zu that touch or were given up; %zu of %zu changed proofs "
      "accepted, by the exact checker, too\n",
      proved, unproved, agreed, mutants);
  EXPECT_GT(proved, count / 10);
}

TEST(G2_OtherShapes, ASolidInsideAnotherIsNotApartItsSurfaceIs) {
  const ProofPair pair{{box_tree(Vec3::Constant(1.0)), Motion(), nullptr},
                       {box_tree(Vec3::Constant(0.1)), Motion::screw({.angle = 1.0}), nullptr}};
  EXPECT_FALSE(prove_apart(pair, {0.0, 1.0}, 0.0,
                           {.shapes = ProofShapes::kConvexHulls, .max_half_bytes = 10'000}));
  PairProof surfaces;
  surfaces.span = {0.0, 1.0};
  auto steps = prove_apart(pair, surfaces.span, 0.0);
  ASSERT_TRUE(steps);
  surfaces.steps = std::move(*steps);
  EXPECT_TRUE(check_proof(surfaces, pair).accepted);
  surfaces.shapes = ProofShapes::kConvexHulls;
  EXPECT_FALSE(check_proof(surfaces, pair).accepted) << "hulls have no parts";
}

TEST(G2_OtherShapes, TheExactCheckerRefusesMotionsThatAreNotRational) {
  const ProofPair pair{
      {box_tree(Vec3::Constant(0.1)), Motion(), nullptr},
      {box_tree(Vec3::Constant(0.1)),
       Motion::screw({.begin = {Mat3::Identity(), Vec3(2, 0, 0)}, .angle = 1.0}), nullptr}};
  PairProof proof;
  proof.span = {0.0, 1.0};
  proof.steps = *prove_apart(pair, proof.span, 0.0);
  EXPECT_TRUE(check_proof(proof, pair).accepted);
  EXPECT_FALSE(check_proof_exactly(proof, pair).accepted);
}
}  // namespace
}  // namespace graze::test
