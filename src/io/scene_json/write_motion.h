// SPDX-License-Identifier: MIT
#pragma once
#include <nlohmann/json.hpp>

#include "graze/motion/motion_kinds.h"

namespace graze::scene_json {

using OrderedJson = nlohmann::ordered_json;

OrderedJson to_json(const Vec3& v);
OrderedJson to_json(const Pose& pose);
/// Throws InputError for a motion that is known only through functions.
OrderedJson to_json(const Motion& motion);
OrderedJson pieces_json(const TrackDescription& track);  ///< the type "pieces"

std::string_view outside_name(Outside outside);
OrderedJson control_points_json(const RationalFormula& formula);

}  // namespace graze::scene_json
