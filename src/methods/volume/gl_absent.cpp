// SPDX-License-Identifier: MIT
// Built where the headers of EGL and OpenGL are missing.
#if !defined(GRAZE_HAVE_EGL)
#include "graze/base/assert.h"
#include "methods/volume/gl_rasteriser.h"

namespace graze {
namespace volume {
void rasterise_by_opengl(ViewImages&) { GRAZE_ASSERT(false); }
}  // namespace volume

const std::string& opengl_obstacle() {
  static const std::string obstacle = "a build without EGL and OpenGL headers";
  return obstacle;
}

std::string opengl_renderer() { return {}; }
}  // namespace graze
#endif
