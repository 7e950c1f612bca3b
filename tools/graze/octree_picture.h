// SPDX-License-Identifier: MIT
// Octrees in one workspace as a picture, and what their cycles cost as curves.                 [O7]
#pragma once
#include <string>
#include <vector>

#include "graze/methods/octree_workspace.h"

namespace graze::tool {

/// Bodies at an instant: their triangles on the left, the cells of their octrees on the right;
/// cells where two bodies meet are red. SVG.
std::string octree_picture(const std::string& title, const std::vector<SweptBody>& bodies,
                           const std::vector<Octree>& trees, const Workspace& workspace);

/// One line of a plot.
struct CycleCurve {
  std::string name;
  std::vector<double> values;  ///< one for each cycle; 0 is not drawn
};

/// Curves over the cycles, a logarithmic scale upwards. SVG.
std::string cycle_curves(const std::string& title, const std::string& unit,
                         const std::vector<CycleCurve>& curves);

}  // namespace graze::tool
