// SPDX-License-Identifier: MIT
// The command line: one file per verb; errors are caught here, once.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "graze/base/error.h"
#include "verbs.h"

int main(int argc, char** argv) {
  CLI::App app{"When, where and how do these moving things first touch - and can you prove it?",
               "graze"};
  app.set_version_flag("--version", GRAZE_VERSION);
  app.require_subcommand(1);
  int exit_code = graze::tool::kFine;
  graze::tool::add_verbs(app, exit_code);
  try {
    app.parse(argc, argv);
    return exit_code;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? graze::tool::kFine : graze::tool::kBadInput;
  } catch (const graze::InputError& error) {
    std::fprintf(stderr, "graze: %s\n", error.what());
    return graze::tool::kBadInput;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "graze: %s\n", error.what());
    return graze::tool::kBadInput;
  }
}
