// SPDX-License-Identifier: MIT
#include "question_arguments.h"

#include <CLI/CLI.hpp>
#include <sstream>

#include "graze/base/error.h"
#include "graze/base/nearest_word.h"
#include "graze/query/choose_method.h"
#include "parse_number.h"

namespace graze::tool {
namespace {
Interval parse_span(const std::string& text) {
  const auto colon = text.find(':');
  if (colon == std::string::npos) {
    throw InputError({"--span", "'" + text + "'", "BEGIN:END in seconds", "for example 0:2.5"});
  }
  return {parse_number("--span", text.substr(0, colon)),
          parse_number("--span", text.substr(colon + 1))};
}

BodyId body_of(const Scene& scene, const std::string& name) {
  if (const auto body = find_body(scene, name)) return *body;
  std::vector<std::string_view> names;
  for (const Body& body : scene.bodies) names.push_back(body.name);
  throw InputError(
      {"--pairs", "'" + name + "'", "the name of a body of the scene", did_you_mean(name, names)});
}

std::vector<std::pair<BodyId, BodyId>> parse_pairs(const Scene& scene, const std::string& text) {
  std::vector<std::pair<BodyId, BodyId>> pairs;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto colon = part.find(':');
    if (colon == std::string::npos) {
      throw InputError({"--pairs", "'" + part + "'", "A:B,C:D,… with names of bodies", ""});
    }
    pairs.emplace_back(body_of(scene, part.substr(0, colon)),
                       body_of(scene, part.substr(colon + 1)));
  }
  return pairs;
}

Method parse_method(const std::string& text) {
  if (const auto method = method_named(text)) return *method;
  throw InputError({"--method", "'" + text + "'",
                    "certified, bisection, linear, analytic, backtracking, octree or volume", ""});
}

Guarantee parse_guarantee(const std::string& text) {
  for (const Guarantee guarantee :
       {Guarantee::kProved, Guarantee::kConservative, Guarantee::kSampled}) {
    if (name(guarantee) == text) return guarantee;
  }
  throw InputError({"--guarantee", "'" + text + "'", "proved, conservative or sampled", ""});
}

/// Nothing, as of a variable that is not set in a script, must not ask about everything.
CLI::Validator not_empty() {
  return CLI::Validator(
      [](const std::string& text) { return std::string(text.empty() ? "found nothing" : ""); },
      "TEXT");
}

/// So that a question about a stranger's file ends, too.
constexpr double kMostSeconds = 3600.0;
}  // namespace

void add_short_question_options(CLI::App& verb, QuestionArguments& arguments) {
  verb.add_option("--tolerance", arguments.tolerance,
                  "largest distance at a reported contact, in the scene's units");
  verb.add_option("--span", arguments.span, "BEGIN:END in seconds instead of the scene's span")
      ->check(not_empty());
  verb.add_option("--pairs", arguments.pairs, "A:B,C:D,… only these pairs of bodies")
      ->check(not_empty());
  verb.add_option("--budget", arguments.budget,
                  "seconds after which the answer is undecided [3600; jobs: none]");
  verb.add_option("--threads", arguments.threads, "0: all cores; answers do not depend on it");
}

void add_separation_option(CLI::App& verb, QuestionArguments& arguments) {
  verb.add_option("--separation,--margin", arguments.separation,
                  "contact is where the distance falls to this, in the scene's units");
}

void add_question_options(CLI::App& verb, QuestionArguments& arguments) {
  add_short_question_options(verb, arguments);
  add_separation_option(verb, arguments);
  verb.add_flag("--all-contacts", arguments.all_contacts,
                "all simultaneous contacts within the tolerance");
  verb.add_option("--method", arguments.method,
                  "certified, bisection, … instead of the best that applies")
      ->check(not_empty());
  verb.add_option("--guarantee", arguments.guarantee, "at least: proved, conservative or sampled")
      ->check(not_empty());
}

ContactOptions contact_options(const QuestionArguments& arguments, const Scene& scene) {
  ContactOptions options;
  options.tolerance = arguments.tolerance;
  options.threads = arguments.threads;
  options.min_separation = arguments.separation;
  options.all_contacts = arguments.all_contacts;
  if (!arguments.span.empty()) options.span = parse_span(arguments.span);
  if (!arguments.pairs.empty()) options.pairs = parse_pairs(scene, arguments.pairs);
  if (!arguments.method.empty()) options.method = parse_method(arguments.method);
  if (!arguments.guarantee.empty()) options.guarantee = parse_guarantee(arguments.guarantee);
  options.budget.max_seconds = arguments.budget.value_or(kMostSeconds);
  return options;
}

}  // namespace graze::tool
