// SPDX-License-Identifier: MIT
// graze boxes: every entry and exit of boxes under rational motion.                        [B1-B5]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "boxes_plot.h"
#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/load_scene.h"
#include "graze/motion/polynomial_pose.h"
#include "question_arguments.h"
#include "verbs.h"

namespace graze::tool {
namespace {
using Json = nlohmann::ordered_json;

struct BoxesArguments {
  std::string scene;
  QuestionArguments question;
  std::string plot;
  bool json = false;
  bool explain = false;
};

struct BoxPair {
  BodyId a, b;
  MovingBox box_a, box_b;
};

struct PairAnswer {
  BoxPair pair;
  BoxContacts contacts;
  double seconds = 0.0;
  std::optional<PrintedBoxes> printed;
};

bool is_rational_box(const Body& body, const Motion& motion) {
  return body.shape.box() && body.padding == 0.0 && is_rational(motion);
}

/// Pairs asked for by name must be boxes; of all pairs those that are.
std::vector<BoxPair> box_pairs(const Scene& scene, const ContactOptions& options) {
  std::vector<BoxPair> pairs;
  const bool named = !options.pairs.empty();
  for (const auto& [a, b] : named ? options.pairs : checked_pairs(scene)) {
    const auto [motion_a, motion_b] = pair_motions(scene, a, b);
    const Body &body_a = scene.bodies[a.index()], &body_b = scene.bodies[b.index()];
    if (is_rational_box(body_a, motion_a) && is_rational_box(body_b, motion_b)) {
      pairs.push_back({a, b, {*body_a.shape.box(), motion_a}, {*body_b.shape.box(), motion_b}});
    } else if (named) {
      throw InputError({"--pairs", body_a.name + ":" + body_b.name,
                        "two boxes without padding in rational motions",
                        "use graze check for other bodies"});
    }
  }
  if (pairs.empty())
    throw InputError({"scene", "no pair of boxes in rational motions",
                      "bodies of type 'box' that stand still, slide or move rationally",
                      "see docs/methods/analytic_boxes.md"});
  return pairs;
}

PairAnswer answer(const BoxPair& pair, const Interval& span, bool explain) {
  PairAnswer result{pair, {}, 0.0, {}};
  const auto begin = std::chrono::steady_clock::now();
  result.contacts = box_contacts(pair.box_a, pair.box_b, {span, false});
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (explain) result.printed = printed_box_contacts(pair.box_a, pair.box_b, span);
  return result;
}

std::string shown(const Interval& time) {
  const double width = time.hi - time.lo;
  return width > 0.0 ? fmt::format("{:.12g} (within {:.1g})", 0.5 * (time.lo + time.hi), width)
                     : fmt::format("{:.12g}", time.lo);
}

std::string shown(const FeaturePair& f) { return name(f.a) + " / " + name(f.b); }

std::string names(const Scene& scene, const BoxPair& pair) {
  return scene.bodies[pair.a.index()].name + " : " + scene.bodies[pair.b.index()].name;
}

void print_intervals(const PairAnswer& a) {
  for (const BoxContactInterval& c : a.contacts.intervals) {
    if (c.kind == IntervalKind::kGraze) {
      fmt::print("  graze  {} s   {}\n", shown(c.entry), shown(c.exit_features));
      continue;
    }
    fmt::print("  entry  {} s   {}\n", shown(c.entry),
               c.before_span ? "overlapping from the start" : shown(c.entry_features));
    fmt::print("  exit   {} s   {}\n", shown(c.exit),
               c.after_span ? "still overlapping" : shown(c.exit_features));
  }
  for (const Interval& o : a.contacts.openings)
    fmt::print("  may part within rounding at {} s\n", shown(o));
  if (!a.contacts.complete)
    fmt::print("  sure until {:.9g} s: {}\n", a.contacts.sure_until, a.contacts.reason);
  if (a.contacts.intervals.empty()) fmt::print("  apart all the time\n");
}

const char* name_of(PairKind kind) {
  return kind == PairKind::kVertexFace
             ? "vertex/face"
             : (kind == PairKind::kFaceVertex ? "face/vertex" : "edge/edge");
}

void print_account(const PrintedBoxes& p) {
  fmt::print(
      "  as printed: degree {}, {} homogeneous intervals, {} of them outside the span, {} "
      "eliminated by spheres\n",
      p.degree, p.homogeneous.size() + std::size_t(p.outside), p.outside, p.eliminated);
  for (const HomogeneousInterval& h : p.homogeneous) {
    fmt::print("    [{:.6f}, {:.6f}] ", h.span.lo, h.span.hi);
    if (h.eliminated) {
      fmt::print("spheres never meet\n");
    } else {
      fmt::print("{} pairs, {} zeros, {} contacts\n", h.pairs.size(), h.roots, h.contacts);
    }
  }
  for (const PlaneContact& c : p.contacts)
    fmt::print("    {} at {:.9f} s by {}: {}\n", c.is_entry ? "entry" : "exit", c.time.lo,
               name_of(c.pair.kind), shown(c.pair.features));
}

void print_table(const Scene& scene, const std::vector<PairAnswer>& answers) {
  for (const PairAnswer& a : answers) {
    fmt::print("{}   degree {}, error {:.1g} {}, {:.1f} us\n", names(scene, a.pair),
               a.contacts.degree, a.contacts.error, scene.units, 1e6 * a.seconds);
    print_intervals(a);
    if (a.printed) print_account(*a.printed);
  }
}

Json to_json(const Interval& i) { return {i.lo, i.hi}; }
Json to_json(const BoxFeature& f) {
  return {{"kind", name(f.kind())}, {"side", {f.side[0], f.side[1], f.side[2]}}};
}
Json to_json(const FeaturePair& f) { return {to_json(f.a), to_json(f.b)}; }

Json to_json(const BoxContactInterval& c) {
  Json json{{"kind", c.kind == IntervalKind::kGraze ? "graze" : "overlap"},
            {"entry", to_json(c.entry)},
            {"exit", to_json(c.exit)},
            {"before_span", c.before_span},
            {"after_span", c.after_span}};
  if (!c.before_span) json["entry_features"] = to_json(c.entry_features);
  if (!c.after_span) json["exit_features"] = to_json(c.exit_features);
  return json;
}

Json to_json(const PrintedBoxes& p) {
  Json intervals = Json::array();
  for (const HomogeneousInterval& h : p.homogeneous)
    intervals.push_back({{"span", to_json(h.span)},
                         {"eliminated", h.eliminated},
                         {"pairs", h.pairs.size()},
                         {"zeros", h.roots},
                         {"contacts", h.contacts}});
  return {{"degree", p.degree},
          {"outside", p.outside},
          {"eliminated", p.eliminated},
          {"homogeneous", intervals}};
}

Json to_json(const Scene& scene, const PairAnswer& a) {
  Json intervals = Json::array(), openings = Json::array();
  for (const BoxContactInterval& c : a.contacts.intervals) intervals.push_back(to_json(c));
  for (const Interval& o : a.contacts.openings) openings.push_back(to_json(o));
  Json json{{"pair", {scene.bodies[a.pair.a.index()].name, scene.bodies[a.pair.b.index()].name}},
            {"guarantee", "proved"},
            {"complete", a.contacts.complete},
            {"sure_until", a.contacts.sure_until},
            {"degree", a.contacts.degree},
            {"error", a.contacts.error},
            {"intervals", intervals},
            {"openings", openings},
            {"seconds", a.seconds}};
  if (a.printed) json["printed"] = to_json(*a.printed);
  return json;
}

void write_plot(const Scene& scene, const BoxesArguments& arguments, const Interval& span,
                const std::vector<PairAnswer>& answers) {
  if (answers.size() != 1)
    throw InputError({"--plot", std::to_string(answers.size()) + " pairs of boxes", "one pair",
                      "choose it with --pairs A:B"});
  const PairAnswer& a = answers.front();
  const SampledPlanes planes = sample_planes(a.pair.box_a, a.pair.box_b, span, 241);
  write_file(arguments.plot, planes_picture(names(scene, a.pair), planes, a.contacts));
}

int find_intervals(const BoxesArguments& arguments) {
  const Scene scene = load_scene(arguments.scene);
  const ContactOptions options = contact_options(arguments.question, scene);
  const Interval span = options.span.value_or(scene.span);
  std::vector<PairAnswer> answers;
  for (const BoxPair& pair : box_pairs(scene, options))
    answers.push_back(answer(pair, span, arguments.explain));
  if (!arguments.plot.empty()) write_plot(scene, arguments, span, answers);
  if (arguments.json) {
    Json pairs = Json::array();
    for (const PairAnswer& a : answers) pairs.push_back(to_json(scene, a));
    const Json document{{"format", "graze boxes 1"},
                        {"scene", arguments.scene},
                        {"units", scene.units},
                        {"span", to_json(span)},
                        {"pairs", pairs}};
    fmt::print("{}\n", document.dump(2));
  } else {
    print_table(scene, answers);
  }
  int code = kFine;
  for (const PairAnswer& a : answers) {
    if (!a.contacts.intervals.empty()) return kFound;
    if (!a.contacts.complete) code = kUnknown;
  }
  return code;
}
}  // namespace

void add_boxes_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<BoxesArguments>();
  CLI::App* verb =
      app.add_subcommand("boxes", "All contact intervals of boxes under rational motion");
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option("--span", arguments->question.span, "BEGIN:END in seconds");
  verb->add_option("--pairs", arguments->question.pairs, "A:B,C:D,… only these pairs of boxes");
  verb->add_flag("--explain", arguments->explain,
                 "also by the printed method: homogeneous intervals, pairs, what was eliminated");
  verb->add_option("--plot", arguments->plot, "write the 30 plane functions of a pair as SVG");
  verb->add_flag("--json", arguments->json, "the intervals as JSON");
  verb->footer(
      "Exit code: 0 all apart, 1 some touch, 2 bad input, 3 undecided.\n\n"
      "Example:\n  graze boxes examples/scenes/tumbling_boxes.json --explain\n");
  verb->callback([arguments, &exit_code] { exit_code = find_intervals(*arguments); });
}

}  // namespace graze::tool
