// SPDX-License-Identifier: MIT
#include "report_batch.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/jobs/batch_job.h"
#include "graze/query/worst_questions.h"
#include "graze/scene/check_result.h"
#include "graze/server/session.h"
#include "report_files.h"

namespace graze::tool {
namespace {
using OrderedJson = nlohmann::ordered_json;

QuestionLines questions_of(const PreparedScene& scene, const BatchReport& arguments,
                           const ContactOptions& options) {
  if (!arguments.stretches) return read_questions(arguments.motions);
  return stretch_questions(options.span.value_or(scene.scene().span), *arguments.stretches);
}

class BatchAsking {
 public:
  BatchAsking(const PreparedScene& scene, QuestionLines lines, const ContactOptions& options)
      : scene_(scene), lines_(std::move(lines)), options_(options) {
    options_.span.reset();  // a stretch has its own
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      changes_.push_back(parse_scene_change(
          lines_.line(i), lines_.name + ":" + std::to_string(i + 1), scene_.scene()));
      if (!changes_.back().span) changes_.back().span = options.span;
    }
  }

  /// All of them, the worst first.
  std::vector<RankedAnswer> all(std::size_t shown) const {
    return worst_questions(scene_, changes_, options_, shown);
  }

  Scene scene_of(const RankedAnswer& one) const {
    return changed_scene(scene_.scene(), changes_[one.question]);
  }
  const ContactOptions& options() const { return options_; }
  std::string line(const RankedAnswer& one) const {
    const std::string_view text = lines_.line(one.question);
    return std::string(text.substr(0, text.find_last_not_of("\r\n") + 1));
  }

 private:
  PreparedScene scene_;
  QuestionLines lines_;
  ContactOptions options_;
  std::vector<SceneChange> changes_;
};

/// A question that is shown: asked in full.
struct Moment {
  PreparedScene scene;
  std::vector<PairReport> reports;
  ReportPage page;

  std::string document() const { return view_document(scene.scene(), reports, page); }
};

void take_file(std::vector<PageFile> from, std::string_view wanted, std::vector<PageFile>& to) {
  for (PageFile& file : from) {
    if (file.name == wanted) to.push_back(std::move(file));
  }
}

Moment ask_moment(const BatchAsking& asking, const RankedAnswer& one, const ReportPage& page,
                  const MomentParts& parts) {
  Moment moment{PreparedScene(asking.scene_of(one)), {}, page};
  const auto begin = std::chrono::steady_clock::now();
  moment.reports = contacts_per_pair(moment.scene, asking.options());
  moment.page.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  moment.page.curve = plotted_curve(moment.scene, asking.options(), parts.curve);
  if (!parts.plain) {
    take_file(sent_files(moment.scene.scene(), moment.reports, asking.options(), page.up),
              "proof.graze", moment.page.files);
  }
  return moment;
}

/// Meshes by hash: the page has them from its first document. What deforms looks different in each.
std::string document_beside(Moment moment) {
  moment.page.bare = std::ranges::none_of(moment.scene.scene().bodies,
                                          [](const Body& body) { return body.deforms(); });
  return moment.document();
}

OrderedJson moment_json(const BatchAsking& asking, const RankedAnswer& one, bool is_stretch) {
  const ContactReport& report = one.first.report;
  const Interval span = asking.scene_of(one).span;
  return {{"question", one.question + 1},
          {"label", is_stretch ? fmt::format("{:.4g} to {:.4g} s", span.lo, span.hi)
                               : fmt::format("line {}", one.question + 1)},
          {"line", asking.line(one)},
          {"outcome", name(report.outcome)},
          {"time", report.time.hi},
          {"distance", one.distance}};
}

OutcomeCounts outcomes_of(const std::vector<RankedAnswer>& asked) {
  std::vector<PairReport> reports;
  for (const RankedAnswer& one : asked) reports.push_back(one.first);
  return count_outcomes(reports);
}
}  // namespace

void add_batch_report_options(CLI::App& verb, BatchReport& arguments) {
  verb.add_option("MOTIONS", arguments.motions,
                  "one question per line, as for graze batch: the worst of them first");
  verb.add_option("--stretches", arguments.stretches,
                  "instead: the span in this many parts, the worst of them first")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}));
  verb.add_option("--worst", arguments.worst, "how many of the questions are shown (20)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000}));
}

bool is_asked(const BatchReport& arguments) {
  if (!arguments.motions.empty() && arguments.stretches)
    throw InputError({"report", "MOTIONS and --stretches", "one of them", ""});
  return !arguments.motions.empty() || arguments.stretches;
}

std::string asked_text(const BatchReport& arguments) {
  return arguments.stretches ? "--stretches " + std::to_string(*arguments.stretches)
                             : arguments.motions;
}

BatchDocument batch_document(const PreparedScene& scene, const BatchReport& arguments,
                             const ContactOptions& options, const ReportPage& page,
                             const MomentParts& given) {
  const BatchAsking asking(scene, questions_of(scene, arguments, options), options);
  std::vector<RankedAnswer> asked = asking.all(arguments.worst);
  if (asked.empty())
    throw InputError({arguments.motions, "no question", "one per line", "see docs/scene.md"});
  const OutcomeCounts counts = outcomes_of(asked);
  OrderedJson batch{{"questions", asked.size()},
                    {"contacts", counts.contacts + counts.overlaps},
                    {"undecided", counts.undecided}};
  if (asked.size() > arguments.worst) asked.resize(arguments.worst);
  MomentParts parts = given;
  std::vector<PageFile> files;
  if (!parts.plain) take_file(sent_files(scene.scene(), {}, options, page.up), "scene.json", files);
  parts.plain = files.empty();
  std::optional<Moment> worst;
  for (const RankedAnswer& one : asked) {
    const Moment moment = ask_moment(asking, one, page, parts);
    OrderedJson json = moment_json(asking, one, arguments.stretches.has_value());
    json["document"] = OrderedJson::parse(document_beside(moment));
    batch["moments"].push_back(std::move(json));
    if (!worst) worst = moment;
  }
  worst->page.batch = batch.dump();
  worst->page.files.insert(worst->page.files.end(), files.begin(), files.end());
  return {worst->document(), counts.undecided};
}

}  // namespace graze::tool
