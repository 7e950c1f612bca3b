// SPDX-License-Identifier: MIT
#include "verify_files.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/io/verify_certificate.h"

namespace graze::tool {
namespace {
/// What the files describe, built as `check` and `deform` build it.
Scene load_files(const VerifyArguments& arguments) {
  const std::vector<std::string>& files = arguments.scene;
  if (!is_robot_file(files[0])) refuse_robot_options(files[0], arguments.robot);
  if (files.size() == 4) return load_frames(files);
  if (files.size() != 1) {
    throw InputError({"SCENE", std::to_string(files.size()) + " files",
                      "one scene or robot, or twice two frames", ""});
  }
  if (is_robot_file(files[0])) return load_robot_scene(files[0], arguments.robot).scene;
  return load_scene(files[0]);
}

std::string plural(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

void print_text(const VerifiedCertificate& result) {
  if (!result.accepted) {
    fmt::print("refused: {}\n", result.refusal);
    return;
  }
  fmt::print("accepted: {} proved apart, {} of contact\n", plural(result.pairs, "pair", "pairs"),
             plural(result.witnesses, "witness", "witnesses"));
  if (result.free)
    fmt::print("proved: no contact from {} s to {} s, both included\n", result.free->lo,
               result.free->hi);
  if (result.free && result.kept_distance > 0.0)
    fmt::print("proved: all that time distances stay above {:.6g}\n", result.kept_distance);
  if (result.touching_pairs > 0)
    fmt::print("proved: {} in touch, never deeper than {:.3g}\n",
               plural(result.touching_pairs, "pair is", "pairs are"), result.deepest_touch);
  if (result.witnesses > 0)
    fmt::print("proved: {} as near as asked, within {:.3g}\n",
               plural(result.witnesses, "pair comes", "pairs come"),
               std::max(0.0, result.farthest_witness));
  if (!result.uncovered.empty())
    fmt::print("not covered: {} that the scene checks\n",
               plural(result.uncovered.size(), "pair", "pairs"));
  for (const std::string& pair : result.unproved) fmt::print("asked, not proved: {}\n", pair);
  for (const std::string& line : result.assumed) fmt::print("assumed: {}\n", line);
  fmt::print("{}, {}\n", plural(result.steps, "step", "steps"),
             plural(result.directions, "inequality", "inequalities"));
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
               "check in exact arithmetic: rational motions, slides and deforming meshes; slow");
  app.add_option("--tolerance", arguments.tolerance,
                 "how close the bodies must be at a contact, if it was asked with this option;\n"
                 "default: the scene's tolerance, or 1e-6 of the smaller body");
  app.add_flag("--json", arguments.json, "the result as JSON");
  add_robot_options(app, arguments.robot, true);
  app.footer(
      "Exit code: 0 accepted, 1 refused (with the place and the reason), 2 bad file or usage,\n"
      "4 accepted, but about no pair at all.\n"
      "graze-verify does the same and contains no search. What is proved: docs/proof.md.\n\n"
      "Example:\n  graze check SCENE --certificate proof.graze; graze verify proof.graze SCENE\n"
      "  graze-verify proof.graze robot.urdf --srdf robot.srdf --trajectory way.csv\n");
}

int verify_files(const VerifyArguments& arguments) {
  const FileBytes bytes = read_bytes(arguments.certificate);
  CertificateReader reader(bytes.view(), arguments.certificate);
  const VerifiedCertificate result =
      verify_certificate(load_files(arguments), reader,
                         {.arithmetic = arguments.exact ? Arithmetic::kExact : Arithmetic::kRounded,
                          .tolerance = arguments.tolerance,
                          .partial = arguments.partial,
                          .whole = arguments.whole});
  if (arguments.json) fmt::print("{}", verified_document(result));
  if (!arguments.json) print_text(result);
  if (!result.accepted) return 1;
  if (result.pairs + result.witnesses > 0) return 0;
  fmt::print(stderr, "{}: warning: nothing was proved: the certificate is about no pair\n",
             arguments.certificate);
  return 4;
}

}  // namespace graze::tool
