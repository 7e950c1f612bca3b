// SPDX-License-Identifier: MIT
// The command line: one file per verb; errors are caught here, once, and printed in one line.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/base/nearest_word.h"
#include "graze/io/cad_io.h"
#include "manual.h"
#include "progress.h"
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

/// What was not expected, and what is near it among the names.
std::string told(const std::string& word, std::vector<std::string> names) {
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string hint = did_you_mean(word, known);
  return hint.empty() ? "" : "; " + hint;
}

std::vector<std::string> option_names(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// The first word that the verb does not take: an option, if there is one, is to blame for the
/// rest.
std::string foreign_word(const CLI::App& verb) {
  const std::vector<std::string> words = verb.remaining();
  const auto option = std::ranges::find_if(words, [](const auto& w) { return w.starts_with("-"); });
  return option != words.end() ? *option : words.front();
}

std::string verb_error(const CLI::App& verb, const CLI::ParseError& error) {
  const std::string help = "graze " + verb.get_name() + " --help";
  const bool is_extra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  if (is_extra && !verb.remaining().empty()) {
    const std::string word = foreign_word(verb);
    const std::string hint = told(word, option_names(verb));
    return "found '" + word + "', which graze " + verb.get_name() + " does not take" +
           (hint.empty() ? "; see " + help : hint);
  }
  std::string message = one_line(error.what());
  for (const std::string& word : verb.remaining()) {
    if (word.starts_with("--")) message += told(word, option_names(verb));
  }
  return message + "; see " + help;
}

/// --help and --version arrive as exceptions, too; they are not errors.
int refuse_usage(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);
  const auto verbs = app.get_subcommands();
  if (!verbs.empty()) return refuse(verb_error(*verbs.front(), error));
  const auto words = app.remaining();
  if (words.empty()) return refuse(one_line(error.what()) + "; graze help lists the verbs");
  std::vector<std::string> names;
  for (const CLI::App* verb : all_verbs(app)) names.push_back(verb->get_name());
  for (const CLI::Option* option : app.get_options()) names.push_back(option->get_name());
  return refuse("found '" + words.front() + "', expected one of the verbs that graze help lists" +
                told(words.front(), names));
}

/// What options of the library are called on the command line.
std::string option_named(std::string place) {
  if (place == "min_separation") return "separation";
  if (place == "time_resolution") return "resolution";
  std::ranges::replace(place, '_', '-');
  return place;
}

/// An option of the library is named as the user typed it.
int refuse_input(const CLI::App& app, const InputError& error) {
  InputError::Parts parts = error.parts();
  const std::string wanted = option_named(parts.place);
  for (const CLI::App* verb : app.get_subcommands()) {
    for (const CLI::Option* option : verb->get_options()) {
      const auto& names = option->get_lnames();
      if (option->count() == 0 || std::ranges::find(names, wanted) == names.end()) continue;
      parts.place = "--" + wanted + (wanted == "separation" ? " (--margin)" : "");
    }
  }
  return refuse(InputError(parts).what());
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
    if (argc == 1) return list_verbs(app), flushed(kFine);
    app.parse(argc, argv);
    return flushed(exit_code);
  } catch (const CLI::ParseError& error) {
    return refuse_usage(app, error);
  } catch (const std::bad_alloc&) {
    return refuse("not enough memory for this input");
  } catch (const InputError& error) {
    return refuse_input(app, error);
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
  graze::watch_cad_files(graze::tool::reading_on_terminal());
  return graze::tool::run(app, argc, argv);
}
