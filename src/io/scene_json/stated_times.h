// SPDX-License-Identifier: MIT
// Which times the motions and forms of a scene's bodies state: the question's span where none is
// given.
#pragma once

#include <optional>

#include "graze/math/interval.h"
#include "io/json/json_cursor.h"

namespace graze::scene_json {

/// The hull of all times that motions, joints and deformations of these bodies state; none where
/// all of them last over the span. Looks at keys only: a wrong value is refused where it is read.
std::optional<Interval> stated_times(const json::JsonCursor& bodies);

}  // namespace graze::scene_json
