// SPDX-License-Identifier: MIT
#include "graze/io/verify_certificate.h"

#include <fmt/format.h>

#include <algorithm>

namespace graze {
namespace {
std::string pair_in_brackets(const Scene& scene, BodyId a, BodyId b) {
  const auto name = [&](BodyId id) {
    return id.index() < scene.bodies.size() ? scene.bodies[id.index()].name
                                            : fmt::format("body {}", id.value);
  };
  return fmt::format("({}, {})", name(a), name(b));
}

/// What no certificate can show. docs/proof.md, section 1.
std::vector<std::string> assumptions(const ProofScene& proofs) {
  const Scene& scene = proofs.scene();
  const std::size_t n = scene.bodies.size();
  const std::size_t left_out =
      n * (n - std::min<std::size_t>(1, n)) / 2 - checked_pairs(scene).size();
  std::vector<std::string> all{
      fmt::format("the files say what you mean: shapes, paddings, motions, joints, and units ({})",
                  scene.units),
      "a motion is its formula (docs/methods/motions.md); the body follows it",
      "what counts as a solid: closed outward meshes, boxes and round shapes, unless the scene "
      "says otherwise"};
  if (left_out > 0)
    all.push_back(
        fmt::format("{} may touch: the scene's rules, joints and bodies without triangles leave {} "
                    "out",
                    left_out == 1 ? "1 pair" : fmt::format("{} pairs", left_out),
                    left_out == 1 ? "it" : "them"));
  for (const BodyId body : proofs.custom_bodies())
    all.push_back(fmt::format("{}: functions of the user's own say where it is",
                              scene.bodies[body.index()].name));
  all.emplace_back("the code that docs/proof.md lists as trusted, the compiler and the machine");
  return all;
}

/// The proofs in turn; the first that does not hold ends it.
Verdict check_proofs(CertificateCheck& check, const Scene& scene, CertificateReader& reader,
                     VerifiedCertificate& result) {
  Verdict verdict = check.check_scene(reader.scene());
  while (verdict.accepted) {
    const auto proof = reader.next();
    if (!proof) break;
    verdict = check.check(*proof);
    result.steps += verdict.steps;
    result.directions += verdict.directions;
    if (!verdict.accepted)
      verdict.place = pair_in_brackets(scene, proof->a, proof->b) + " " + verdict.place;
    ++result.pairs;
    if (!proof->witness) continue;
    ++result.witnesses;
    result.farthest_witness =
        std::max(result.farthest_witness, proof->witness->distance - proof->distance);
  }
  return verdict;
}

std::string refusal_of(const Verdict& verdict, const VerifiedCertificate& result,
                       const Interval& span, const VerifyOptions& options) {
  if (!verdict.accepted) return fmt::format("{}: {}", verdict.place, verdict.reason);
  if (!options.partial && !result.uncovered.empty()) {
    const std::size_t more = result.uncovered.size() - 1;
    return fmt::format("{}: the scene checks this pair, the certificate has no proof of it{}",
                       result.uncovered.front(),
                       more > 0 ? fmt::format(" (and {} more)", more) : "");
  }
  if (!options.whole || (result.free && result.free->contains(span))) return {};
  const Interval free = result.free.value_or(Interval(span.lo));
  return fmt::format("proved from {} s to {} s only, of the span from {} s to {} s", free.lo,
                     free.hi, span.lo, span.hi);
}
}  // namespace

VerifiedCertificate verify_certificate(const Scene& scene, CertificateReader& reader,
                                       const VerifyOptions& options) {
  check(scene);
  VerifiedCertificate result;
  const ProofScene proofs(scene);
  CertificateCheck check(proofs, options.arithmetic, options.tolerance);
  result.assumed = assumptions(proofs);
  const Verdict verdict = check_proofs(check, scene, reader, result);
  for (const UnprovedPair& pair : reader.unproved())
    result.unproved.push_back(
        fmt::format("{}: {}", pair_in_brackets(scene, pair.a, pair.b), name(pair.reason)));
  for (const auto& [a, b] : check.uncovered())
    result.uncovered.push_back(pair_in_brackets(scene, a, b));
  result.kept_distance = check.kept_distance();
  result.touching_pairs = check.touching_pairs();
  result.deepest_touch = check.deepest_touch();
  const Interval free = check.free_span();
  if (result.pairs > 0 && free.lo <= free.hi) result.free = free;
  result.refusal = refusal_of(verdict, result, scene.span, options);
  result.accepted = result.refusal.empty();
  return result;
}

}  // namespace graze
