// SPDX-License-Identifier: MIT
#include "graze/server/report_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>

#include "graze/base/error.h"
#include "graze/io/certificate_io.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_scene.h"
#include "graze/query/prove_scene.h"
#include "graze/query/worst_questions.h"
#include "graze/scene/check_result.h"
#include "graze/server/session.h"

namespace graze {
namespace {
using OrderedJson = nlohmann::ordered_json;

/// The certificate of the answers, about the scene as it is sent.
std::string certificate_of(const Scene& sent, const std::vector<PairReport>& reports,
                           const ContactOptions& options) {
  const ProofScene proofs(sent);
  std::string bytes;
  const ByteSink sink = [&](std::string_view part) { bytes += part; };
  CertificateWriter writer(sink, proofs.described());
  prove_reports(proofs, reports, options, [&](const ProvedReport& pair) {
    if (pair.proof) return writer.add(*pair.proof);
    writer.add(UnprovedPair{pair.report.a, pair.report.b, pair.reason});
  });
  writer.finish();
  return bytes;
}

/// The text that is sent, and proofs about it.
struct SentScene {
  std::string text, proof;
};
/// Throws InputError where a motion cannot be written.
SentScene sent_scene(const Scene& scene, const std::vector<PairReport>& reports,
                     const ContactOptions& options, const std::string& up) {
  std::string text = with_up(format_scene(scene), up);
  std::string proof = certificate_of(parse_scene(text, "scene.json"), reports, options);
  return {std::move(text), std::move(proof)};
}

/// None where a motion cannot be written, and then the reason.
std::optional<SentScene> try_to_send(const Scene& scene, const std::vector<PairReport>& reports,
                                     const ContactOptions& options, const std::string& up,
                                     std::string& why_not) {
  try {
    return sent_scene(scene, reports, options, up);
  } catch (const InputError& error) {
    why_not = error.what();
    return std::nullopt;
  }
}

/// A scene that was asked, and the page about it.
struct Asked {
  Scene scene;
  std::vector<PairReport> reports;
  ReportPage page;

  std::string document() const { return view_document(scene, reports, page); }
};

Asked ask(const PreparedScene& scene, const ContactOptions& options, const ReportPage& page,
          const ReportParts& parts) {
  Asked asked{scene.scene(), {}, page};
  asked.scene.span = options.span.value_or(asked.scene.span);
  const auto begin = std::chrono::steady_clock::now();
  if (parts.asks) asked.reports = contacts_per_pair(scene, options);
  asked.page.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  asked.page.curve = plotted_curve(scene, options, parts.asks ? parts.curve : 0);
  return asked;
}

/// The questions of a batch about one scene.
class Batch {
 public:
  Batch(const PreparedScene& scene, const QuestionLines& lines, const ContactOptions& options)
      : scene_(scene), lines_(lines), options_(options) {
    options_.span.reset();  // each question has its own
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const std::string place = lines_.name + ":" + std::to_string(i + 1);
      changes_.push_back(parse_scene_change(lines_.line(i), place, scene_.scene()));
      if (!changes_.back().span) changes_.back().span = options.span;
    }
  }

  std::vector<RankedAnswer> ranked(std::size_t shown) const {
    return worst_questions(scene_, changes_, options_, shown);
  }
  Scene scene_of(const RankedAnswer& one) const {
    return changed_scene(scene_.scene(), changes_[one.question]);
  }
  const ContactOptions& options() const { return options_; }
  /// True if it says nothing but a span.
  bool is_stretch(const RankedAnswer& one) const { return changes_[one.question].motions.empty(); }
  std::string line(const RankedAnswer& one) const {
    const std::string_view text = lines_.line(one.question);
    return std::string(text.substr(0, text.find_last_not_of("\r\n") + 1));
  }

 private:
  const PreparedScene& scene_;
  const QuestionLines& lines_;
  ContactOptions options_;
  std::vector<SceneChange> changes_;
};

Asked ask_in_full(const Batch& batch, const RankedAnswer& one, const ReportPage& page,
                  const ReportParts& parts) {
  Asked asked = ask(PreparedScene(batch.scene_of(one)), batch.options(), page, parts);
  if (!parts.plain) {
    SentScene sent = sent_scene(asked.scene, asked.reports, batch.options(), page.up);
    asked.page.files = {{"proof.graze", std::move(sent.proof)}};
  }
  return asked;
}

/// Meshes by hash: the page has them from its first document. What deforms looks different in each.
std::string document_beside(Asked asked) {
  asked.page.bare =
      std::ranges::none_of(asked.scene.bodies, [](const Body& body) { return body.deforms(); });
  return asked.document();
}

OrderedJson moment_json(const Batch& batch, const RankedAnswer& one, const Asked& asked) {
  const ContactReport& report = one.first.report;
  const Interval span = asked.scene.span;
  return {{"question", one.question + 1},
          {"label", batch.is_stretch(one) ? fmt::format("{:.4g} to {:.4g} s", span.lo, span.hi)
                                          : fmt::format("line {}", one.question + 1)},
          {"line", batch.line(one)},
          {"outcome", name(report.outcome)},
          {"time", report.time.hi},
          {"distance", one.distance},
          {"document", OrderedJson::parse(document_beside(asked))}};
}

OutcomeCounts outcomes_of(const std::vector<RankedAnswer>& ranked) {
  std::vector<PairReport> reports;
  for (const RankedAnswer& one : ranked) reports.push_back(one.first);
  return count_outcomes(reports);
}
}  // namespace

ReportDocument report_document(const PreparedScene& scene, const ContactOptions& options,
                               ReportPage page, const ReportParts& parts) {
  Asked asked = ask(scene, options, page, parts);
  ReportDocument report{.undecided = count_outcomes(asked.reports).undecided};
  if (!parts.plain) {
    auto sent = try_to_send(asked.scene, asked.reports, options, page.up, report.why_plain);
    if (sent) {
      asked.page.files = {{"scene.json", std::move(sent->text)},
                          {"proof.graze", std::move(sent->proof)}};
    }
  }
  report.document = asked.document();
  return report;
}

ReportDocument batch_document(const PreparedScene& scene, const QuestionLines& questions,
                              const ContactOptions& options, const ReportPage& page,
                              const ReportParts& given, std::size_t shown) {
  const Batch batch(scene, questions, options);
  std::vector<RankedAnswer> ranked = batch.ranked(shown);
  if (ranked.empty())
    throw InputError({questions.name, "no question", "one per line", "see docs/scene.md"});
  const OutcomeCounts counts = outcomes_of(ranked);
  OrderedJson json{{"questions", ranked.size()},
                   {"contacts", counts.contacts + counts.overlaps},
                   {"undecided", counts.undecided}};
  if (ranked.size() > shown) ranked.resize(shown);
  ReportDocument report{.undecided = counts.undecided};
  std::optional<SentScene> sent;
  if (!given.plain) sent = try_to_send(scene.scene(), {}, options, page.up, report.why_plain);
  ReportParts parts = given;
  parts.plain = !sent;
  std::optional<Asked> worst;
  for (const RankedAnswer& one : ranked) {
    const Asked asked = ask_in_full(batch, one, page, parts);
    json["moments"].push_back(moment_json(batch, one, asked));
    if (!worst) worst = asked;
  }
  worst->page.batch = json.dump();
  if (sent) worst->page.files.push_back({"scene.json", std::move(sent->text)});
  report.document = worst->document();
  return report;
}

}  // namespace graze
