// SPDX-License-Identifier: MIT
// The command line: one file per verb; errors are caught here, once, and told in one line.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "safety.h"
#include "verbs.h"

namespace graze::tool {
namespace {

/// A name from outside may hold a line break; the message stays one line.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
}

int refuse(const std::string& message) {
  std::fprintf(stderr, "graze: %s\n", one_line(message).c_str());
  return kBadInput;
}

/// --help and --version arrive as exceptions, too; they are no errors.
int refuse_usage(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);
  const auto verbs = app.get_subcommands();
  if (!verbs.empty()) {
    return refuse(one_line(error.what()) + "; see graze " + verbs.front()->get_name() + " --help");
  }
  const auto words = app.remaining();
  const std::string found = words.empty() ? "no verb" : "'" + words.front() + "'";
  return refuse("found " + found + ", expected one of the verbs that graze --help lists");
}

/// An answer that could not be printed (disk full, closed pipe) must not look like one that was.
int flushed(int exit_code) {
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  return failed ? refuse("standard output: could not be written to") : exit_code;
}

int run(CLI::App& app, int argc, char** argv) {
  int exit_code = kFine;
  add_verbs(app, exit_code);
  try {
    app.parse(argc, argv);
    return flushed(exit_code);
  } catch (const CLI::ParseError& error) {
    return refuse_usage(app, error);
  } catch (const std::bad_alloc&) {
    return refuse("not enough memory for this input");
  } catch (const std::exception& error) {
    return refuse(error.what());
  }
}

}  // namespace
}  // namespace graze::tool

int main(int argc, char** argv) {
  CLI::App app{"When, where and how do these moving things first touch - and can you prove it?",
               "graze"};
  app.set_version_flag("--version", GRAZE_VERSION);
  app.require_subcommand(1);
  graze::tool::clean_up_on_signals();
  graze::tool::add_limits(app);
  return graze::tool::run(app, argc, argv);
}
