// SPDX-License-Identifier: MIT
// graze monitor: which faces of which bodies are about to touch?                              [O6]
#include "graze/query/monitor.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/line_reader.h"
#include "graze/io/monitor_io.h"
#include "graze/io/open_scene.h"
#include "graze/scene/pair_count.h"
#include "interrupt.h"
#include "nothing_checked.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct MonitorArguments {
  std::string scene;
  std::string poses;
  MonitorOptions options;
  double rate = 60.0;
  std::optional<std::int64_t> tests;
  bool confirm = false;
  bool allow_empty = false;
  bool json = false;
};

/// Prints events as they come, a line each, and counts them.
class EventPrinter {
 public:
  EventPrinter(const Scene& scene, bool json) : scene_(scene), json_(json) {}

  void print(const std::vector<MonitorEvent>& events) {
    for (const MonitorEvent& event : events) {
      announced_ += event.kind == MonitorEventKind::kAnnounced;
      fmt::print("{}\n", json_ ? event_line(scene_, event) : text_of(event));
    }
    // A reader in a pipe needs it now.
    if (!events.empty()) std::fflush(stdout);
  }
  std::size_t announced() const { return announced_; }

 private:
  std::string text_of(const MonitorEvent& event) const {
    const std::string head = fmt::format("{:.6g} s  {:<9}  {} / {}: ", event.time, name(event.kind),
                                         printable(scene_.bodies[event.a.index()].name),
                                         printable(scene_.bodies[event.b.index()].name));
    if (event.kind == MonitorEventKind::kWithdrawn) {
      return head + fmt::format("apart until {:.6g} s", event.earliest);
    }
    if (event.is_inside) return head + "one is inside the other";
    const std::string lead =
        event.lead() > 0.0 ? fmt::format("in {:.3g} s", event.lead()) : std::string("now");
    const std::string when = fmt::format("may touch from {:.6g} s on, {}", event.earliest, lead);
    if (event.faces.empty()) return head + when + "; no time to say which faces";
    return head + when +
           fmt::format("; {} of faces, first {} / {}{}", counted(event.faces.size(), "pair"),
                       event.faces[0].a.value, event.faces[0].b.value,
                       event.is_coarse ? "; no time to say all of them" : "") +
           confirmed_text(event);
  }
  static std::string confirmed_text(const MonitorEvent& event) {
    if (!event.confirmed) return "";
    return fmt::format("; {} {}, {:.9g} to {:.9g} s", name(event.confirmed->guarantee),
                       name(event.confirmed->outcome), event.confirmed->time.lo,
                       event.confirmed->time.hi);
  }

  const Scene& scene_;
  bool json_;
  std::size_t announced_ = 0;
};

/// Poses of the scene's own motions, seen at the rate.
void watch_scene(const Scene& scene, const MonitorArguments& arguments, OctreeMonitor& monitor,
                 EventPrinter& out) {
  const InterruptFlag interrupt;
  const std::vector<Motion> motions = world_motions(scene);
  const double duration = scene.span.hi - scene.span.lo;
  const auto cycles = static_cast<std::uint64_t>(duration * arguments.rate * (1.0 + 1e-9));
  for (std::uint64_t k = 0; k <= cycles && !interrupt.flag()->load(); ++k) {
    const double now = std::min(scene.span.lo + double(k) / arguments.rate, scene.span.hi);
    for (std::size_t i = 0; i < motions.size(); ++i) {
      if (motions[i].is_still() && k > 0) continue;
      monitor.observe({BodyId(i), now, pose_at(motions[i], now), {}});
    }
    out.print(monitor.cycle(now));
  }
}

/// A cycle after each line whose time is a period after the last cycle.
void watch_lines(const Scene& scene, const MonitorArguments& arguments, OctreeMonitor& monitor,
                 EventPrinter& out) {
  LineReader lines(arguments.poses);
  std::optional<double> last, newest;  // cycle, observation
  for (std::string line; lines.next(line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::vector<Observation> seen = parse_observations(line, lines.place(), scene);
    for (const Observation& one : seen) monitor.observe(one);
    if (seen.empty()) continue;
    newest = std::max(newest.value_or(seen.front().time), seen.front().time);
    if (last && *newest < *last + 1.0 / arguments.rate) continue;  // part of the next cycle
    out.print(monitor.cycle(*newest));
    last = newest;
  }
  if (newest && *newest > *last) out.print(monitor.cycle(*newest));
}

std::uint64_t checked_tests(std::int64_t tests) {
  if (tests >= 0) return static_cast<std::uint64_t>(tests);
  throw InputError({"--tests", fmt::format("{}", tests), "a number of tests >= 0", ""});
}

int run_monitor(MonitorArguments arguments) {
  if (!(arguments.rate > 0.0) || !(arguments.rate <= 1e9)) {
    throw InputError({"--rate", fmt::format("{}", arguments.rate), "cycles per second > 0", ""});
  }
  const Scene scene = open_scene(arguments.scene);
  if (arguments.tests) arguments.options.tests_per_cycle = checked_tests(*arguments.tests);
  if (arguments.confirm) arguments.options.confirm = confirm_by_proof();
  OctreeMonitor monitor(scene, arguments.options);
  EventPrinter out(scene, arguments.json);
  if (arguments.poses.empty()) {
    watch_scene(scene, arguments, monitor, out);
  } else {
    watch_lines(scene, arguments, monitor, out);
  }
  if (checked_pair_count(scene) == 0) {
    return nothing_checked(why_no_pair(scene), arguments.allow_empty);
  }
  return out.announced() > 0 ? kFound : kFine;
}
}  // namespace

void add_monitor_verb(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<MonitorArguments>();
  CLI::App* verb = app.add_subcommand("monitor", "Announce contacts ahead of time, line by line");
  MonitorOptions& options = arguments->options;
  verb->add_option("SCENE", arguments->scene, "scene.json (see docs/scene.md)")->required();
  verb->add_option(
      "--poses", arguments->poses,
      "observations, one JSON object per line; -: standard input; default: the scene's "
      "own motions");
  verb->add_option("--rate", arguments->rate, "most cycles per second of observed time [60]");
  verb->add_option("--horizon", options.horizon, "seconds to look ahead [1]");
  verb->add_option("--steps", options.steps, "number of parts of the horizon [4]");
  verb->add_option("--depth", options.depth, "levels of the octrees [4]");
  verb->add_option("--margin", options.margin, "distances below this count, in scene units");
  verb->add_option(
      "--acceleration", options.acceleration,
      "how far motions may depart from their estimate, as an acceleration, length / s^2 [0]");
  verb->add_option(
      "--window", options.window,
      "seconds of observations that a velocity is taken from; 0: the last two observations");
  verb->add_option("--tests", arguments->tests,
                   "work of a cycle, in tests; beyond it answers are coarser [20 million]");
  verb->add_option("--budget", options.seconds_per_cycle, "the same in seconds");
  verb->add_flag("--confirm", arguments->confirm, "announce only what a proof does not rule out");
  verb->add_flag("--updates", options.updates, "also print a line for what is still announced");
  verb->add_option("--threads", options.threads, "0: all cores; answers do not depend on it");
  add_allow_empty(*verb, arguments->allow_empty);
  verb->add_flag("--json", arguments->json, "events as JSON (see docs/methods/octree.md)");
  verb->footer(
      "Exit code: 0 nothing announced, 1 something announced, 2 bad input,\n"
      "4 nothing to watch.\n\n"
      "Example:\n  graze monitor examples/scenes/falling_gear.json --horizon 0.2\n"
      "  my_tracker | graze monitor cell.json --poses - --json | my_controller\n");
  verb->callback([arguments, &exit_code] { exit_code = run_monitor(*arguments); });
}

}  // namespace graze::tool
