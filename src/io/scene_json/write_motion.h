// SPDX-License-Identifier: MIT
#pragma once
#include "graze/motion/motion_kinds.h"
#include "io/json/contact_json.h"

namespace graze::scene_json {

using json::OrderedJson;
using json::to_json;

OrderedJson to_json(const Pose& pose);
/// Throws InputError for a motion that is known only through functions.
OrderedJson to_json(const Motion& motion);
OrderedJson pieces_json(const TrackDescription& track);  ///< the type "pieces"

std::string_view outside_name(Outside outside);
OrderedJson control_points_json(const RationalFormula& formula);

}  // namespace graze::scene_json
