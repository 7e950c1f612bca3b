// SPDX-License-Identifier: MIT
#include "io/scene_json/stated_times.h"

#include <string_view>

#include "graze/math/interval_arithmetic.h"

namespace graze::scene_json {
namespace {
using json::Json;

struct Times {
  std::optional<Interval> all;
  void add(const Json& time) {
    if (!time.is_number()) return;
    const double t = time.get<double>();
    all = all ? hull(*all, Interval{t, t}) : Interval{t, t};
  }
};

/// A spline lasts from the knot after its degree to the one as far from the end.
void add_knots(const Json& spline, Times& times) {
  const auto knots = spline.find("knots");
  const auto degree = spline.find("degree");
  if (knots == spline.end() || !knots->is_array() || degree == spline.end()) return;
  if (!degree->is_number_unsigned()) return;
  const auto first = degree->get<std::size_t>();
  if (first >= knots->size()) return;
  times.add((*knots)[first]);
  times.add((*knots)[knots->size() - 1 - first]);
}

/// A joint's "values" are pairs of a time and a value.
void add_values(const Json& joint, Times& times) {
  const auto values = joint.find("values");
  if (values == joint.end() || !values->is_array()) return;
  for (const Json& pair : *values) {
    if (pair.is_array() && pair.size() == 2) times.add(pair.front());
  }
}

void add_times(const Json& node, Times& times) {
  if (node.is_object()) {
    add_knots(node, times);
    add_values(node, times);
  }
  if (!node.is_structured()) return;
  for (auto item = node.begin(); item != node.end(); ++item) {
    const bool is_time = node.is_object() && item.key() == "time";
    if (is_time && item->is_array()) {
      for (const Json& end : *item) times.add(end);
    } else if (is_time) {
      times.add(*item);
    } else {
      add_times(*item, times);
    }
  }
}
}  // namespace

std::optional<Interval> stated_times(const json::JsonCursor& bodies) {
  Times times;
  for (const json::JsonCursor& body : bodies.items()) {
    for (const std::string_view key : {"motion", "joint", "deformation"}) {
      if (!body.value().is_object()) continue;
      if (const auto found = body.value().find(key); found != body.value().end()) {
        add_times(*found, times);
      }
    }
  }
  return times.all;
}

}  // namespace graze::scene_json
