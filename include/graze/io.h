// SPDX-License-Identifier: MIT
// The front door of graze::io: everything that is read and written. docs/cpp_api.md.
#pragma once

// Bodies from files, and back.
#include <graze/io/load_gltf.h>
#include <graze/io/load_robot_scene.h>
#include <graze/io/load_scene.h>
#include <graze/io/mesh_io.h>
#include <graze/io/open_scene.h>
#include <graze/io/robot_io.h>
#include <graze/io/trajectory_io.h>
#include <graze/io/write_scene.h>

// Answers to files, and back.
#include <graze/io/certificate_io.h>
#include <graze/io/gltf_export.h>
#include <graze/io/monitor_io.h>
#include <graze/io/read_report.h>
#include <graze/io/report_page.h>
#include <graze/io/verify_certificate.h>
#include <graze/io/write_report.h>

// Worlds from files, their recordings.
#include <graze/simulation/load_world_scene.h>
#include <graze/simulation/simulate.h>
