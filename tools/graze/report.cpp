// SPDX-License-Identifier: MIT
// graze report: the answers as one HTML file to look at and to send.                          [G4]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>

#include "built_in_page.h"
#include "graze/base/error.h"
#include "graze/io/certificate_io.h"
#include "graze/io/file.h"
#include "graze/io/load_scene.h"
#include "graze/io/report_page.h"
#include "graze/io/write_scene.h"
#include "graze/query/prepared_scene.h"
#include "graze/query/prove_scene.h"
#include "interrupt.h"
#include "page_report.h"
#include "picture.h"
#include "progress.h"
#include "question_arguments.h"
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
};

/// The certificate of the answers, about the scene as it is sent.
std::string proof_of(const Scene& sent, const std::vector<PairReport>& reports,
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

/// What a reader needs to ask again and to check: the scene, and proofs about it. A motion that is
/// known only through functions cannot be sent.
std::vector<PageFile> sent_files(const Scene& scene, const std::vector<PairReport>& reports,
                                 const ContactOptions& options, const std::string& up) {
  try {
    std::string text = with_up(format_scene(scene), up);
    const Scene sent = parse_scene(text, "scene.json");
    std::string proof = proof_of(sent, reports, options);
    return {{"scene.json", std::move(text)}, {"proof.graze", std::move(proof)}};
  } catch (const InputError& error) {
    fmt::print(stderr, "graze report: the page was written without its scene: {}\n", error.what());
    return {};
  }
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
  const bool asks = !is_played(arguments.shown);
  page.curve = plotted_curve(scene, options, asks ? arguments.curve : 0);
  const auto begin = std::chrono::steady_clock::now();
  const auto reports = asks ? contacts_per_pair(scene, options) : std::vector<PairReport>{};
  clear_progress();
  page.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  Scene shown = scene.scene();
  shown.span = options.span.value_or(shown.span);
  if (!arguments.plain) page.files = sent_files(shown, reports, options, page.up);
  write_file(arguments.output, report_html(built_in_page(), view_document(shown, reports, page)));
  if (!arguments.png.empty()) write_picture(arguments.output, arguments.png, arguments.size);
  if (!arguments.film.empty())
    write_film(arguments.output, arguments.film, arguments.size, arguments.frames);
  fmt::print("{}: open it in a browser; it needs no server\n", arguments.output);
  const auto undecided = static_cast<std::size_t>(std::ranges::count_if(
      reports, [](const PairReport& r) { return r.report.outcome == Outcome::kUndecided; }));
  if (undecided == 0) return kFine;
  fmt::print(stderr, "graze: warning: {} undecided, as the page says\n",
             counted(undecided, "pair"));
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
  verb->add_option("-o,--output", arguments->output, "the HTML file to write")->required();
  verb->add_option("--curve", arguments->curve,
                   "plot the smallest distance in this many steps (40); 0: no plot");
  verb->add_flag("--plain", arguments->plain,
                 "without the scene and the proofs: smaller, but nothing can be asked or checked");
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
      "Example:\n  graze report examples/scenes/falling_gear.json -o gear.html\n");
  verb->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace graze::tool
