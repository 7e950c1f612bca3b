// SPDX-License-Identifier: MIT
// Jobs that ask for first contacts: of a scene under many motions, stretch by stretch, or pair by
// pair.                                                                                    [C8, G5]
#pragma once
#include <graze/io/write_report.h>
#include <graze/jobs/job.h>
#include <graze/query/prepared_scene.h>

#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct BatchJobOptions {
  ContactOptions contact = {};  ///< its time budget is not used: run_job has its own
  AnswerForm form = AnswerForm::kFull;
  bool with_seconds = false;      ///< in answers of the full form; two runs differ then
  std::size_t chunk_items = 256;  ///< >= 1; the most that a killed process can lose
};

/// Lines of text, one question each (docs/scene.md).
struct QuestionLines {
  std::string name;             ///< for places in messages
  std::string text;             ///< all lines, each with its end
  std::vector<std::size_t> at;  ///< where each begins, and where the last one ends

  std::size_t size() const { return at.size() - 1; }
  std::string_view line(std::size_t i) const;
};

/// All lines of a file; "-": standard input. Throws InputError.
QuestionLines read_questions(const std::string& path);
/// The lines of a text.
QuestionLines split_questions(std::string name, std::string text);

/// The span cut into `count` stretches of equal length, one question each: for long motions.
QuestionLines stretch_questions(const Interval& span, std::size_t count);

/// First contact for each question. Throws InputError for bad options.
Job batch_job(const PreparedScene& scene, QuestionLines questions, const BatchJobOptions& options);

/// First contact of each pair whose swept boxes meet (contacts_per_pair without far pairs), in the
/// order of the bodies. Throws InputError for bad options.
Job pairs_job(const PreparedScene& scene, const BatchJobOptions& options);

}  // namespace graze
