// SPDX-License-Identifier: MIT
// Built where the headers of EGL and OpenGL are missing.
#if !defined(GRAZE_HAVE_EGL)
#include "detect/layered_depth/gl_rasteriser.h"
#include "graze/base/assert.h"

namespace graze {
namespace layered_depth {
void rasterise_by_opengl(ViewImages&) { GRAZE_ASSERT(false); }
}  // namespace layered_depth

const std::string& opengl_obstacle() {
  static const std::string obstacle = "a build without EGL and OpenGL headers";
  return obstacle;
}

std::string opengl_renderer() { return {}; }
}  // namespace graze
#endif
