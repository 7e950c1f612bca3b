// SPDX-License-Identifier: MIT
// Does a certificate prove what it claims about a scene, and what must still be taken on trust?
//                                                                                              [G2]
#pragma once
#include <graze/certify/check_certificate.h>
#include <graze/io/certificate_io.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct VerifyOptions {
  Arithmetic arithmetic = Arithmetic::kRounded;
  std::optional<double> tolerance = {};  ///< of the question; default: the scene's
  bool partial = false;  ///< pairs of the scene without a proof are reported, not refused
  bool whole = false;    ///< every pair must be proved apart over the whole span of the scene
};

/// The result.
struct VerifiedCertificate {
  bool accepted = false;
  std::string refusal;  ///< where and why, unless accepted
  std::uint64_t pairs = 0, steps = 0, directions = 0, witnesses = 0;
  double farthest_witness = 0.0;       ///< its excess over the distance claimed for its pair
  std::vector<std::string> uncovered;  ///< pairs that the scene checks and nothing proves
  std::vector<std::string> unproved;   ///< those of them that were asked about, with the reason
  std::vector<std::string> assumed;    ///< what a reader must take on trust, one sentence each
  std::optional<Interval> free;        ///< no contact of covered pairs, both ends included
  double kept_distance = 0.0;          ///< that they keep then; 0: no more is known than apart
  std::uint64_t touching_pairs = 0;    ///< pairs that touch, but never deeper than
  double deepest_touch = 0.0;          ///< this
};

/// Reads all proofs. Throws InputError for a certificate that cannot be read, or like check(scene).
VerifiedCertificate verify_certificate(const Scene& scene, CertificateReader& reader,
                                       const VerifyOptions& options = {});

/// The document of `graze verify` (docs/report.md); of the witnesses only their number is in it.
std::string verified_document(const VerifiedCertificate& result);
/// Throws InputError that names line and column, or the JSON path.
VerifiedCertificate parse_verified(std::string_view text, const std::string& place = "verify");

}  // namespace graze
