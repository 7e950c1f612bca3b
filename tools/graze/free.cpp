// SPDX-License-Identifier: MIT
// graze free: does a part go its whole way, and if not, which ways are free where it stops?   [G3]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <numbers>

#include "graze/base/error.h"
#include "graze/base/nearest_word.h"
#include "graze/io/open_scene.h"
#include "graze/io/write_way_out.h"
#include "graze/query/free_moves.h"
#include "interrupt.h"
#include "number_checks.h"
#include "question_arguments.h"
#include "report_table.h"
#include "terminal.h"
#include "verbs.h"

namespace graze::tool {
namespace {
constexpr double kDegree = std::numbers::pi / 180.0;

struct FreeArguments {
  std::string scene;
  std::string part;
  std::optional<double> at;
  double length = 0.0;
  double angle_degrees = 10.0;
  QuestionArguments question;
  bool json = false;
};

BodyId part_of(const Scene& scene, const std::string& name) {
  if (const auto body = find_body(scene, name)) return *body;
  std::vector<std::string_view> names;
  for (const Body& body : scene.bodies) names.push_back(body.name);
  throw InputError(
      {"PART", "'" + name + "'", "the name of a body of the scene", did_you_mean(name, names)});
}

WayOut ask(const Scene& scene, BodyId part, const FreeArguments& arguments,
           const ContactOptions& contact) {
  FreeMoveOptions options{.time = arguments.at.value_or(0.0),
                          .length = arguments.length,
                          .angle = arguments.angle_degrees * kDegree,
                          .contact = contact};
  if (!arguments.at) return way_out(scene, part, options);
  options.contact.min_separation = 0.0;
  return {.stands = options.time, .moves = free_moves(scene, part, options)};
}

/// "+x-z", or "turn +x".
std::string move_name(const FreeMove& move) {
  std::string name = move.is_turn ? "turn " : "";
  for (int k = 0; k < 3; ++k) {
    if (move.direction[k] == 0.0) continue;
    name += move.direction[k] > 0.0 ? '+' : '-';
    name += "xyz"[k];
  }
  return name;
}

std::string verdict(const Scene& scene, const WayOut& out, const std::string& part,
                    const Terminal& terminal) {
  const auto name_of = [&](BodyId id) { return printable(scene.bodies[id.index()].name); };
  if (!out.hit) return fmt::format("ASKED      {} at {:g} s\n", printable(part), out.stands);
  const ContactReport& report = out.hit->report;
  if (report.outcome == Outcome::kSeparated) {
    return painted(terminal, Ink::kGood, "FREE      ") +
           fmt::format(" {} goes its whole way ({})\n", printable(part), name(report.guarantee));
  }
  if (report.outcome == Outcome::kUndecided) {
    return painted(terminal, Ink::kDoubt, "UNDECIDED ") +
           fmt::format(" {} is free up to {} s\n", printable(part), text_below(report.time.lo));
  }
  if (report.outcome == Outcome::kOverlapAtStart) {
    return painted(terminal, Ink::kBad, "BLOCKED   ") +
           fmt::format(" {} and {} overlap at the start; graze interference says how deep\n",
                       name_of(out.hit->a), name_of(out.hit->b));
  }
  const Interval span = scene.span;
  const Contact& contact = report.contacts.at(0);
  return painted(terminal, Ink::kBad, "BLOCKED   ") +
         fmt::format(" {} meets {} at {:.6g} s, after {:.0f} % of the time ({})\n",
                     name_of(out.hit->a), name_of(out.hit->b), report.time.hi,
                     100.0 * (report.time.hi - span.lo) / std::max(span.hi - span.lo, 1e-300),
                     name(report.guarantee)) +
         fmt::format("hit        point {:.4g} {:.4g} {:.4g}, normal {:.4g} {:.4g} {:.4g}\n",
                     contact.point.x(), contact.point.y(), contact.point.z(), contact.normal.x(),
                     contact.normal.y(), contact.normal.z());
}

/// "free       3 of 26 ways for 1.7 mm: +z, +x+z, +y+z".
std::string free_row(const std::vector<FreeMove>& moves, bool turns, const std::string& amount) {
  std::string names;
  std::size_t asked = 0, free = 0;
  for (const FreeMove& move : moves) {
    if (move.is_turn != turns) continue;
    ++asked;
    if (!move.is_free()) continue;
    ++free;
    names += (names.empty() ? ": " : ", ") + move_name(move);
  }
  return fmt::format("{:<10} {} of {} for {}{}\n", turns ? "turns" : "free ways", free, asked,
                     amount, names);
}

std::string blocked_rows(const Scene& scene, std::vector<FreeMove> moves) {
  std::erase_if(moves, [](const FreeMove& move) { return move.is_free(); });
  std::stable_sort(moves.begin(), moves.end(), [](const FreeMove& p, const FreeMove& q) {
    return p.free / p.asked > q.free / q.asked;
  });
  if (moves.empty()) return "";
  std::vector<std::vector<std::string>> rows{{"blocked way", "free up to", "then meets"}};
  for (const FreeMove& move : moves) {
    rows.push_back({move_name(move),
                    move.is_turn ? text_below(move.free / kDegree) + "°"
                                 : text_below(move.free) + " " + scene.units,
                    move.blocker ? scene.bodies[move.blocker->index()].name : "undecided"});
    if (rows.size() > 8) break;
  }
  std::string text = "\n" + table(rows);
  if (moves.size() > rows.size() - 1)
    text += fmt::format("… and {} more; --json lists all\n", moves.size() - rows.size() + 1);
  return text;
}

std::string text_of(const Scene& scene, const WayOut& out, const FreeArguments& arguments) {
  const Terminal terminal = terminal_of_stdout();
  std::string text = verdict(scene, out, arguments.part, terminal);
  if (!out.moves.empty()) {
    text += fmt::format("stands     at {} s: all moves below start there, all else stands still\n",
                        text_below(out.stands));
    text +=
        free_row(out.moves, false, fmt::format("{:.4g} {}", out.moves.front().asked, scene.units));
    text += free_row(out.moves, true, fmt::format("{:g}°", arguments.angle_degrees));
  }
  return wrapped(text, terminal.columns, 11) + blocked_rows(scene, out.moves);
}

/// Neither the part nor anything in its way moves: then it would be "free" without a path.
bool nothing_moves(const Scene& scene, const ContactOptions& options) {
  const auto stands = [&](BodyId body) {
    return !scene.bodies[body.index()].deforms() && world_motion(scene, body).is_still();
  };
  return std::ranges::all_of(
      options.pairs, [&](const auto& pair) { return stands(pair.first) && stands(pair.second); });
}

int run(const FreeArguments& arguments) {
  Scene scene = open_scene(arguments.scene);
  const BodyId part = part_of(scene, arguments.part);
  ContactOptions options = contact_options(arguments.question, scene);
  if (options.span) scene.span = *options.span;
  options.pairs = pairs_of_part(scene, part);
  if (options.pairs.empty()) {
    fmt::print(stderr,
               "graze: warning: nothing was checked: '{}' has no shape, or may touch all "
               "others\n",
               printable(arguments.part));
    return kNothing;
  }
  const InterruptFlag interrupt;
  options.budget.cancel = interrupt.flag();
  const WayOut out = ask(scene, part, arguments, options);
  const bool is_free = out.hit && out.hit->report.outcome == Outcome::kSeparated;
  if (is_free && nothing_moves(scene, options)) {
    fmt::print(stderr,
               "graze: warning: nothing was checked: '{}' and what is in its way stand still; give "
               "it a motion in the scene, or ask with --at 0 which ways are free\n",
               printable(arguments.part));
    return kNothing;
  }
  if (arguments.json) {
    fmt::print("{}", way_out_document(scene, arguments.scene, part, out));
  } else {
    fmt::print("{}", text_of(scene, out, arguments));
  }
  if (out.is_blocked()) return kFound;
  return out.hit && out.hit->report.outcome == Outcome::kUndecided ? kUnknown : kFine;
}
}  // namespace

void add_free_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<FreeArguments>();
  CLI::App* verb = app.add_subcommand(
      "free", "Does a part come out along its path, and if not, which ways are free there");
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option("PART", arguments->part, "the body that moves; all others are in its way")
      ->required();
  verb->add_option("--at", arguments->at, "seconds: ask only which ways are free then");
  verb->add_option("--length", arguments->length,
                   "length of straight ways, in the scene's units [the part's diagonal]")
      ->check(above_zero());
  verb->add_option("--angle", arguments->angle_degrees, "length of turns, in degrees [10]")
      ->check(CLI::Range(1e-3, 360.0));
  verb->add_flag("--json", arguments->json, "every move as JSON");
  add_short_question_options(*verb, arguments->question);
  verb->footer(
      "Exit code: 0 it goes its whole way (proved), 1 blocked, 2 bad input, 3 undecided,\n"
      "4 nothing to check.\n\n"
      "Example:\n  graze free gearbox.json shaft --length 20\n");
  verb->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace graze::tool
