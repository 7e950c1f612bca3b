// SPDX-License-Identifier: MIT
// Question   Is there an OpenGL 4.5 that can compute without a window?                       [V6]
// Source     EGL 1.5; EGL_MESA_platform_surfaceless and EGL_EXT_platform_device.
// Guarantee  Nothing is linked: where libEGL or a driver is missing, obstacle() says what.
// Changed    -
#if defined(GRAZE_HAVE_EGL)
#include "methods/volume/gl_context.h"

#include <dlfcn.h>

#include <vector>

#include "graze/base/assert.h"
#include "graze/methods/volume.h"

namespace graze {
namespace volume {
namespace {
template <typename Function>
Function egl_function(PFNEGLGETPROCADDRESSPROC get_address, const char* name) {
  return reinterpret_cast<Function>(get_address(name));
}

/// Screens that need no window system, the likely ones first.
std::vector<EGLDisplay> displays(PFNEGLGETPROCADDRESSPROC get) {
  std::vector<EGLDisplay> found;
  const auto platform =
      egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>(get, "eglGetPlatformDisplayEXT");
  const auto query = egl_function<PFNEGLQUERYDEVICESEXTPROC>(get, "eglQueryDevicesEXT");
  if (platform != nullptr && query != nullptr) {
    EGLDeviceEXT devices[16];
    EGLint count = 0;
    if (query(16, devices, &count) == EGL_TRUE) {
      for (EGLint k = 0; k < count; ++k) {
        found.push_back(platform(EGL_PLATFORM_DEVICE_EXT, devices[k], nullptr));
      }
    }
  }
  if (platform != nullptr) {
    found.push_back(platform(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  }
  return found;
}
}  // namespace

GlContext& GlContext::instance() {
  static GlContext* const only = new GlContext;
  return *only;
}

GlContext::GlContext() { obstacle_ = open(); }

std::string GlContext::open() {
  void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return "no libEGL.so.1 (Debian: libegl1 and libgl1-mesa-dri)";
  get_address_ = reinterpret_cast<PFNEGLGETPROCADDRESSPROC>(dlsym(library, "eglGetProcAddress"));
  if (get_address_ == nullptr) return "a libEGL.so.1 without eglGetProcAddress";
  for (const EGLDisplay display : displays(get_address_)) {
    if (display != EGL_NO_DISPLAY && try_display(display)) return load_functions();
  }
  return "no driver with OpenGL 4.5 (Debian: libgl1-mesa-dri has one in software)";
}

bool GlContext::try_display(EGLDisplay display) {
  const auto initialise = egl_function<PFNEGLINITIALIZEPROC>(get_address_, "eglInitialize");
  if (initialise == nullptr || initialise(display, nullptr, nullptr) != EGL_TRUE) return false;
  if (make_context(display)) return true;
  egl_function<PFNEGLTERMINATEPROC>(get_address_, "eglTerminate")(display);
  return false;
}

bool GlContext::make_context(EGLDisplay display) {
  const auto bind = egl_function<PFNEGLBINDAPIPROC>(get_address_, "eglBindAPI");
  const auto create = egl_function<PFNEGLCREATECONTEXTPROC>(get_address_, "eglCreateContext");
  const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION,
                           4,
                           EGL_CONTEXT_MINOR_VERSION,
                           5,
                           EGL_CONTEXT_OPENGL_PROFILE_MASK,
                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                           EGL_NONE};
  if (bind(EGL_OPENGL_API) != EGL_TRUE) return false;
  context_ = create(display, nullptr, EGL_NO_CONTEXT, wanted);  // EGL_KHR_no_config_context
  if (context_ == EGL_NO_CONTEXT) return false;
  display_ = display;
  return make_current(true);
}

bool GlContext::make_current(bool is_current) {
  const auto make = egl_function<PFNEGLMAKECURRENTPROC>(get_address_, "eglMakeCurrent");
  return make(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, is_current ? context_ : EGL_NO_CONTEXT) ==
         EGL_TRUE;
}

std::string GlContext::load_functions() {
#define GRAZE_LOAD(type, name)                                    \
  functions_.name = egl_function<type>(get_address_, "gl" #name); \
  if (functions_.name == nullptr) return "a driver without gl" #name;
  GRAZE_GL_FUNCTIONS(GRAZE_LOAD)
#undef GRAZE_LOAD
  renderer_ = reinterpret_cast<const char*>(functions_.GetString(GL_RENDERER));
  make_current(false);
  return {};
}

GlContext::Use::Use(GlContext& context) : context_(context), lock_(context.mutex_) {
  const bool is_done = context_.make_current(true);
  GRAZE_ASSERT(is_done);
  static_cast<void>(is_done);
}

GlContext::Use::~Use() { context_.make_current(false); }

}  // namespace volume

const std::string& opengl_obstacle() { return volume::GlContext::instance().obstacle(); }
std::string opengl_renderer() { return volume::GlContext::instance().renderer(); }

}  // namespace graze
#endif
