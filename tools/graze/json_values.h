// SPDX-License-Identifier: MIT
// Small values as JSON.
#pragma once
#include <graze/math/interval.h>
#include <graze/math/vec.h>

#include <nlohmann/json.hpp>

namespace graze::tool {

inline nlohmann::ordered_json to_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
inline nlohmann::ordered_json to_json(const Interval& i) { return {i.lo, i.hi}; }

}  // namespace graze::tool
