// SPDX-License-Identifier: MIT
// Any bytes: a certificate is refused with an InputError, or its proofs are judged; nothing else.
// [G2]
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "graze/base/error.h"
#include "graze/certify/check_certificate.h"
#include "graze/geometry/shapes.h"
#include "graze/io/certificate_io.h"

namespace {
graze::Scene two_bodies() {
  graze::Scene scene;
  graze::Body still{.name = "a", .shape = graze::Shape::from_mesh(graze::make_shape("gear"))};
  graze::Body moving{.name = "b", .shape = graze::Shape::from_mesh(graze::make_shape("box"))};
  moving.motion = graze::Motion::screw({.point = graze::Vec3(9, 0, 0), .angle = 3.0, .slide = 1.0});
  add_body(scene, still);
  add_body(scene, moving);
  return scene;
}

/// The bytes as the steps of a claim: the checksum of a file would stop every mutation.
graze::PairProof proof_of(std::string_view bytes) {
  graze::PairProof proof;
  proof.a = graze::BodyId(0);
  proof.b = graze::BodyId(1);
  proof.span = {0.0, 1.0};
  proof.steps.bytes.assign(bytes.begin(), bytes.end());
  proof.steps.half_bytes = 2 * bytes.size();
  return proof;
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const graze::Scene scene = two_bodies();
  static const graze::ProofScene proofs(scene);
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  graze::CertificateCheck check(proofs);
  check.check(proof_of(bytes));
  try {
    graze::CertificateReader reader(bytes);
    while (const auto proof = reader.next()) check.check(*proof);
  } catch (const graze::InputError&) {
  }
  return 0;
}
