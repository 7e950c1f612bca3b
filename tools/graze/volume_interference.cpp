// SPDX-License-Identifier: MIT
// graze interference: who is inside whom in an assembly, how deep, and is it a fit?    [V1, C1, G3]
#include "volume_interference.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/load_scene.h"
#include "graze/io/scene_fits.h"
#include "graze/query/overlap_volume.h"
#include "interrupt.h"
#include "parse_number.h"
#include "progress.h"
#include "report_table.h"
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

/// The names of a fit may have wildcards.
bool is_about(const SceneFit& fit, const std::string& x, const std::string& y) {
  const auto like = [](const std::string& pattern, const std::string& text) {
    return pattern == text || ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
  };
  return (like(fit.a, x) && like(fit.b, y)) || (like(fit.a, y) && like(fit.b, x));
}

SceneFit parse_fit(const std::string& text, const std::string& place) {
  const auto colon = text.find(':');
  const auto equals = text.rfind('=');
  if (colon == std::string::npos || equals == std::string::npos || colon == 0 ||
      equals <= colon + 1) {
    throw InputError({place, "'" + text + "'", "A:B=DEPTH in the scene's units",
                      "for example 'shaft*:bearing*=0.02'"});
  }
  const SceneFit fit{text.substr(0, colon), text.substr(colon + 1, equals - colon - 1),
                     parse_number(place, text.substr(equals + 1))};
  if (fit.depth >= 0.0) return fit;
  throw InputError({place, "'" + text + "'", "a depth >= 0", ""});
}

std::vector<SceneFit> all_fits(const InterferenceArguments& arguments) {
  std::vector<SceneFit> fits;
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

/// The mean depth along the way out; of an overlap that is everywhere around, its mean thickness.
double depth_of(const OverlapVolume& overlap) {
  double area = 0.0;
  for (const OverlapSide& side : overlap.sides) {
    double own = 0.0;
    for (const VertexGradient& vertex : side.vertices) own += vertex.gradient.norm();
    if (own > 0.0) area = area > 0.0 ? std::min(area, own) : own;
  }
  if (!(area > 0.0)) return 0.0;
  const double way_out = overlap.sides[0].rigid.linear.norm();
  return overlap.volume / (way_out >= 0.5 * area ? way_out : area);
}

struct Interference {
  BodyId a, b;
  double at_rest = 0.0;  ///< depth
  double volume_at_rest = 0.0;
  double depth = 0.0;   ///< the largest
  double volume = 0.0;  ///< then
  double time = 0.0;
  std::optional<double> allowed = {};

  bool is_fit() const { return allowed && depth <= *allowed; }
};

/// All pairs that a joint does not connect, but those that may touch without a fit.
std::vector<std::pair<BodyId, BodyId>> asked_pairs(const Scene& scene,
                                                   const std::vector<SceneFit>& fits) {
  const TouchRules rules(scene);
  std::vector<bool> is_used(fits.size(), false);
  std::vector<std::pair<BodyId, BodyId>> pairs;
  for (std::size_t a = 0; a < scene.bodies.size(); ++a) {
    for (std::size_t b = a + 1; b < scene.bodies.size(); ++b) {
      bool is_asked = rules.is_checked(BodyId(a), BodyId(b));
      for (std::size_t i = 0; i < fits.size(); ++i) {
        if (!is_about(fits[i], scene.bodies[a].name, scene.bodies[b].name)) continue;
        is_used[i] = is_asked = true;
      }
      if (is_asked) pairs.emplace_back(BodyId(a), BodyId(b));
    }
  }
  for (std::size_t i = 0; i < fits.size(); ++i) {
    if (is_used[i]) continue;
    throw InputError({"--fit", "'" + fits[i].a + ":" + fits[i].b + "'",
                      "the names of two bodies; * stands for any letters", ""});
  }
  return pairs;
}

bool moves(const Scene& scene) {
  return std::ranges::any_of(scene.bodies,
                             [](const Body& body) { return !body.motion.is_still(); });
}

std::vector<double> instants_of(const Scene& scene, int samples) {
  std::vector<double> times{scene.span.lo};
  if (!moves(scene)) return times;
  for (int k = 1; k < samples; ++k) {
    times.push_back(scene.span.lo + (scene.span.hi - scene.span.lo) * k / (samples - 1));
  }
  return times;
}

std::vector<Interference> deepest_first(const Scene& scene, const std::vector<SceneFit>& fits,
                                        const std::vector<OverlapsAt>& instants) {
  std::map<std::pair<BodyId, BodyId>, Interference> found;
  for (const OverlapsAt& instant : instants) {
    for (const PairOverlap& pair : instant.pairs) {
      if (pair.overlap.is_empty()) continue;
      Interference& one = found[{pair.a, pair.b}];
      one.a = pair.a;
      one.b = pair.b;
      const double depth = depth_of(pair.overlap);
      if (instant.time == scene.span.lo) {
        one.at_rest = depth;
        one.volume_at_rest = pair.overlap.volume;
      }
      if (!(depth > one.depth)) continue;
      one.depth = depth;
      one.volume = pair.overlap.volume;
      one.time = instant.time;
    }
  }
  std::vector<Interference> all;
  for (auto& [pair, one] : found) {
    for (const SceneFit& fit : fits) {
      if (is_about(fit, scene.bodies[one.a.index()].name, scene.bodies[one.b.index()].name)) {
        one.allowed = std::max(fit.depth, one.allowed.value_or(0.0));
      }
    }
    all.push_back(one);
  }
  std::ranges::stable_sort(all, std::greater<>(), &Interference::depth);
  return all;
}

std::string interference_table(const Scene& scene, const std::vector<Interference>& all,
                               bool is_moving) {
  std::vector<std::vector<std::string>> rows{{"parts", "depth", "volume", "allowed", "verdict"}};
  if (is_moving) rows[0].insert(rows[0].begin() + 3, {"at [s]", "depth at rest"});
  for (const Interference& one : all) {
    std::vector<std::string> row{
        scene.bodies[one.a.index()].name + " / " + scene.bodies[one.b.index()].name,
        fmt::format("{:.4g}", one.depth), fmt::format("{:.4g}", one.volume),
        one.allowed ? fmt::format("{:.4g}", *one.allowed) : "",
        one.is_fit() ? "fits" : "interferes"};
    if (is_moving) {
      row.insert(row.begin() + 3,
                 {fmt::format("{:.4g}", one.time), fmt::format("{:.4g}", one.at_rest)});
    }
    rows.push_back(std::move(row));
  }
  return table(rows);
}

std::string interference_json(const std::string& file, const Scene& scene,
                              const std::vector<Interference>& all, std::size_t instants,
                              bool is_whole) {
  using Json = nlohmann::ordered_json;
  Json pairs = Json::array();
  for (const Interference& one : all) {
    pairs.push_back({{"pair", {scene.bodies[one.a.index()].name, scene.bodies[one.b.index()].name}},
                     {"depth", one.depth},
                     {"volume", one.volume},
                     {"time", one.time},
                     {"depth_at_rest", one.at_rest},
                     {"volume_at_rest", one.volume_at_rest},
                     {"allowed", one.allowed ? Json(*one.allowed) : Json()},
                     {"fits", one.is_fit()}});
  }
  const Json json{
      {"format", "graze interference 1"}, {"scene", file},        {"units", scene.units},
      {"guarantee", "sampled"},           {"instants", instants}, {"complete", is_whole},
      {"interferences", std::move(pairs)}};
  return json.dump(1) + "\n";
}

int run_interference(const InterferenceArguments& arguments) {
  std::vector<SceneFit> fits = all_fits(arguments);
  const OverlapScene scene{PreparedScene(load_scene(arguments.scene), ShapeNeed::kNothing)};
  const std::vector<SceneFit> stated = load_fits(arguments.scene, scene.scene());
  fits.insert(fits.end(), stated.begin(), stated.end());
  SceneOverlapOptions options;
  options.depth.pixels = {arguments.pixels, arguments.pixels, arguments.pixels};
  options.pairs = asked_pairs(scene.scene(), fits);
  if (options.pairs.empty()) {
    fmt::print(stderr, "graze: no pair of parts is checked: all may touch, or there is one part\n");
    return kNothing;
  }
  const std::vector<double> times = instants_of(scene.scene(), arguments.samples);
  const InterruptFlag interrupt;
  options.budget.cancel = interrupt.flag();
  options.progress = progress_on_terminal();
  const auto instants = scene.overlaps_at(times, options);
  clear_progress();
  const auto all = deepest_first(scene.scene(), fits, instants);
  const bool is_whole = instants.size() == times.size();
  if (arguments.json) {
    fmt::print("{}",
               interference_json(arguments.scene, scene.scene(), all, instants.size(), is_whole));
  } else {
    if (!all.empty()) fmt::print("{}", interference_table(scene.scene(), all, times.size() > 1));
    const auto bad = std::ranges::count_if(all, [](const auto& one) { return !one.is_fit(); });
    fmt::print("{} of {} pairs interfere, {} fit; lengths in {}, sampled at {} instant{}\n", bad,
               options.pairs.size(), std::ptrdiff_t(all.size()) - bad, scene.scene().units,
               instants.size(), instants.size() == 1 ? "" : "s");
  }
  if (std::ranges::any_of(all, [](const auto& one) { return !one.is_fit(); })) return kFound;
  return is_whole ? kFine : kUnknown;
}
}  // namespace

void add_interference_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<InterferenceArguments>();
  CLI::App* verb =
      app.add_subcommand("interference", "Parts inside each other: how deep, what fits");
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option("--fit", arguments->fits,
                   "A:B=DEPTH: parts that may be so deep in each other; * and ? are wildcards")
      ->allow_extra_args(false);
  verb->add_option("--fits", arguments->fits_file, "a file of such lines; # begins a comment");
  verb->add_option("--samples", arguments->samples, "instants over the motion, ends included")
      ->check(CLI::Range(2, 1'000'000));
  verb->add_option("--pixels", arguments->pixels, "columns along each axis, 1 to 4096")
      ->check(CLI::Range(1, 4096));
  verb->add_flag("--json", arguments->json, "the pairs as JSON (see docs/report.md)");
  verb->footer(
      "Exit code: 0 nothing interferes, 1 something does, 2 bad input, 3 Ctrl-C, 4 no pair.\n"
      "Depths and volumes are sampled by depth images; `graze check` proves that parts are "
      "apart.\n\n"
      "Example:\n  graze interference gearbox.json --fit 'shaft*:bearing*=0.02'\n");
  verb->callback([arguments, &exit_code] { exit_code = run_interference(*arguments); });
}

}  // namespace graze::tool
