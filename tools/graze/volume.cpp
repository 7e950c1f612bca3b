// SPDX-License-Identifier: MIT
// graze volume: how much do the bodies of a scene overlap, and which way out?             [V1, V2]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "graze/base/error.h"
#include "graze/io/depth_pictures.h"
#include "graze/io/open_scene.h"
#include "graze/io/write_overlap.h"
#include "graze/query/overlap_volume.h"
#include "graze/scene/pair_count.h"
#include "interrupt.h"
#include "nothing_checked.h"
#include "progress.h"
#include "question_arguments.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct VolumeArguments {
  std::string scene;
  std::optional<double> at;
  std::string span, pairs, backend = "cpu", image;
  int samples = 11;
  int pixels = 64;
  std::optional<double> pixel_size;
  bool self_overlap = false, json = false;
  bool allow_empty = false;
};

DepthBackend backend_of(const std::string& name) {
  if (name == "cpu") return DepthBackend::kCpu;
  if (name == "opengl") return DepthBackend::kOpenGl;
  throw InputError({"--backend", "'" + name + "'", "cpu or opengl", ""});
}

SceneOverlapOptions options_of(const VolumeArguments& arguments, const Scene& scene) {
  SceneOverlapOptions options;
  options.depth.pixels = {arguments.pixels, arguments.pixels, arguments.pixels};
  options.depth.pixel_size = arguments.pixel_size;
  options.depth.backend = backend_of(arguments.backend);
  options.self_overlap = arguments.self_overlap;
  QuestionArguments question;
  question.pairs = arguments.pairs;
  options.pairs = contact_options(question, scene).pairs;
  options.far_pairs = !options.pairs.empty();
  return options;
}

std::vector<double> times_of(const VolumeArguments& arguments, const Scene& scene) {
  if (arguments.at && !arguments.span.empty()) {
    throw InputError({"--at and --span", "both", "one of them", ""});
  }
  if (arguments.span.empty()) return {arguments.at.value_or(scene.span.lo)};
  if (arguments.samples < 1 || arguments.samples > 1'000'000) {
    throw InputError({"--samples", std::to_string(arguments.samples), "1 to 1000000", ""});
  }
  QuestionArguments question;
  question.span = arguments.span;
  const Interval span = *contact_options(question, scene).span;
  if (!(span.lo <= span.hi)) throw InputError({"--span", arguments.span, "BEGIN <= END", ""});
  std::vector<double> times;
  for (int k = 0; k < arguments.samples; ++k) {
    const double share = arguments.samples == 1 ? 0.0 : double(k) / (arguments.samples - 1);
    times.push_back(span.lo + share * (span.hi - span.lo));
  }
  return times;
}

std::string numbers(const Vec3& v) {
  return fmt::format("{:.3f} {:.3f} {:.3f}", v.x(), v.y(), v.z());
}

std::string pair_name(const Scene& scene, const PairOverlap& pair) {
  const std::string& a = scene.bodies[pair.a.index()].name;
  return pair.a == pair.b ? a + " itself" : a + " " + scene.bodies[pair.b.index()].name;
}

std::string overlap_table(const Scene& scene, const std::vector<OverlapsAt>& instants) {
  std::vector<std::vector<std::string>> rows{
      {"time", "pair", "volume", "error", "way out of a", "depth", "centre", "layers"}};
  for (const OverlapsAt& instant : instants) {
    for (const PairOverlap& pair : instant.pairs) {
      const OverlapVolume& o = pair.overlap;
      rows.push_back({fmt::format("{:.6g}", instant.time), pair_name(scene, pair),
                      fmt::format("{:.6g}", o.volume), fmt::format("{:.1e}", o.error),
                      numbers(o.way_out_of_a()), fmt::format("{:.4g}", o.depth()),
                      numbers(o.centre), std::to_string(o.stats.layers)});
    }
  }
  return table(rows);
}

/// "along z through 0.1 0.2 0.3, along …": a few of the columns in which a side's surface is open.
std::string columns_of(const OverlapVolume& overlap, int side) {
  constexpr int kShown = 3;
  std::string text;
  int shown = 0;
  for (const OddColumn& odd : overlap.odd_columns) {
    if (odd.body != side || ++shown > kShown) continue;
    text += fmt::format("{}along {} through {}", shown > 1 ? ", " : "", "xyz"[odd.axis],
                        numbers(odd.point));
  }
  return shown > kShown ? text + ", …" : text;
}

/// Columns that cross a surface an odd number of times: the mesh has holes. Once for each body.
void warn_of_holes(const Scene& scene, const std::vector<OverlapsAt>& instants) {
  std::set<BodyId> named;
  for (const OverlapsAt& instant : instants) {
    for (const PairOverlap& pair : instant.pairs) {
      for (int side = 0; side < 2; ++side) {
        const std::size_t count = pair.overlap.sides[side].odd_column_count;
        const BodyId body = side == 0 ? pair.a : pair.b;
        if (count == 0 || !named.insert(body).second) continue;
        fmt::print(stderr,
                   "graze: {}: {} its surface an odd number of times and {} "
                   "not counted: {} (at {:.6g} s); the mesh has holes there (see graze info)\n",
                   describe(scene, body),
                   count == 1 ? "1 column crosses" : fmt::format("{} columns cross", count),
                   count == 1 ? "is" : "are", columns_of(pair.overlap, side), instant.time);
      }
    }
  }
}

std::string file_name_part(std::string name) {
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') c = '_';
  }
  return name;
}

void write_pictures(const VolumeArguments& arguments, const OverlapScene& scene, double time,
                    const SceneOverlapOptions& options, const std::vector<PairOverlap>& pairs) {
  const std::vector<DepthBody> bodies = scene.bodies_at(time);
  DepthImages images;
  for (const PairOverlap& pair : pairs) {
    if (pair.overlap.is_empty() && pairs.size() > 1) continue;
    DepthOptions depth = options.depth;
    depth.layers_everywhere = true;
    depth.self_overlap = pair.a == pair.b;
    const auto drawn = scene.pair_of(bodies, pair.a, pair.b);
    images.draw({drawn.data(), pair.a == pair.b ? std::size_t{1} : std::size_t{2}}, depth);
    const std::string stem =
        pairs.size() == 1 ? arguments.image
                          : arguments.image + "_" + file_name_part(pair_name(scene.scene(), pair));
    for (int axis = 0; axis < 3; ++axis) {
      write_png(stem + "_" + "xyz"[axis] + ".png", layer_picture(images, axis));
    }
    write_png(stem + "_overlap.png", overlap_picture(images));
  }
}

int exit_code_of(const std::vector<OverlapsAt>& instants) {
  int code = kFine;
  for (const OverlapsAt& instant : instants) {
    for (const PairOverlap& pair : instant.pairs) {
      if (pair.overlap.odd_column_count > 0) return kUnknown;
      if (!pair.overlap.is_empty()) code = kFound;
    }
  }
  return code;
}

bool has_pairs(const Scene& scene, const SceneOverlapOptions& options) {
  if (options.self_overlap && count_shapes(scene) > 0) return true;
  return !options.pairs.empty() || checked_pair_count(scene) > 0;
}

int measure(const VolumeArguments& arguments) {
  const OverlapScene scene{PreparedScene(open_scene(arguments.scene), ShapeNeed::kNothing)};
  SceneOverlapOptions options = options_of(arguments, scene.scene());
  const std::vector<double> times = times_of(arguments, scene.scene());
  const auto begin = std::chrono::steady_clock::now();
  // One instant has no partial answer: Ctrl-C ends the process.
  std::optional<InterruptFlag> interrupt;
  if (times.size() > 1) options.budget.cancel = interrupt.emplace().flag();
  options.progress = progress_on_terminal();
  const std::vector<OverlapsAt> instants = scene.overlaps_at(times, options);
  clear_progress();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  if (!arguments.image.empty() && !instants.empty()) {
    write_pictures(arguments, scene, instants.front().time, options, instants.front().pairs);
  }
  if (arguments.json) {
    const ReportHeader header{
        arguments.scene, scene.scene().units, scene.scene().span, elapsed.count(), {}};
    fmt::print("{}", overlap_document(scene.scene(), header, options.depth.pixels, instants));
  } else {
    fmt::print("{}\nvolumes in {}^3, sampled at {}; {:.3g} s\n",
               overlap_table(scene.scene(), instants), scene.scene().units,
               arguments.pixel_size ? fmt::format("pixels of {}", *arguments.pixel_size)
                                    : fmt::format("{0} x {0} columns a view", arguments.pixels),
               elapsed.count());
  }
  warn_of_holes(scene.scene(), instants);
  if (!has_pairs(scene.scene(), options))
    return nothing_checked(why_no_pair(scene.scene()), arguments.allow_empty);
  if (instants.size() == times.size()) return exit_code_of(instants);
  fmt::print(stderr, "graze: interrupted after {} of {} instants\n", instants.size(), times.size());
  return kUnknown;
}
}  // namespace

void add_volume_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<VolumeArguments>();
  CLI::App* verb = app.add_subcommand("volume", "By how much bodies overlap, and the way out");
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option("--at", arguments->at, "seconds; default: the start of the scene's span");
  verb->add_option("--span", arguments->span, "BEGIN:END in seconds: many instants");
  verb->add_option("--samples", arguments->samples, "how many instants, ends included");
  verb->add_option("--pairs", arguments->pairs, "A:B,C:D,… only these pairs of bodies");
  verb->add_flag("--self", arguments->self_overlap, "each body with itself, too");
  verb->add_option("--pixels", arguments->pixels, "columns along each axis, 1 to 4096");
  verb->add_option("--pixel-size", arguments->pixel_size,
                   "instead: the size of a pixel, in the scene's units");
  verb->add_option("--backend", arguments->backend, "cpu, or opengl (same answers)");
  verb->add_option("--image", arguments->image,
                   "PREFIX of pictures: PREFIX_x.png … the layers, PREFIX_overlap.png");
  add_allow_empty(*verb, arguments->allow_empty);
  verb->add_flag("--json", arguments->json, "the volumes as JSON (see docs/report.md)");
  verb->footer(
      "Exit code: 0 nothing overlaps, 1 something does, 2 bad input, 3 a mesh has holes\nor "
      "Ctrl-C, 4 nothing to measure.\n\n"
      "Example:\n  graze volume examples/scenes/pressed_rings.json --image rings\n");
  verb->callback([arguments, &exit_code] { exit_code = measure(*arguments); });
}

}  // namespace graze::tool
