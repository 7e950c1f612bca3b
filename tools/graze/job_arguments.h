// SPDX-License-Identifier: MIT
// What a job is about, as typed: what batch and graze-mpi share.                          [C8, G5]
#pragma once
#include <string>

#include "graze/jobs/batch_job.h"
#include "question_arguments.h"
#include "robot_arguments.h"

namespace CLI {
class App;
}

namespace graze::tool {

struct JobArguments {
  std::string scene;
  std::string motions;
  bool each_pair = false;
  std::optional<std::size_t> stretches;
  QuestionArguments question;
  RobotArguments robot;
  std::string form = "full";
  std::size_t chunk = 256;
  bool times = false;
};

void add_job_options(CLI::App& verb, JobArguments& arguments);

/// Reads scene and questions. `asked`, if there is one, is the scene. Throws InputError.
Job load_job(const JobArguments& arguments, Scene* asked = nullptr);

/// "40 answers: 3 in contact, 0 undecided".
std::string answers_text(const AnswerCounts& counts);
/// What answers mean for the exit code.
int exit_code_for(const AnswerCounts& counts);

}  // namespace graze::tool
