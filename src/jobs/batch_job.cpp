// SPDX-License-Identifier: MIT
#include "graze/jobs/batch_job.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "graze/base/error.h"
#include "graze/base/sha256.h"
#include "graze/broadphase/candidate_pairs.h"
#include "graze/io/load_scene.h"
#include "graze/io/scene_digest.h"
#include "jobs/answer_lines.h"

namespace graze {
namespace {
using OrderedJson = nlohmann::ordered_json;

OrderedJson options_json(const Scene& scene, const ContactOptions& options) {
  OrderedJson json{{"all_contacts", options.all_contacts}, {"separation", options.min_separation}};
  if (options.tolerance) json["tolerance"] = *options.tolerance;
  if (options.span) json["span"] = {options.span->lo, options.span->hi};
  if (options.method) json["method"] = name(*options.method);
  if (options.self_contact) json["self_contact"] = true;
  if (options.guarantee != Guarantee::kSampled) json["guarantee"] = name(options.guarantee);
  if (options.budget.max_tests != Budget().max_tests) json["max_tests"] = options.budget.max_tests;
  for (const auto& [a, b] : options.pairs) {
    json["pairs"].push_back({scene.bodies[a.index()].name, scene.bodies[b.index()].name});
  }
  return json;
}

/// What the answers depend on, for any of these jobs.
std::string header_of(const char* format, const Scene& scene, const BatchJobOptions& options,
                      std::size_t items, std::string_view questions) {
  OrderedJson json{{"format", format},
                   {"version", GRAZE_VERSION},
                   {"scene", scene_digest(scene)},
                   {"questions", sha256_hex(questions)},
                   {"items", items},
                   {"chunk_items", options.chunk_items},
                   {"form", name(options.form)},
                   {"options", options_json(scene, options.contact)}};
  if (options.with_seconds) json["seconds"] = true;
  return json.dump();
}

bool was_cut_short(const PairReport& answer) {
  return answer.report.undecided == Undecided::kBudgetOfTime ||
         answer.report.undecided == Undecided::kCancelled;
}

/// The lines of one chunk; none if one of its answers was cut short.
std::optional<ChunkAnswer> written(const Scene& scene, const BatchJobOptions& options,
                                   std::size_t first_item, const std::vector<PairReport>& reports) {
  ChunkAnswer answer;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (was_cut_short(reports[i])) return std::nullopt;
    answer.counts.add(reports[i].report.outcome);
    const LineOfBatch line{first_item + i + 1, options.with_seconds};
    if (options.form == AnswerForm::kFull)
      answer.lines += report_line(scene, line, reports[i]) + "\n";
    if (options.form == AnswerForm::kCompact)
      answer.lines += compact_line(scene, line, reports[i]) + "\n";
  }
  if (options.form == AnswerForm::kVerdict)
    answer.lines = verdict_line(first_item + 1, reports) + "\n";
  return answer;
}

ContactOptions within(const ContactOptions& options, const Budget& budget) {
  ContactOptions own = options;
  own.budget.max_seconds = budget.max_seconds;
  own.budget.cancel = budget.cancel;
  return own;
}

using BodyPairs = std::vector<std::pair<BodyId, BodyId>>;

BodyPairs pairs_that_meet(const PreparedScene& scene, const ContactOptions& options) {
  const Interval span = options.span.value_or(scene.scene().span);
  std::vector<MovingBounds> bounds = scene.bounds();
  for (MovingBounds& body : bounds) body.padding += 0.5 * options.min_separation;
  const auto is_checked = [&](BodyId a, BodyId b) { return scene.rules().is_checked(a, b); };
  BodyPairs pairs;
  for (const CandidatePair& pair : candidate_pairs(bounds, span, {.is_checked = is_checked})) {
    pairs.emplace_back(pair.a, pair.b);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}
}  // namespace

Job batch_job(const PreparedScene& scene, QuestionLines questions, const BatchJobOptions& options) {
  Job job = jobs::sized_job(questions.size(), options.chunk_items);
  job.header = header_of("graze batch 2", scene.scene(), options, questions.size(), questions.text);
  const auto all = std::make_shared<const QuestionLines>(std::move(questions));
  job.answer = [scene, all, options](std::size_t chunk, const Budget& budget) {
    const std::size_t first = chunk * options.chunk_items;
    const std::size_t end = std::min(all->size(), first + options.chunk_items);
    std::vector<SceneChange> asked;
    for (std::size_t i = first; i < end; ++i) {
      asked.push_back(
          parse_scene_change(all->line(i), all->name + ":" + std::to_string(i + 1), scene.scene()));
    }
    return written(scene.scene(), options, first,
                   first_contacts(scene, asked, within(options.contact, budget)));
  };
  return job;
}

Job pairs_job(const PreparedScene& scene, const BatchJobOptions& options) {
  const auto pairs = std::make_shared<const BodyPairs>(options.contact.pairs.empty()
                                                           ? pairs_that_meet(scene, options.contact)
                                                           : options.contact.pairs);
  Job job = jobs::sized_job(pairs->size(), options.chunk_items);
  std::string text;
  for (const auto& [a, b] : *pairs) {
    text += std::to_string(a.value) + " " + std::to_string(b.value) + "\n";
  }
  job.header = header_of("graze pairs 1", scene.scene(), options, pairs->size(), text);
  job.answer = [scene, pairs, options](std::size_t chunk, const Budget& budget) {
    const std::size_t first = chunk * options.chunk_items;
    const std::size_t end = std::min(pairs->size(), first + options.chunk_items);
    ContactOptions own = within(options.contact, budget);
    own.pairs.assign(pairs->begin() + static_cast<std::ptrdiff_t>(first),
                     pairs->begin() + static_cast<std::ptrdiff_t>(end));
    return written(scene.scene(), options, first, contacts_per_pair(scene, own));
  };
  return job;
}

}  // namespace graze
