// SPDX-License-Identifier: MIT
#include "job_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "graze/base/error.h"
#include "graze/io/open_scene.h"
#include "verbs.h"

namespace graze::tool {
namespace {
AnswerForm form_named(const std::string& text) {
  for (const AnswerForm form : {AnswerForm::kFull, AnswerForm::kCompact, AnswerForm::kVerdict}) {
    if (name(form) == text) return form;
  }
  throw InputError({"--form", "'" + text + "'", "full, compact or verdict", ""});
}

Scene load_any_scene(const JobArguments& arguments) {
  if (is_robot_file(arguments.scene))
    return load_robot_scene(arguments.scene, arguments.robot).scene;
  refuse_robot_options(arguments.scene, arguments.robot);
  return open_scene(arguments.scene);
}

void check_what_is_asked(const JobArguments& arguments) {
  const int asked = int{!arguments.motions.empty()} + int{arguments.each_pair} +
                    int{arguments.stretches.has_value()};
  if (asked == 1) return;
  throw InputError({"batch", asked == 0 ? "nothing to ask" : "more than one kind of questions",
                    "one of MOTIONS, --each-pair and --stretches", ""});
}
}  // namespace

void add_job_options(CLI::App& verb, JobArguments& arguments) {
  verb.add_option("SCENE", arguments.scene, "scene.json (see docs/scene.md) or robot.urdf")
      ->required();
  verb.add_option("MOTIONS", arguments.motions, "one question per line; -: standard input");
  verb.add_flag("--each-pair", arguments.each_pair,
                "instead: the scene as it is, one question for each pair of bodies that come near "
                "each other");
  verb.add_option("--stretches", arguments.stretches,
                  "instead: the span of the scene in this many parts, each a question");
  verb.add_option("--form", arguments.form, "full, compact or verdict (one letter per answer)");
  verb.add_option("--chunk", arguments.chunk,
                  "questions answered at a time; a killed run loses no more than these");
  verb.add_flag("--times", arguments.times,
                "write the run time into each full answer; two runs then differ");
  add_question_options(verb, arguments.question);
  add_robot_options(verb, arguments.robot, true);
}

Job load_job(const JobArguments& arguments, Scene* asked) {
  check_what_is_asked(arguments);
  const PreparedScene scene(load_any_scene(arguments));
  if (asked != nullptr) *asked = scene.scene();
  BatchJobOptions options{.contact = contact_options(arguments.question, scene.scene()),
                          .form = form_named(arguments.form),
                          .with_seconds = arguments.times,
                          .chunk_items = arguments.chunk};
  if (!arguments.question.budget)
    options.contact.budget = {};  // an interrupted job is resumed later
  if (arguments.each_pair) return pairs_job(scene, options);
  if (!arguments.stretches) return batch_job(scene, read_questions(arguments.motions), options);
  const Interval span = options.contact.span.value_or(scene.scene().span);
  return batch_job(scene, stretch_questions(span, *arguments.stretches), options);
}

std::string answers_text(const AnswerCounts& counts) {
  return fmt::format("{} {}: {} in contact, {} undecided", counts.answers,
                     counts.answers == 1 ? "answer" : "answers", counts.contacts, counts.undecided);
}

int exit_code_for(const AnswerCounts& counts) {
  if (counts.contacts > 0) return kFound;
  return counts.undecided > 0 ? kUnknown : kFine;
}

}  // namespace graze::tool
