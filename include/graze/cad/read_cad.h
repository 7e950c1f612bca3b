// SPDX-License-Identifier: MIT
// STEP and BREP files in, by OpenCASCADE.                                                    [C10]
//
// Damaged files can crash OpenCASCADE: read_cad is for a process that may end. load_cad (io) runs
// it in one.
#pragma once
#include <graze/scene/cad_model.h>

#include <filesystem>
#include <functional>
#include <string>

namespace graze {

struct CadOptions {
  /// Meshes with at most this deviation, proved, as far as they can be; model units. 0: no meshes.
  double deviation = 0.0;
  /// The same as a share of each part's diagonal, if `deviation` is 0.
  double relative_deviation = 0.0;
  std::string kind = {};  ///< the ending to go by; empty: that of the path
  /// An instance that must be there, by its path: else InputError, before any mesh is made.
  std::string part = {};
  /// Told which share of the faces is done, from 0 (the file is being read) to 1.
  std::function<void(double)> progress = {};
};

/// .step, .stp (AP203, AP214, AP242), .brep, .brp. Faces that cannot be represented are in the
/// model, with the reason; nothing is left out. Throws InputError.
CadModel read_cad(const std::filesystem::path& path, const CadOptions& options = {});

}  // namespace graze
