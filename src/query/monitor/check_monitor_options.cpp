// SPDX-License-Identifier: MIT
#include "query/monitor/check_monitor_options.h"

#include <cmath>
#include <string>

#include "graze/base/error.h"
#include "graze/base/number_text.h"

namespace graze::query {
namespace {
void expect(bool is_good, const char* option, double found, const char* expected) {
  if (!is_good) throw InputError({option, number_text(found), expected, ""});
}

bool is_length(double x) { return std::isfinite(x) && x >= 0.0; }
}  // namespace

void check(const MonitorOptions& options) {
  expect(options.horizon > 0.0 && options.horizon <= 1e9, "horizon", options.horizon,
         "seconds > 0, at most 1e9");
  expect(options.steps >= 1 && options.steps <= 64, "steps", options.steps, "1 to 64");
  expect(options.depth >= 0 && options.depth <= 10, "depth", options.depth, "0 to 10");
  expect(!options.margin || is_length(*options.margin), "margin", options.margin.value_or(0.0),
         "a finite length >= 0");
  expect(is_length(options.acceleration), "acceleration", options.acceleration,
         "a finite acceleration >= 0");
  expect(is_length(options.window), "window", options.window, "seconds >= 0");
  expect(options.seconds_per_cycle > 0.0, "seconds per cycle", options.seconds_per_cycle,
         "seconds > 0");
  expect(options.threads >= 0, "threads", options.threads, "0 (all cores) or more");
}

}  // namespace graze::query
