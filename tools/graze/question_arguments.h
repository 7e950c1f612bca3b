// SPDX-License-Identifier: MIT
// The options that verbs which ask for first contact share.
#pragma once
#include <string>
#include <vector>

#include "graze/query/first_contact.h"

namespace CLI {
class App;
}

namespace graze::tool {

/// As typed.
struct QuestionArguments {
  std::string span;
  std::string pairs;
  std::string method;
  std::string guarantee;
  std::optional<double> tolerance;
  std::optional<double> budget;
  double separation = 0.0;
  int threads = 0;
  bool all_contacts = false;
};

/// Tolerance, span, pairs, budget and threads alone.
void add_short_question_options(CLI::App& verb, QuestionArguments& arguments);
void add_separation_option(CLI::App& verb, QuestionArguments& arguments);
void add_question_options(CLI::App& verb, QuestionArguments& arguments);

/// Throws InputError that names the option.
ContactOptions contact_options(const QuestionArguments& arguments, const Scene& scene);

}  // namespace graze::tool
