// SPDX-License-Identifier: MIT
// The front door: everything you need to ask questions. docs/cpp_api.md says which header is for
// what.
//
// Files are a library of their own, graze::io: #include <graze/io.h>.
#pragma once

// Bodies and how they move.
#include <graze/geometry/deformation.h>
#include <graze/geometry/shapes.h>
#include <graze/geometry/triangle_mesh.h>
#include <graze/motion/motion.h>
#include <graze/scene/joint_trajectory.h>
#include <graze/scene/robot.h>
#include <graze/scene/robot_scene.h>
#include <graze/scene/scene.h>
#include <graze/scene/scene_change.h>
#include <graze/scene/shape.h>

// Questions.
#include <graze/query/clearance.h>
#include <graze/query/clearance_curve.h>
#include <graze/query/contact_intervals.h>
#include <graze/query/enclosed_bodies.h>
#include <graze/query/first_contact.h>
#include <graze/query/joint_sweep.h>
#include <graze/query/live_scene.h>
#include <graze/query/monitor.h>
#include <graze/query/motion_checker.h>
#include <graze/query/overlap_volume.h>
#include <graze/query/prepared_scene.h>
#include <graze/query/prove_scene.h>
#include <graze/query/scene_steps.h>

// Answers, errors and limits.
#include <graze/base/budget.h>
#include <graze/base/error.h>
#include <graze/contact/contact_report.h>
#include <graze/contact/pair_report.h>
