// SPDX-License-Identifier: MIT
// graze export: a scene with its motions and its first contact, for any glTF viewer.          [G4]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/gltf_export.h"
#include "graze/io/open_scene.h"
#include "graze/io/written_files.h"
#include "graze/query/first_contact.h"
#include "graze/simulation/recording.h"
#include "interrupt.h"
#include "number_checks.h"
#include "page_report.h"
#include "progress.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct ExportArguments {
  std::string scene;
  std::string out;
  std::optional<double> max_error;
  std::optional<double> budget_s;
  std::string up;  ///< empty: as the scene says
  bool all_pairs = false;
  bool without_contacts = false;
  bool json = false;
};

ContactOptions contact_options(const ExportArguments& arguments, const InterruptFlag& interrupt) {
  ContactOptions options;
  options.budget.cancel = interrupt.flag();
  options.progress = progress_on_terminal();
  if (arguments.budget_s) options.budget.max_seconds = *arguments.budget_s;
  return options;
}

std::vector<PairReport> reports_for(const Scene& scene, const ExportArguments& arguments) {
  if (arguments.without_contacts || checked_pairs(scene).empty()) return {};
  const InterruptFlag interrupt;
  const ContactOptions options = contact_options(arguments, interrupt);
  std::vector<PairReport> reports;
  if (arguments.all_pairs) {
    reports = contacts_per_pair(scene, options);
  } else {
    reports.push_back(first_contact(scene, options));
  }
  clear_progress();
  return reports;
}

std::vector<ContactMark> marks_of(const std::vector<PairReport>& reports) {
  std::vector<ContactMark> marks;
  for (const PairReport& pair : reports) {
    if (pair.report.outcome != Outcome::kContact) continue;
    for (const Contact& contact : pair.report.contacts) {
      marks.push_back({pair.a, pair.b, pair.report.time.hi, contact});
    }
  }
  return marks;
}

void print_text(const Scene& scene, const ExportArguments& arguments,
                const std::vector<ContactMark>& marks) {
  fmt::print("{}: {}, {:g} s to {:g} s\n", arguments.out, counted(scene.bodies.size(), "body"),
             scene.span.lo, scene.span.hi);
  for (const ContactMark& mark : marks) {
    fmt::print("  contact of {} and {} at {:.9g} s, {:.9g} s into the animation\n",
               scene.bodies[mark.a.index()].name, scene.bodies[mark.b.index()].name, mark.time,
               mark.time - scene.span.lo);
  }
}

void print_json(const Scene& scene, const ExportArguments& arguments,
                const std::vector<ContactMark>& marks) {
  WrittenScene written{arguments.out, scene.bodies.size(), scene.span.lo, {}};
  for (const ContactMark& mark : marks) {
    written.contacts.push_back(
        {scene.bodies[mark.a.index()].name, scene.bodies[mark.b.index()].name, mark.time});
  }
  fmt::print("{}", written_scene_document(written));
}

bool is_undecided(const PairReport& pair) { return pair.report.outcome == Outcome::kUndecided; }

/// Before the work is done, not after it.
void check_name(const std::string& out) {
  const std::string extension = std::filesystem::path(out).extension().string();
  if (extension == ".glb" || extension == ".GLB") return;
  throw InputError({out, extension.empty() ? "no extension" : "the extension " + extension,
                    "a file name that ends with .glb", ""});
}

int run_export(const ExportArguments& arguments) {
  check_name(arguments.out);
  const bool is_played = is_recording(arguments.scene);  // of a world: nothing in it touches
  const Scene scene =
      is_played ? recorded_scene(read_recording(arguments.scene)) : open_scene(arguments.scene);
  const auto reports = is_played ? std::vector<PairReport>{} : reports_for(scene, arguments);
  const std::vector<ContactMark> marks = marks_of(reports);
  write_glb(arguments.out, scene, marks,
            {.max_error = arguments.max_error,
             .up = (arguments.up.empty() ? up_in_file(arguments.scene) : arguments.up).front()});
  arguments.json ? print_json(scene, arguments, marks) : print_text(scene, arguments, marks);
  return std::any_of(reports.begin(), reports.end(), is_undecided) ? kUnknown : kFine;
}
}  // namespace

void add_export_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<ExportArguments>();
  CLI::App* verb =
      app.add_subcommand("export", "Write a moving scene with its first contact as glTF");
  verb->footer(
      "Example: graze export scene.json scene.glb\n"
      "The first contact is a red ball with an arrow along the normal; the touching triangles are\n"
      "yellow. They appear at the time of contact. Exit code 3 if the contact was not decided.\n"
      "Ctrl-C stops the search; the file is then written with what was found.");
  verb->add_option("SCENE", arguments->scene, "Scene to read (JSON), or a recording")->required();
  verb->add_option("OUT", arguments->out, "file to write (.glb)")->required();
  verb->add_option(
          "--max-error", arguments->max_error,
          "Largest distance between shown and true positions, in scene units; default 1e-4 "
          "of each body's diagonal")
      ->check(above_zero());
  verb->add_option("--up", arguments->up,
                   "Which axis of the scene points up: y or z; default: as the scene says")
      ->check(CLI::IsMember({"y", "z"}));
  verb->add_option("--budget", arguments->budget_s, "Seconds for finding contacts")
      ->check(above_zero());
  verb->add_flag("--all-pairs", arguments->all_pairs, "Mark each pair's first contact");
  verb->add_flag("--no-contacts", arguments->without_contacts, "Mark none");
  verb->add_flag("--json", arguments->json, "Print what was written as JSON");
  verb->callback([arguments, &exit_code] { exit_code = run_export(*arguments); });
}

}  // namespace graze::tool
