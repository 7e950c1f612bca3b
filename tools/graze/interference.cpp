// SPDX-License-Identifier: MIT
// graze interference: which parts of an assembly overlap, how deep, and is it a fit?   [V1, C1, G3]
#include "graze/query/interference.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <sstream>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/load_gltf.h"
#include "graze/io/open_scene.h"
#include "graze/io/write_interference.h"
#include "interrupt.h"
#include "parse_number.h"
#include "progress.h"
#include "report_table.h"
#include "terminal.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct InterferenceArguments {
  std::string scene;
  std::vector<std::string> fits;
  std::string fits_file;
  int samples = 21;
  int pixels = 128;
  bool json = false;
};

Fit parse_fit(const std::string& text, const std::string& place) {
  const auto colon = text.find(':');
  const auto equals = text.rfind('=');
  if (colon == std::string::npos || equals == std::string::npos || colon == 0 ||
      equals <= colon + 1) {
    throw InputError({place, "'" + text + "'", "A:B=DEPTH in the scene's units",
                      "for example 'shaft*:bearing*=0.02'"});
  }
  const Fit fit{text.substr(0, colon), text.substr(colon + 1, equals - colon - 1),
                parse_number(place, text.substr(equals + 1))};
  if (fit.depth >= 0.0) return fit;
  throw InputError({place, "'" + text + "'", "a depth >= 0", ""});
}

/// Of --fit and --fits; names may have wildcards.
std::vector<Fit> stated_fits(const InterferenceArguments& arguments) {
  std::vector<Fit> fits;
  for (const std::string& text : arguments.fits) fits.push_back(parse_fit(text, "--fit"));
  if (arguments.fits_file.empty()) return fits;
  std::istringstream lines(read_file(arguments.fits_file));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    line = line.substr(0, line.find('#'));
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back()))) line.pop_back();
    if (line.empty()) continue;
    fits.push_back(parse_fit(line, arguments.fits_file + ":" + std::to_string(number)));
  }
  return fits;
}

/// Adds fits to the scene, body by body.
void add_fits(const std::vector<Fit>& fits, Scene& scene) {
  for (const Fit& fit : fits) {
    for (const BodyId a : bodies_like(scene, fit.a, "--fit")) {
      for (const BodyId b : bodies_like(scene, fit.b, "--fit")) {
        if (a == b) continue;
        scene.fits.push_back(
            {scene.bodies[a.index()].name, scene.bodies[b.index()].name, fit.depth});
      }
    }
  }
}

std::string verdict_of(const Interference& one) {
  if (one.is_fit()) return "fits";
  if (one.is_touch()) return fmt::format("touches, within {:.2g}", one.doubt);
  return one.is_inside ? "inside" : "interferes";
}

std::string interference_table(const Scene& scene, const InterferenceReport& report) {
  const bool is_moving = report.instants > 1;
  std::vector<std::vector<std::string>> rows{{"parts", "depth", "volume", "allowed", "verdict"}};
  if (is_moving) rows[0].insert(rows[0].begin() + 3, {"at [s]", "depth at rest"});
  for (const Interference& one : report.found) {
    std::vector<std::string> row{
        scene.bodies[one.a.index()].name + " / " + scene.bodies[one.b.index()].name,
        fmt::format("{:.4g}", one.depth), fmt::format("{:.4g}", one.volume),
        one.allowed ? fmt::format("{:.4g}", *one.allowed) : "", verdict_of(one)};
    if (is_moving) {
      row.insert(row.begin() + 3,
                 {fmt::format("{:.4g}", one.time), fmt::format("{:.4g}", one.depth_at_rest)});
    }
    rows.push_back(std::move(row));
  }
  return table(rows);
}

std::string summary(const Scene& scene, const InterferenceReport& report) {
  const auto clashes = std::ranges::count_if(report.found, &Interference::is_clash);
  const auto fits = std::ranges::count_if(report.found, &Interference::is_fit);
  return fmt::format("{} of {} interfere, {} fit, {} only touch; lengths in {}, sampled at {}\n",
                     clashes, counted(report.pairs, "pair"), fits,
                     std::ptrdiff_t(report.found.size()) - clashes - fits, scene.units,
                     counted(report.instants, "instant"));
}

int run_interference(const InterferenceArguments& arguments) {
  const std::vector<Fit> fits = stated_fits(arguments);
  Scene loaded = open_scene(arguments.scene);
  // Bodies that stand still together may touch in an animation; here they are the question.
  if (is_gltf(arguments.scene)) loaded.may_touch.clear();
  add_fits(fits, loaded);
  const OverlapScene scene{PreparedScene(std::move(loaded), ShapeNeed::kNothing)};
  const InterruptFlag interrupt;
  InterferenceOptions options{.instants = arguments.samples, .pixels = arguments.pixels};
  options.budget.cancel = interrupt.flag();
  options.progress = progress_on_terminal();
  const InterferenceReport report = interferences(scene, options);
  clear_progress();
  if (report.pairs == 0) {
    fmt::print(stderr, "graze: no pair of parts is checked: all may touch, or there is one part\n");
    return kNothing;
  }
  if (arguments.json) {
    fmt::print("{}", interference_document(scene.scene(), arguments.scene, report));
  } else {
    if (!report.found.empty()) fmt::print("{}", interference_table(scene.scene(), report));
    fmt::print("{}", summary(scene.scene(), report));
  }
  for (const BodyId body : report.with_holes) {
    fmt::print(stderr,
               "graze: warning: {}: its mesh has holes, and what lies behind them is not counted; "
               "graze repair closes them\n",
               printable(describe(scene.scene(), body)));
  }
  if (!report.is_complete) {
    fmt::print(stderr, "graze: interrupted after {} of {} instants\n", report.instants,
               arguments.samples);
  }
  if (std::ranges::any_of(report.found, &Interference::is_clash)) return kFound;
  return report.is_complete && report.with_holes.empty() ? kFine : kUnknown;
}
}  // namespace

void add_interference_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<InterferenceArguments>();
  CLI::App* verb =
      app.add_subcommand("interference", "Parts inside each other: how deep, what fits");
  verb->add_option("SCENE", arguments->scene, "scene.json, or a STEP assembly (see docs/scene.md)")
      ->required();
  verb->add_option(
          "--fit", arguments->fits,
          "A:B=DEPTH: parts that may be this deep inside each other; * and ? are wildcards")
      ->allow_extra_args(false);
  verb->add_option("--fits", arguments->fits_file, "a file of such lines; # starts a comment");
  verb->add_option("--samples", arguments->samples, "instants over the motion, ends included")
      ->check(CLI::Range(2, 1'000'000));
  verb->add_option("--pixels", arguments->pixels, "columns along each axis, 1 to 4096")
      ->check(CLI::Range(1, 4096));
  verb->add_flag("--json", arguments->json, "the pairs as JSON (see docs/report.md)");
  verb->footer(
      "Exit code: 0 nothing interferes, 1 something does, 2 bad input, 3 Ctrl-C or\nholes, 4 no "
      "pair.\n"
      "Depths and volumes are sampled by depth images; `graze check` proves that parts are "
      "apart.\n\n"
      "Example:\n  graze interference gearbox.json --fit 'shaft*:bearing*=0.02'\n");
  verb->callback([arguments, &exit_code] { exit_code = run_interference(*arguments); });
}

}  // namespace graze::tool
