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
  add_verify_options(*verb, *arguments);
  verb->callback([arguments, &exit_code] { exit_code = verify_files(*arguments); });
}

}  // namespace graze::tool
