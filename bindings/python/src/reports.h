// SPDX-License-Identifier: MIT
// Answers with the names of their bodies: they outlive the scene that they are about.
#pragma once
#include <memory>
#include <string>

#include "bindings.h"
#include "graze/contact/pair_report.h"

namespace graze::python {

/// What was asked: enough to prove the answer later.
struct Asked {
  PreparedScene scene;
  ContactOptions options;
  bool of_all_pairs = false;  ///< first_contact: the answer is about all of them
};

/// One pair's answer. The ids inside are those of the scene.
template <typename Answer>
struct Named {
  std::string a;
  std::string b;
  std::string units;
  Answer answer;
  std::shared_ptr<const Asked> asked = {};  ///< of reports; none after pickling
};
using NamedReport = Named<PairReport>;
using NamedClearance = Named<PairClearance>;
using NamedIntervals = Named<PairIntervals>;

template <typename Answer>
Named<Answer> named(const Scene& scene, Answer answer) {
  const auto name_of = [&](BodyId id) {
    return id.index() < scene.bodies.size() ? scene.bodies[id.index()].name : std::string();
  };
  return {name_of(answer.a), name_of(answer.b), scene.units, std::move(answer), {}};
}

template <typename Answer>
std::vector<Named<Answer>> named(const Scene& scene, std::vector<Answer> answers) {
  std::vector<Named<Answer>> all;
  all.reserve(answers.size());
  for (Answer& answer : answers) all.push_back(named(scene, std::move(answer)));
  return all;
}

std::shared_ptr<const Asked> asked(const PreparedScene& scene, ContactOptions options,
                                   bool of_all_pairs);

/// Two bodies with a report's names: the writers ask a scene for them.
Scene two_names(const std::string& a, const std::string& b, const std::string& units);

/// An answer whose bodies are the first and the second of a scene of two names.
template <typename Answer>
Answer first_and_second(Answer answer) {
  answer.a = BodyId(0);
  answer.b = BodyId(1);
  return answer;
}

/// Text of JSON as Python's dictionary.
py::dict loads(const std::string& text);

/// Six digits.
std::string short_number(double value);

/// One file that shows the scene and the answer. Throws InputError after pickling, or where the
/// page is not installed.
std::string html_of(const NamedReport& report);
/// What a notebook shows: a table, and the page where there is one.
std::string display_of(const NamedReport& report);

/// The bytes of a certificate that proves a report's claim. Throws InputError if there is none.
std::string certificate_of(const NamedReport& report);

}  // namespace graze::python
