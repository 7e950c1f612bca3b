// SPDX-License-Identifier: MIT
// What a joint's value is over time: stated, or following other joints.                        [C8]
#pragma once
#include <map>
#include <string>
#include <vector>

#include "graze/scene/joint.h"
#include "io/json/json_cursor.h"

namespace graze::scene_json {

using json::JsonCursor;

/// Uniform between knots.
struct JointValues {
  std::vector<TimedValue> knots;  ///< one: it stays there
  Outside outside = Outside::kHold;
  bool is_range = false;  ///< two knots, any number of turns between them
};

/// Of joints that were read before, by the names of their bodies.
using KnownJoints = std::map<std::string, JointValues>;

/// The keys that say how a joint moves, for expect_keys.
const std::vector<std::string_view>& value_keys(bool has_angles);

/// "value", "range", "values" (and in degrees, if it has angles), or "mimic". None: rests at 0.
JointValues read_joint_values(const JsonCursor& cursor, const Interval& span, bool has_angles,
                              const KnownJoints& known);

}  // namespace graze::scene_json
