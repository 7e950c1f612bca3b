// SPDX-License-Identifier: MIT
// graze verify: does a certificate prove what it claims about a scene?                        [G2]
#include <CLI/CLI.hpp>
#include <memory>

#include "verbs.h"
#include "verify_files.h"

namespace graze::tool {

void add_verify_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* verb = app.add_subcommand("verify", "Check a certificate against a scene");
  verb->add_option("CERTIFICATE", arguments->certificate, "made by graze check --certificate")
      ->required();
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_flag("--partial", arguments->partial,
                 "accept although pairs of the scene have no proof");
  verb->add_flag("--json", arguments->json, "the result as JSON");
  verb->footer(
      "Exit code: 0 accepted, 1 refused (with the place and the reason), 2 bad file or usage.\n"
      "graze-verify does the same and contains no search. What is proved: docs/proof.md.\n\n"
      "Example:\n  graze check SCENE --certificate proof.graze; graze verify proof.graze SCENE\n");
  verb->callback([arguments, &exit_code] { exit_code = verify_files(*arguments); });
}

}  // namespace graze::tool
