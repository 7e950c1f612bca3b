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

std::shared_ptr<const Asked> asked(const PreparedScene& scene, const ContactOptions& options,
                                   bool of_all_pairs);

/// The bytes of a certificate that proves a report's claim. Throws InputError if there is none.
std::string certificate_of(const NamedReport& report);

}  // namespace graze::python
