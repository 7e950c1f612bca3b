// SPDX-License-Identifier: MIT
// STEP and BREP files in, by OpenCASCADE.                                                    [C10]
//
// Damaged files can crash OpenCASCADE, so call read_cad only in a process that may crash. load_cad
// (io) starts one.
#pragma once
#include <graze/scene/cad_model.h>

#include <filesystem>
#include <functional>
#include <string>

namespace graze {

struct CadOptions {
  /// Largest distance of the meshes from their faces, proved where possible; model units. 0: no
  /// meshes.
  double deviation = 0.0;
  /// The same as a share of each part's diagonal, if `deviation` is 0.
  double relative_deviation = 0.0;
  std::string kind = {};  ///< the ending to go by; empty: that of the path
  /// The path of an instance that must be in the file. If it is missing, InputError is thrown
  /// before any mesh is made.
  std::string part = {};
  /// Called with the share of the faces that is done, from 0 (the file is being read) to 1.
  std::function<void(double)> progress = {};
};

/// .step, .stp (AP203, AP214, AP242), .brep, .brp. Faces that cannot be represented are in the
/// model, with the reason; nothing is left out. Throws InputError.
CadModel read_cad(const std::filesystem::path& path, const CadOptions& options = {});

}  // namespace graze
