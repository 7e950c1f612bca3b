// SPDX-License-Identifier: MIT
// A certificate checked for a reader of the page.                                        [G2, G8]
#include <nlohmann/json.hpp>

#include "graze/certify/check_certificate.h"
#include "graze/io/certificate_io.h"
#include "graze/server/session.h"

namespace graze {
namespace {
using OrderedJson = nlohmann::ordered_json;

std::string pair_text(const Scene& scene, BodyId a, BodyId b) {
  const auto name = [&](BodyId id) {
    return id.index() < scene.bodies.size() ? scene.bodies[id.index()].name
                                            : "body " + std::to_string(id.value);
  };
  return name(a) + " / " + name(b);
}

/// What has been counted so far.
struct Tally {
  std::uint64_t pairs = 0, witnesses = 0, steps = 0, inequalities = 0;

  void add(const PairProof& proof, const Verdict& verdict) {
    ++pairs;
    witnesses += proof.witness ? 1 : 0;
    steps += verdict.steps;
    inequalities += verdict.directions;
  }
};

OrderedJson verdict_json(const Tally& tally, const std::string& refusal) {
  OrderedJson json{{"accepted", refusal.empty()}};
  if (!refusal.empty()) json["refusal"] = refusal;
  json["pairs"] = tally.pairs;
  json["witnesses"] = tally.witnesses;
  json["steps"] = tally.steps;
  json["inequalities"] = tally.inequalities;
  return json;
}

std::string refusal_of(const Verdict& verdict, const std::string& pair) {
  return pair + (pair.empty() ? "" : " ") + verdict.place + ": " + verdict.reason;
}
}  // namespace

std::string proof_verdict(const Scene& scene, std::string_view certificate) {
  CertificateReader reader(certificate, "the proof");
  const ProofScene proof_scene(scene);
  CertificateCheck check(proof_scene);
  Tally tally;
  if (const Verdict verdict = check.check_scene(reader.scene()); !verdict.accepted)
    return verdict_json(tally, refusal_of(verdict, "")).dump();
  while (const auto proof = reader.next()) {
    const Verdict verdict = check.check(*proof);
    tally.add(*proof, verdict);
    if (verdict.accepted) continue;
    return verdict_json(tally, refusal_of(verdict, pair_text(scene, proof->a, proof->b))).dump();
  }
  OrderedJson json = verdict_json(tally, "");
  OrderedJson uncovered = OrderedJson::array();
  for (const auto& [a, b] : check.uncovered()) uncovered.push_back(pair_text(scene, a, b));
  json["uncovered"] = std::move(uncovered);
  const Interval free = check.free_span();
  if (tally.pairs > 0 && free.lo <= free.hi) json["free"] = {free.lo, free.hi};
  return json.dump();
}

}  // namespace graze
