// SPDX-License-Identifier: MIT
// Motions written in Python.
#pragma once
#include <optional>
#include <vector>

#include "bindings.h"

namespace graze::python {

/// A function of time with its largest speeds, and its largest accelerations if both are given.
/// Throws InputError.
Motion custom_motion(const py::object& pose_at, double speed, double angular_speed,
                     const py::object& domain, const std::vector<double>& breakpoints,
                     const std::optional<double>& acceleration,
                     const std::optional<double>& angular_acceleration);

}  // namespace graze::python
