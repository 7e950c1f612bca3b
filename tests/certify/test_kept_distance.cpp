// SPDX-License-Identifier: MIT
// The checker tells which distance a certificate proves.
#include <gtest/gtest.h>

#include "graze/certify/check_certificate.h"
#include "graze/query/first_contact.h"
#include "graze/query/prove_scene.h"

namespace graze::test {
namespace {
/// Two boxes, grown by 0.1 each, 0.8 apart.
Scene two_boxes() {
  Scene scene;
  for (const double x : {0.0, 2.0}) {
    Body box{.name = x == 0.0 ? "a" : "b",
             .shape = Shape::from_box(Vec3::Constant(0.5)),
             .motion = Motion::still({Mat3::Identity(), {x, 0.0, 0.0}})};
    box.padding = 0.1;
    add_body(scene, box);
  }
  return scene;
}

double kept_by_proofs(double separation) {
  const Scene scene = two_boxes();
  const ContactOptions options{.min_separation = separation, .far_pairs = true};
  const ProofScene proofs(scene);
  CertificateCheck check(proofs);
  prove_reports(proofs, contacts_per_pair(scene, options), options, [&](const ProvedReport& one) {
    ASSERT_TRUE(one.proof);
    EXPECT_TRUE(check.check(*one.proof).accepted);
  });
  return check.kept_distance();
}
}  // namespace

TEST(G2_KeptDistance, IsTheSeparationThatWasAskedFor) {
  EXPECT_EQ(kept_by_proofs(0.0), 0.0);
  EXPECT_LE(kept_by_proofs(0.5), 0.5);
  EXPECT_NEAR(kept_by_proofs(0.5), 0.5, 1e-12);
}

TEST(G2_KeptDistance, IsNothingWithoutAProof) {
  const Scene scene = two_boxes();
  const ProofScene proofs(scene);
  EXPECT_EQ(CertificateCheck(proofs).kept_distance(), 0.0);
}

}  // namespace graze::test
