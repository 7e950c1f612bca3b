// SPDX-License-Identifier: MIT
#include "verify_files.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "graze/certify/check_certificate.h"
#include "graze/io/certificate_io.h"
#include "graze/io/load_scene.h"

namespace graze::tool {
namespace {
/// What came out, for either form of output.
struct Outcome {
  Verdict verdict{.accepted = true, .place = {}, .reason = {}, .steps = 0, .directions = 0};
  std::string pair;  ///< that was refused
  std::uint64_t pairs = 0, steps = 0, directions = 0, witnesses = 0;
  double latest_witness = 0.0, nearest = kInfinity;
  std::vector<std::string> uncovered;
  Interval free{kInfinity, -kInfinity};
};

std::string pair_name(const Scene& scene, BodyId a, BodyId b) {
  const auto name = [&](BodyId id) {
    return id.index() < scene.bodies.size() ? scene.bodies[id.index()].name
                                            : fmt::format("body {}", id.value);
  };
  return fmt::format("({}, {})", name(a), name(b));
}

Outcome run(const Scene& scene, CertificateReader& reader) {
  Outcome outcome;
  const ProofScene proof_scene(scene);
  CertificateCheck check(proof_scene);
  outcome.verdict = check.check_bodies(reader.bodies());
  while (outcome.verdict.accepted) {
    const auto proof = reader.next();
    if (!proof) break;
    outcome.verdict = check.check(*proof);
    outcome.steps += outcome.verdict.steps;
    outcome.directions += outcome.verdict.directions;
    if (!outcome.verdict.accepted) outcome.pair = pair_name(scene, proof->a, proof->b);
    ++outcome.pairs;
    outcome.witnesses += proof->witness ? 1 : 0;
  }
  for (const auto& [a, b] : check.uncovered()) outcome.uncovered.push_back(pair_name(scene, a, b));
  if (outcome.pairs > 0) outcome.free = check.free_span();
  return outcome;
}

bool is_accepted(const Outcome& outcome, bool partial) {
  return outcome.verdict.accepted && (partial || outcome.uncovered.empty());
}

std::string refusal(const Outcome& outcome) {
  if (!outcome.verdict.accepted)
    return fmt::format("{}{}{}: {}", outcome.pair, outcome.pair.empty() ? "" : " ",
                       outcome.verdict.place, outcome.verdict.reason);
  return fmt::format("{}: the scene checks this pair, the certificate has no proof of it{}",
                     outcome.uncovered.front(),
                     outcome.uncovered.size() > 1
                         ? fmt::format(" (and {} more)", outcome.uncovered.size() - 1)
                         : "");
}

void print_text(const Outcome& outcome, bool accepted) {
  if (!accepted) {
    fmt::print("refused: {}\n", refusal(outcome));
    return;
  }
  fmt::print("accepted: {} pairs proved apart, {} witnesses of contact\n", outcome.pairs,
             outcome.witnesses);
  if (outcome.free.lo <= outcome.free.hi)
    fmt::print("proved: no contact from {} s to {} s, both included\n", outcome.free.lo,
               outcome.free.hi);
  if (!outcome.uncovered.empty())
    fmt::print("not covered: {} pairs that the scene checks\n", outcome.uncovered.size());
  fmt::print("{} steps, {} inequalities\n", outcome.steps, outcome.directions);
}

void print_json(const Outcome& outcome, bool accepted) {
  nlohmann::ordered_json document;
  document["accepted"] = accepted;
  if (!accepted) document["refusal"] = refusal(outcome);
  document["pairs"] = outcome.pairs;
  document["witnesses"] = outcome.witnesses;
  document["uncovered"] = outcome.uncovered;
  if (accepted && outcome.free.lo <= outcome.free.hi)
    document["free"] = {outcome.free.lo, outcome.free.hi};
  document["steps"] = outcome.steps;
  document["inequalities"] = outcome.directions;
  fmt::print("{}\n", document.dump(2));
}
}  // namespace

int verify_files(const VerifyArguments& arguments) {
  const FileBytes bytes = read_bytes(arguments.certificate);
  CertificateReader reader(bytes.view(), arguments.certificate);
  const Scene scene = load_scene(arguments.scene);
  check(scene);
  const Outcome outcome = run(scene, reader);
  const bool accepted = is_accepted(outcome, arguments.partial);
  arguments.json ? print_json(outcome, accepted) : print_text(outcome, accepted);
  return accepted ? 0 : 1;
}

}  // namespace graze::tool
