// SPDX-License-Identifier: MIT
// Question   First contact of one scene under thousands of motions.                            [C8]
// Source     ARCHITECTURE.md, "The walk of a question".
// Guarantee  Each answer is what first_contact gives for that question alone.
// Changed    -
#include "contact/end_report.h"
#include "graze/base/error.h"
#include "query/ask.h"
#include "query/rounds.h"

namespace graze {
namespace query {
namespace {
std::vector<Motion> with_changes(const PreparedScene& scene, const SceneChange& question) {
  std::vector<Motion> motions = scene.body_motions();
  for (const MotionChange& change : question.motions) {
    if (change.body.index() >= motions.size()) {
      throw InputError({"batch question", "body " + std::to_string(change.body.index()),
                        "a body of the scene, which has " + std::to_string(motions.size()), ""});
    }
    if (scene.scene().bodies[change.body.index()].deforms()) {
      throw InputError({"batch question", describe(scene.scene(), change.body) + ", which deforms",
                        "motions of bodies that keep their shape", ""});
    }
    motions[change.body.index()] = change.motion;
  }
  return motions;
}

PairReport unanswered(const Interval& span, const SharedBudget& budget) {
  PairReport result;
  end_undecided(result.report, span, budget.why_stopped());
  return result;
}
}  // namespace

std::vector<PairReport> ask_batch(const PreparedScene& scene,
                                  std::span<const SceneChange> questions,
                                  const ContactOptions& options, std::span<const MethodRow> table) {
  const SharedBudget budget(options.budget);
  const std::function<void(double)> in_silence;
  Progress progress(in_silence, questions.size());
  return answer_each(
      {.count = questions.size(), .threads = options.threads}, budget, progress,
      [&](std::size_t i, const Budget& share) {
        ContactOptions own = options;
        own.threads = 1;
        own.progress = nullptr;
        if (questions[i].span) own.span = questions[i].span;
        own.budget.max_seconds = share.max_seconds;
        return ask_first_contact(scene, with_changes(scene, questions[i]), own, table);
      },
      [&](std::size_t i) {
        return unanswered(questions[i].span.value_or(options.span.value_or(scene.scene().span)),
                          budget);
      });
}
}  // namespace query

std::vector<PairReport> first_contacts(const PreparedScene& scene,
                                       std::span<const SceneChange> questions,
                                       const ContactOptions& options) {
  return query::ask_batch(scene, questions, options, method_table());
}

}  // namespace graze
