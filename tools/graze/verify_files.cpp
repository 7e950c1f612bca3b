// SPDX-License-Identifier: MIT
#include "verify_files.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "graze/base/error.h"
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
  double farthest_witness = 0.0;       ///< beyond the distance that its pair was asked about
  std::vector<std::string> uncovered;  ///< the scene checks them
  std::vector<std::string> unproved;   ///< of them: asked about, with the reason
  std::vector<std::string> assumed;    ///< what a reader has to believe, one sentence each
  Interval free{kInfinity, -kInfinity};
  std::optional<Interval> wanted;  ///< the span that must be proved
};

std::string pair_in_brackets(const Scene& scene, BodyId a, BodyId b) {
  const auto name = [&](BodyId id) {
    return id.index() < scene.bodies.size() ? scene.bodies[id.index()].name
                                            : fmt::format("body {}", id.value);
  };
  return fmt::format("({}, {})", name(a), name(b));
}

/// What the files describe, built as `check` and `deform` build it.
Scene load_files(const VerifyArguments& arguments) {
  const std::vector<std::string>& files = arguments.scene;
  if (files.size() == 4) return load_frames(files);
  if (files.size() != 1) {
    throw InputError({"SCENE", std::to_string(files.size()) + " files",
                      "one scene or robot, or twice two frames", ""});
  }
  if (is_urdf(files[0])) return load_robot_scene(files[0], arguments.robot).scene;
  return load_scene(files[0]);
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
      "surfaces: whether a body starts inside another is not part of these proofs"};
  if (left_out > 0)
    all.push_back(
        fmt::format("{} pairs may touch: the scene's rules, joints and bodies without "
                    "triangles leave them out",
                    left_out));
  for (const BodyId body : proofs.custom_bodies())
    all.push_back(fmt::format("{}: functions of the user's own say where it is",
                              scene.bodies[body.index()].name));
  all.emplace_back("the code that docs/proof.md lists as trusted, the compiler and the machine");
  return all;
}

Outcome run(const Scene& scene, CertificateReader& reader, const VerifyArguments& arguments) {
  Outcome outcome;
  const ProofScene proof_scene(scene);
  const Arithmetic arithmetic = arguments.exact ? Arithmetic::kExact : Arithmetic::kRounded;
  CertificateCheck check(proof_scene, arithmetic, arguments.tolerance);
  outcome.assumed = assumptions(proof_scene);
  outcome.verdict = check.check_scene(reader.scene());
  while (outcome.verdict.accepted) {
    const auto proof = reader.next();
    if (!proof) break;
    outcome.verdict = check.check(*proof);
    outcome.steps += outcome.verdict.steps;
    outcome.directions += outcome.verdict.directions;
    if (!outcome.verdict.accepted) outcome.pair = pair_in_brackets(scene, proof->a, proof->b);
    ++outcome.pairs;
    if (!proof->witness) continue;
    ++outcome.witnesses;
    outcome.farthest_witness =
        std::max(outcome.farthest_witness, proof->witness->distance - proof->distance);
  }
  for (const UnprovedPair& pair : reader.unproved())
    outcome.unproved.push_back(
        fmt::format("{}: {}", pair_in_brackets(scene, pair.a, pair.b), name(pair.reason)));
  for (const auto& [a, b] : check.uncovered())
    outcome.uncovered.push_back(pair_in_brackets(scene, a, b));
  if (outcome.pairs > 0) outcome.free = check.free_span();
  return outcome;
}

bool proves_wanted(const Outcome& outcome) {
  return !outcome.wanted || outcome.free.contains(*outcome.wanted);
}

bool is_accepted(const Outcome& outcome, bool partial) {
  return outcome.verdict.accepted && (partial || outcome.uncovered.empty()) &&
         proves_wanted(outcome);
}

std::string refusal(const Outcome& outcome) {
  if (!outcome.verdict.accepted)
    return fmt::format("{}{}{}: {}", outcome.pair, outcome.pair.empty() ? "" : " ",
                       outcome.verdict.place, outcome.verdict.reason);
  if (outcome.uncovered.empty())
    return fmt::format("proved from {} s to {} s only, of the span from {} s to {} s",
                       outcome.free.lo, outcome.free.hi, outcome.wanted->lo, outcome.wanted->hi);
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
  if (outcome.witnesses > 0)
    fmt::print("proved: {} pairs come as near as asked, within {:.3g}\n", outcome.witnesses,
               std::max(0.0, outcome.farthest_witness));
  if (!outcome.uncovered.empty())
    fmt::print("not covered: {} pairs that the scene checks\n", outcome.uncovered.size());
  for (const std::string& pair : outcome.unproved) fmt::print("asked, not proved: {}\n", pair);
  for (const std::string& line : outcome.assumed) fmt::print("assumed: {}\n", line);
  fmt::print("{} steps, {} inequalities\n", outcome.steps, outcome.directions);
}

void print_json(const Outcome& outcome, bool accepted) {
  nlohmann::ordered_json document;
  document["accepted"] = accepted;
  if (!accepted) document["refusal"] = refusal(outcome);
  document["pairs"] = outcome.pairs;
  document["witnesses"] = outcome.witnesses;
  document["uncovered"] = outcome.uncovered;
  document["unproved"] = outcome.unproved;
  document["assumed"] = outcome.assumed;
  if (accepted && outcome.free.lo <= outcome.free.hi)
    document["free"] = {outcome.free.lo, outcome.free.hi};
  document["steps"] = outcome.steps;
  document["inequalities"] = outcome.directions;
  fmt::print("{}\n", document.dump(2));
}
}  // namespace

void add_verify_options(CLI::App& app, VerifyArguments& arguments) {
  app.add_option("CERTIFICATE", arguments.certificate, "made with --certificate")->required();
  app.add_option("SCENE", arguments.scene,
                 "what it is about, as it was given to graze check or graze deform:\n"
                 "scene.json, robot.urdf, or A0 A1 B0 B1")
      ->required()
      ->expected(1, 4);
  app.add_flag("--partial", arguments.partial, "accept although pairs of the scene have no proof");
  app.add_flag("--whole", arguments.whole,
               "refuse unless all is proved apart over the whole span of the scene");
  app.add_flag("--exact", arguments.exact,
               "without a rounding: rational motions, slides and deforming meshes; slow");
  app.add_option("--tolerance", arguments.tolerance,
                 "how near a witness of contact must be, if it was asked with this option;\n"
                 "default: the scene's tolerance, or 1e-6 of the smaller body");
  app.add_flag("--json", arguments.json, "the result as JSON");
  add_robot_options(app, arguments.robot, true);
  app.footer(
      "Exit code: 0 accepted, 1 refused (with the place and the reason), 2 bad file or usage.\n"
      "graze-verify does the same and contains no search. What is proved: docs/proof.md.\n\n"
      "Example:\n  graze check SCENE --certificate proof.graze; graze verify proof.graze SCENE\n"
      "  graze-verify proof.graze robot.urdf --srdf robot.srdf --trajectory way.csv\n");
}

int verify_files(const VerifyArguments& arguments) {
  const FileBytes bytes = read_bytes(arguments.certificate);
  CertificateReader reader(bytes.view(), arguments.certificate);
  const Scene scene = load_files(arguments);
  check(scene);
  Outcome outcome = run(scene, reader, arguments);
  if (arguments.whole) outcome.wanted = scene.span;
  const bool accepted = is_accepted(outcome, arguments.partial);
  arguments.json ? print_json(outcome, accepted) : print_text(outcome, accepted);
  return accepted ? 0 : 1;
}

}  // namespace graze::tool
