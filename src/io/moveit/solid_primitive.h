// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "graze/scene/shape.h"

namespace graze::moveit {

/// Throws InputError at `place` unless make_primitive knows the type.
void check_primitive_type(const std::string& type, const std::string& place);

/// In ROS's order: box x y z; sphere radius; cylinder and cone height, radius. Throws InputError at
/// `place`. A cone is the pyramid of 96 sides around it, apex up.
Shape make_primitive(const std::string& type, const std::vector<double>& sizes,
                     const std::string& place);

}  // namespace graze::moveit
