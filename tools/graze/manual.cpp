// SPDX-License-Identifier: MIT
#include "manual.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "graze/base/error.h"
#include "graze/base/nearest_word.h"
#include "verbs.h"

namespace graze::tool {
namespace {
const CLI::App& verb_named(const CLI::App& app, const std::string& name) {
  std::vector<std::string_view> known;
  for (const CLI::App* verb : all_verbs(app)) {
    if (verb->get_name() == name) return *verb;
    known.push_back(verb->get_name());
  }
  throw InputError(
      {"help", "'" + name + "'", "a verb that graze help lists", did_you_mean(name, known)});
}

bool is_flag(const CLI::Option& option) { return option.get_expected_max() == 0; }

/// roff takes a leading point or apostrophe for a request, and '-' for a hyphen.
std::string roff(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    const bool starts_line = safe.empty() || safe.back() == '\n';
    if (starts_line && (c == '.' || c == '\'')) safe += "\\&";
    if (c == '\\') safe += "\\e";
    if (c == '-') safe += "\\-";
    if (c != '\\' && c != '-') safe += c;
  }
  return safe;
}

std::string title(const std::string& page) {
  return fmt::format(".TH {} 1 \"\" \"graze {}\" \"Graze\"\n", roff(page), GRAZE_VERSION);
}

std::string option_paragraphs(const CLI::App& verb) {
  std::string text;
  for (const CLI::Option* option : verb.get_options()) {
    const std::string value = is_flag(*option) || option->get_positional() ? "" : " VALUE";
    text += fmt::format(".TP\n.B {}{}\n{}\n", roff(option->get_name(true, true)), value,
                        roff(option->get_description()));
  }
  return text;
}

/// "--span --pairs …" of a verb, its own help included.
std::string option_words(const CLI::App& verb) {
  std::string words;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) words += " --" + name;
  }
  return words.empty() ? words : words.substr(1);
}

std::string verb_words(const CLI::App& app) {
  std::string words;
  for (const CLI::App* verb : all_verbs(app)) words += " " + verb->get_name();
  return words.substr(1);
}

std::string bash_completion(const CLI::App& app) {
  std::string cases;
  for (const CLI::App* verb : all_verbs(app)) {
    cases += fmt::format("    {}) words=\"{}\" ;;\n", verb->get_name(), option_words(*verb));
  }
  return fmt::format(
      "_graze() {{\n  local words current=${{COMP_WORDS[COMP_CWORD]}}\n"
      "  case ${{COMP_WORDS[1]}} in\n{}    *) words=\"{}\" ;;\n  esac\n"
      "  if [[ $COMP_CWORD -gt 1 && $current != -* ]]; then\n"
      "    COMPREPLY=($(compgen -f -- \"$current\"))\n  else\n"
      "    [[ $COMP_CWORD -eq 1 ]] && words=\"{}\"\n"
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n  fi\n}}\n"
      "complete -o filenames -F _graze graze\n",
      cases, verb_words(app), verb_words(app));
}

std::string fish_completion(const CLI::App& app) {
  std::string text;
  for (const CLI::App* verb : all_verbs(app)) {
    text += fmt::format("complete -c graze -n __fish_use_subcommand -a {} -d '{}'\n",
                        verb->get_name(), verb->get_description());
    for (const CLI::Option* option : verb->get_options()) {
      for (const std::string& name : option->get_lnames()) {
        text += fmt::format("complete -c graze -n '__fish_seen_subcommand_from {}' -l {}{}\n",
                            verb->get_name(), name, is_flag(*option) ? "" : " -r");
      }
    }
  }
  return text;
}
}  // namespace

std::vector<const CLI::App*> all_verbs(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

void list_verbs(const CLI::App& app) {
  fmt::print("{}\n\ngraze VERB ARGUMENTS\n\n", app.get_description());
  for (const CLI::App* verb : all_verbs(app)) {
    fmt::print("  {:<12} {}\n", verb->get_name(), verb->get_description());
  }
  fmt::print("\ngraze help VERB says more about one of them. A file called - is standard input.\n");
}

std::string man_page(const CLI::App& app) {
  std::string text = title("GRAZE") + ".SH NAME\ngraze \\- " + roff(app.get_description()) +
                     "\n.SH SYNOPSIS\n.B graze\n.I VERB ARGUMENTS\n.SH VERBS\n";
  for (const CLI::App* verb : all_verbs(app)) {
    text += fmt::format(".TP\n.B {}\n{}\n", verb->get_name(), roff(verb->get_description()));
  }
  return text + ".SH OPTIONS\nThese come before the verb.\n" + option_paragraphs(app) +
         ".SH EXIT STATUS\n0 fine, no contact; 1 contact; 2 bad input; 3 undecided; 4 nothing to "
         "check.\n.SH ENVIRONMENT\nNO_COLOR, CLICOLOR_FORCE, COLUMNS, ROS_PACKAGE_PATH\n";
}

std::string man_page_of_verb(const CLI::App& verb) {
  const std::string name = "graze-" + verb.get_name();
  return title(name) +
         fmt::format(".SH NAME\n{} \\- {}\n.SH SYNOPSIS\n.B graze {}\n.I ARGUMENTS\n", roff(name),
                     roff(verb.get_description()), verb.get_name()) +
         ".SH OPTIONS\n" + option_paragraphs(verb) + ".SH NOTES\n.nf\n" + roff(verb.get_footer()) +
         "\n.fi\n";
}

std::string completion(const CLI::App& app, const std::string& shell) {
  if (shell == "fish") return fish_completion(app);
  const std::string bash = bash_completion(app);
  return shell == "bash" ? bash : "autoload -U bashcompinit && bashcompinit\n" + bash;
}

void add_manual_verbs(CLI::App& app, int& exit_code) {
  const auto name = std::make_shared<std::string>();
  CLI::App* help = app.add_subcommand("help", "The verbs, or how one is used");
  help->add_option("VERB", *name, "the verb to explain");
  help->callback([&app, name, &exit_code] {
    exit_code = kFine;
    if (name->empty()) return list_verbs(app);
    fmt::print("{}", verb_named(app, *name).help());
  });
  CLI::App* man = app.add_subcommand("man", "A manual page for man(1), to standard output");
  man->add_option("VERB", *name, "for this verb; default: for graze itself");
  man->callback([&app, name, &exit_code] {
    exit_code = kFine;
    fmt::print("{}", name->empty() ? man_page(app) : man_page_of_verb(verb_named(app, *name)));
  });
  CLI::App* shells = app.add_subcommand("completion", "Completion for bash, zsh or fish");
  shells->add_option("SHELL", *name, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  shells->callback([&app, name, &exit_code] {
    exit_code = kFine;
    fmt::print("{}", completion(app, *name));
  });
}

}  // namespace graze::tool
