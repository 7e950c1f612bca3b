// SPDX-License-Identifier: MIT
// CAD files, which a separate program reads, and the JSON in which it hands them over.
//                                                                                             [C10]
#pragma once
#include <graze/scene/cad_model.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace graze {

struct LoadCadOptions {
  double deviation = 0.0;           ///< of meshes, in mm; 0: see below
  double relative_deviation = 0.0;  ///< of meshes, as a share of each part's diagonal; 0: no meshes
  std::string part = {};  ///< an instance that must be there, by its path; checked before meshing
};

/// Calls the function for every CAD file that is read from now on, also for those that scenes name:
/// with the file and the share of its faces that is done, from 0 to 1. However reading ends, the
/// last call is with 1. Programs set it before they read anything; it must not throw.
void watch_cad_files(std::function<void(const std::filesystem::path&, double)> progress);

/// .step, .stp, .brep or .brp, in lower or upper case.
bool is_cad_file(const std::filesystem::path& path);

/// True if graze-cad is found, so that load_cad can run it.
bool has_cad_reader();

/// Runs graze-cad, which reads the file with OpenCASCADE: a damaged file can crash that program,
/// not this one. graze-cad is looked for where the variable GRAZE_CAD says, beside the running
/// program, and on PATH. Whatever goes wrong, throws InputError with one sentence.
CadModel load_cad(const std::filesystem::path& path, const LoadCadOptions& options = {});

/// A model as JSON, every number with all its bits. Throws InputError for patches that are
/// functions or formulas.
std::string format_cad_model(const CadModel& model);
CadModel parse_cad_model(std::string_view text, const std::string& place);

}  // namespace graze
