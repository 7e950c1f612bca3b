// SPDX-License-Identifier: MIT
// Robots in formats other than URDF, read into the same Robot.
#pragma once
#include "graze/io/robot_io.h"
#include "io/urdf/read_geometry.h"

namespace graze::urdf {

/// <sdf>: the one model of the file, or all models of its world. docs/robots.md says what is read.
Robot read_sdf(const xml::XmlCursor& root, GeometryReader& geometry, const UrdfOptions& options);

/// <mujoco>.
Robot read_mjcf(const xml::XmlCursor& root, GeometryReader& geometry, const UrdfOptions& options);

/// Attaches all links that no joint carries to a link "world" by free joints: a Robot has one root.
void join_roots(Robot& robot);

/// A sentence about links that are called left and right and differ in size; empty if there are
/// none.
std::string unequal_sides(const Robot& robot);

}  // namespace graze::urdf
