// SPDX-License-Identifier: MIT
// graze crossings: what touches in an animation that does not in its rest pose?               [G3]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>

#include "check_result.h"
#include "graze/base/error.h"
#include "graze/io/load_gltf.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_crossings.h"
#include "graze/io/write_report.h"
#include "graze/query/new_contacts.h"
#include "interrupt.h"
#include "nothing_checked.h"
#include "parse_number.h"
#include "progress.h"
#include "question_arguments.h"
#include "report_table.h"
#include "terminal.h"
#include "verbs.h"

namespace graze::tool {
namespace {
constexpr std::size_t kGroupsShown = 20;

struct CrossingArguments {
  std::string file;
  std::string against;
  GltfLoadOptions gltf;
  QuestionArguments question;
  double fps = 24.0;
  bool details = false;
  bool json = false;
};

/// The question and its answer.
struct Crossings {
  GltfScene source;
  std::string against;  ///< in words
  Interval span;
  std::vector<NewContacts> contacts;
  std::vector<CrossingGroup> groups;  ///< refer to the contacts

  double sure_until() const { return graze::sure_until(contacts, span); }
};

std::vector<std::vector<Vec3>> rest_of(const GltfScene& source) {
  std::vector<std::vector<Vec3>> rest;
  for (const GltfBody& body : source.origins) rest.push_back(body.rest);
  return rest;
}

/// Vertices of the reference, and its name in words.
std::vector<std::vector<Vec3>> reference_of(const CrossingArguments& arguments,
                                            Crossings& crossings) {
  const GltfScene& source = crossings.source;
  const std::string& text = arguments.against;
  if (text == "rest" || (text.empty() && !source.origins.empty())) {
    if (source.origins.empty()) {
      throw InputError({"--against", "'rest'", "'start' or the number of a frame",
                        "a scene.json has no rest pose"});
    }
    crossings.against = "the rest pose";
    return rest_of(source);
  }
  if (text.empty() || text == "start") {
    crossings.against = "the start";
    return vertices_at(source.scene, crossings.span.lo);
  }
  const double time = parse_number("--against", text) / arguments.fps;
  if (!source.scene.span.contains(time)) {
    throw InputError(
        {"--against", "frame " + text,
         fmt::format("'rest', 'start', or a frame from {:g} to {:g}",
                     source.scene.span.lo * arguments.fps, source.scene.span.hi * arguments.fps),
         fmt::format("frames are counted at --fps {:g}", arguments.fps)});
  }
  crossings.against = "frame " + text;
  return vertices_at(source.scene, time);
}

Crossings ask(const CrossingArguments& arguments) {
  Crossings crossings;
  if (is_gltf(arguments.file)) {
    crossings.source = load_gltf(arguments.file, arguments.gltf);
  } else {
    crossings.source.scene = load_scene(arguments.file);
  }
  const Scene& scene = crossings.source.scene;
  const ContactOptions question = contact_options(arguments.question, scene);
  crossings.span = question.span.value_or(scene.span);
  NewContactOptions options{.span = question.span,
                            .tolerance = question.tolerance,
                            .reference = reference_of(arguments, crossings),
                            .pairs = question.pairs,
                            .budget = question.budget,
                            .threads = question.threads};
  const InterruptFlag interrupt;
  options.budget.cancel = interrupt.flag();
  if (!arguments.json) options.progress = progress_on_terminal();
  crossings.contacts = new_contacts(scene, options);
  clear_progress();
  crossings.groups = grouped(crossings.contacts, [&](BodyId body, const Feature& feature) {
    return part_name(crossings.source, body, feature);
  });
  return crossings;
}

std::string frame_text(const CrossingArguments& arguments, double time) {
  return fmt::format("{:.1f}", time * arguments.fps);
}

std::string where_text(const LinearTouch& touch) {
  return feature_text(touch.contact.feature_a) + " / " + feature_text(touch.contact.feature_b);
}

std::string verdict(const CrossingArguments& arguments, const Crossings& crossings,
                    const Terminal& terminal) {
  const bool is_sure = crossings.sure_until() >= crossings.span.hi;
  if (!crossings.groups.empty()) {
    const CrossingGroup& first = crossings.groups.front();
    return painted(terminal, Ink::kBad, "NEW       ") +
           fmt::format(" {} / {} at frame {} ({:.4g} s): {}\n", printable(first.a),
                       printable(first.b), frame_text(arguments, first.touches[0]->time.hi),
                       first.touches[0]->time.hi, where_text(*first.touches[0]));
  }
  if (!is_sure) {
    return painted(terminal, Ink::kDoubt, "UNDECIDED ") +
           fmt::format(" nothing new before frame {}\n",
                       frame_text(arguments, crossings.sure_until()));
  }
  return painted(terminal, Ink::kGood, "NONE      ") +
         fmt::format(" nothing touches that does not touch in {}\n", crossings.against);
}

std::string summary(const CrossingArguments& arguments, const Crossings& crossings) {
  const GltfScene& source = crossings.source;
  std::string text = fmt::format("checked    {} of {}, frames {} to {} at {:g} a second\n",
                                 counted(crossings.contacts.size(), "pair"),
                                 counted(count_shapes(source.scene), "body"),
                                 frame_text(arguments, crossings.span.lo),
                                 frame_text(arguments, crossings.span.hi), arguments.fps);
  text += fmt::format("left out   {} of triangles that touch in {}\n",
                      counted(left_out(crossings.contacts), "pair"), crossings.against);
  if (source.deviation > 0.0) {
    text += fmt::format(
        "note       meshes deform in straight steps that are at most {:.3g} {} off "
        "midway between them; --cuts makes them shorter\n",
        source.deviation, source.scene.units);
  }
  if (crossings.sure_until() < crossings.span.hi) {
    text += fmt::format("note       complete up to frame {} only\n",
                        frame_text(arguments, crossings.sure_until()));
  }
  return text;
}

std::string rows_text(const CrossingArguments& arguments, const Crossings& crossings) {
  if (crossings.groups.empty()) return "";
  std::vector<std::vector<std::string>> rows{{"frame", "last", "parts", "first touch", "touches"}};
  for (const CrossingGroup& group : crossings.groups) {
    if (rows.size() > kGroupsShown && !arguments.details) break;
    rows.push_back({frame_text(arguments, group.touches.front()->time.hi),
                    frame_text(arguments, group.touches.back()->time.hi), group.a + " / " + group.b,
                    where_text(*group.touches[0]), std::to_string(group.touches.size())});
  }
  std::string text = "\n" + table(rows);
  if (crossings.groups.size() > rows.size() - 1)
    text += fmt::format("… and {} more; --details lists all\n",
                        crossings.groups.size() - rows.size() + 1);
  return text;
}

std::string document_of(const CrossingArguments& arguments, const Crossings& crossings) {
  const GltfScene& source = crossings.source;
  const CrossingsHeader header{arguments.file, source.scene.units, crossings.against,
                               arguments.fps,  crossings.span,     source.deviation};
  return crossings_document(source.scene, header, crossings.contacts, crossings.groups);
}

int run(const CrossingArguments& arguments) {
  if (!(arguments.fps > 0.0 && std::isfinite(arguments.fps)))
    throw InputError({"--fps", fmt::format("{}", arguments.fps), "frames per second, > 0", ""});
  const Crossings crossings = ask(arguments);
  if (arguments.json) {
    fmt::print("{}", document_of(arguments, crossings));
  } else {
    const Terminal terminal = terminal_of_stdout();
    const std::string text =
        verdict(arguments, crossings, terminal) + summary(arguments, crossings);
    fmt::print("{}{}", wrapped(text, terminal.columns, 11), rows_text(arguments, crossings));
  }
  if (crossings.contacts.empty()) {
    fmt::print(stderr,
               "graze: warning: nothing was checked: no two bodies move against each "
               "other, and none deforms\n");
    return kNothing;
  }
  if (!crossings.groups.empty()) return kFound;
  return crossings.sure_until() < crossings.span.hi ? kUnknown : kFine;
}
}  // namespace

void add_crossings_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<CrossingArguments>();
  CLI::App* verb = app.add_subcommand(
      "crossings", "What passes through what in an animation, that does not in its rest pose");
  verb->add_option("FILE", arguments->file, "animation.glb, or scene.json (docs/animations.md)")
      ->required();
  verb->add_option("--against", arguments->against,
                   "'rest', 'start' or the number of a frame: what touches there is left out;\n"
                   "default: rest, of a scene.json start");
  verb->add_option("--fps", arguments->fps, "frames per second, for frame numbers [24]");
  verb->add_option("--animation", arguments->gltf.animation, "name or number of the one to play");
  verb->add_option("--cuts", arguments->gltf.cuts, "linear steps between keys of deforming bodies")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000}));
  verb->add_flag("--details", arguments->details, "all groups, not only the first 20");
  verb->add_flag("--json", arguments->json, "every touch as JSON");
  add_short_question_options(*verb, arguments->question);
  verb->footer(
      "Exit code: 0 nothing new, 1 new contacts, 2 bad input, 3 undecided, 4 nothing to check.\n\n"
      "Example:\n  graze crossings hero.glb --fps 30 --against 12\n");
  verb->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace graze::tool
