// SPDX-License-Identifier: MIT
// Observations in, events out, one JSON object per line: a monitor in a pipe.                  [O6]
#pragma once
#include <graze/contact/monitor_event.h>
#include <graze/scene/observation.h>
#include <graze/scene/scene.h>

#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// One line: {"time": s, "body": name, "position": [x, y, z], "rotation": {…}, "vertices": [[x, y,
/// z], …]}, or {"time": s, "bodies": {name: {"position": …, "rotation": …, "vertices": …}, …}}.
/// Poses are world from body, in the forms of docs/scene.md; what is left out stays as it was.
/// Throws InputError that names `place` and the JSON path.
std::vector<Observation> parse_observations(std::string_view line, const std::string& place,
                                            const Scene& scene);

/// One line without its line end. At most `max_faces` pairs of faces are written, with the number
/// of all.
std::string event_line(const Scene& scene, const MonitorEvent& event, std::size_t max_faces = 8);

}  // namespace graze
