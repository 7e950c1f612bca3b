// SPDX-License-Identifier: MIT
// graze report: the answers as one HTML file to look at and to send.                          [G4]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "built_in_page.h"
#include "graze/io/file.h"
#include "graze/io/report_page.h"
#include "graze/server/report_document.h"
#include "interrupt.h"
#include "page_report.h"
#include "picture.h"
#include "progress.h"
#include "question_arguments.h"
#include "report_batch.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct ReportArguments {
  ShownArguments shown;
  std::string output;
  std::string png;
  std::string film;
  int frames = 60;
  PictureSize size;
  QuestionArguments question;
  std::size_t curve = 40;
  bool plain = false;
  BatchReport batch;
};

ReportDocument ask(const ReportArguments& arguments, const PreparedScene& scene,
                   const ContactOptions& options, const ReportPage& page) {
  const ReportParts parts{arguments.curve, arguments.plain, !is_played(arguments.shown)};
  if (!is_asked(arguments.batch)) return report_document(scene, options, page, parts);
  const QuestionLines questions =
      read_batch(arguments.batch, options.span.value_or(scene.scene().span));
  return batch_document(scene, questions, options, page, parts, arguments.batch.worst);
}

int run(const ReportArguments& arguments) {
  require_page("graze report");
  const PreparedScene scene{load_shown(arguments.shown)};
  const InterruptFlag interrupt;
  ContactOptions options = contact_options(arguments.question, scene.scene());
  options.budget.cancel = interrupt.flag();
  options.progress = progress_on_terminal();
  ReportPage page = report_page(arguments.shown, scene.scene());
  page.asked = asked_json(options, scene.scene());
  const ReportDocument written = ask(arguments, scene, options, page);
  clear_progress();
  if (!written.why_plain.empty()) {
    fmt::print(stderr, "graze report: the page was written without its scene: {}\n",
               written.why_plain);
  }
  write_file(arguments.output, report_html(built_in_page(), written.document));
  if (!arguments.png.empty()) write_picture(arguments.output, arguments.png, arguments.size);
  if (!arguments.film.empty())
    write_film(arguments.output, arguments.film, arguments.size, arguments.frames);
  fmt::print("{}: open it in a browser; it needs no server\n", arguments.output);
  if (written.undecided == 0) return kFine;
  fmt::print(stderr, "graze: warning: {} undecided, as the page says\n",
             counted(written.undecided, is_asked(arguments.batch) ? "question" : "pair"));
  return kUnknown;
}
}  // namespace

void add_report_verb(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ReportArguments>();
  CLI::App* verb =
      app.add_subcommand("report", "The answers as one HTML file to look at and to send");
  verb->add_option("SCENE", arguments->shown.file,
                   "scene.json, robot.urdf, .glb, .gltf or a recording")
      ->required();
  add_batch_report_options(*verb, arguments->batch);
  verb->add_option("-o,--output", arguments->output, "the HTML file to write")->required();
  verb->add_option("--curve", arguments->curve,
                   "plot the smallest distance in this many steps (40); 0: no plot");
  verb->add_flag(
      "--plain", arguments->plain,
      "leave out the scene and the proofs: smaller, but nothing can be asked or checked");
  verb->add_option("--png", arguments->png,
                   "also write a picture of the page (needs Chromium or Chrome)");
  verb->add_option("--film,--gif,--webm", arguments->film,
                   "also write the way to the first contact as an animated .gif or a .webm film");
  verb->add_option("--frames", arguments->frames,
                   "number of frames in the film, 20 per second (60)")
      ->check(CLI::Range(2, 2000));
  verb->add_option("--width", arguments->size.width, "width of the picture in pixels (1280)")
      ->check(CLI::Range(200, 8000));
  verb->add_option("--height", arguments->size.height, "height of the picture in pixels (720)")
      ->check(CLI::Range(200, 8000));
  add_shown_options(*verb, arguments->shown);
  add_question_options(*verb, arguments->question);
  verb->footer(
      "Exit code: 0 the page is written, 2 bad input, 3 written, but pairs are undecided (budget,\n"
      "Ctrl-C).\n\n"
      "Examples:\n"
      "  graze report examples/scenes/falling_gear.json -o gear.html\n"
      "  graze report examples/scenes/arm_and_table.json edges.jsonl -o worst.html\n"
      "  graze report arm.urdf --trajectory way.csv --stretches 100 -o worst.html\n");
  verb->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace graze::tool
