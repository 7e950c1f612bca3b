// SPDX-License-Identifier: MIT
// graze report: the answers as one HTML file to look at and to send.                          [G4]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "built_in_page.h"
#include "graze/io/file.h"
#include "graze/io/load_scene.h"
#include "graze/io/report_page.h"
#include "graze/query/clearance_curve.h"
#include "graze/query/prepared_scene.h"
#include "interrupt.h"
#include "page_report.h"
#include "question_arguments.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct ReportArguments {
  std::string scene;
  std::string output;
  QuestionArguments question;
  std::size_t curve = 0;
  std::string up = "z";
};

/// The band as steps: what is proved of each cell.
PlottedCurve plotted(const ClearanceCurve& curve) {
  PlottedCurve plot;
  for (const ClearanceCell& cell : curve.cells) {
    for (const double time : {cell.span.lo, cell.span.hi}) {
      plot.times.push_back(time);
      plot.lower.push_back(cell.nearest.clearance.distance.lo);
      plot.upper.push_back(cell.highest);
    }
  }
  return plot;
}

int run(const ReportArguments& arguments) {
  require_page("graze report");
  const PreparedScene scene{load_scene(arguments.scene)};
  const InterruptFlag interrupt;
  ContactOptions options = contact_options(arguments.question, scene.scene());
  options.budget.cancel = interrupt.flag();
  ReportPage page = report_page(arguments.scene, scene.scene());
  page.up = arguments.up;
  if (arguments.curve > 1) page.curve = plotted(clearance_curve(scene, options, arguments.curve));
  write_file(arguments.output,
             report_html(built_in_page(), answered_document(scene, options, page)));
  fmt::print("{}: open it in a browser; it needs no server\n", arguments.output);
  return kFine;
}
}  // namespace

void add_report_verb(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App* verb =
      app.add_subcommand("report", "The answers as one HTML file to look at and to send");
  verb->add_option("SCENE", arguments->scene, "scene.json")->required();
  verb->add_option("-o,--output", arguments->output, "the HTML file to write")->required();
  verb->add_option("--curve", arguments->curve, "plot the smallest distance at so many instants");
  verb->add_option("--up", arguments->up, "which axis points up: y or z")
      ->check(CLI::IsMember({"y", "z"}));
  add_question_options(*verb, arguments->question);
  verb->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace graze::tool
