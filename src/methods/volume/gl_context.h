// SPDX-License-Identifier: MIT
// OpenGL 4.5 without a screen: libEGL is opened at run time, so that a program runs without it.
#pragma once
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>

#include <mutex>
#include <string>

namespace graze::volume {

/// The functions that the rasteriser calls, as X(type, name).
#define GRAZE_GL_FUNCTIONS(X)                              \
  X(PFNGLATTACHSHADERPROC, AttachShader)                   \
  X(PFNGLBINDBUFFERBASEPROC, BindBufferBase)               \
  X(PFNGLCOMPILESHADERPROC, CompileShader)                 \
  X(PFNGLCREATEBUFFERSPROC, CreateBuffers)                 \
  X(PFNGLCREATEPROGRAMPROC, CreateProgram)                 \
  X(PFNGLCREATESHADERPROC, CreateShader)                   \
  X(PFNGLDISPATCHCOMPUTEPROC, DispatchCompute)             \
  X(PFNGLGETERRORPROC, GetError)                           \
  X(PFNGLGETNAMEDBUFFERSUBDATAPROC, GetNamedBufferSubData) \
  X(PFNGLGETPROGRAMINFOLOGPROC, GetProgramInfoLog)         \
  X(PFNGLGETPROGRAMIVPROC, GetProgramiv)                   \
  X(PFNGLGETSTRINGPROC, GetString)                         \
  X(PFNGLLINKPROGRAMPROC, LinkProgram)                     \
  X(PFNGLMEMORYBARRIERPROC, MemoryBarrier)                 \
  X(PFNGLNAMEDBUFFERDATAPROC, NamedBufferData)             \
  X(PFNGLSHADERSOURCEPROC, ShaderSource)                   \
  X(PFNGLUNIFORM1UIPROC, Uniform1ui)                       \
  X(PFNGLUSEPROGRAMPROC, UseProgram)

struct GlFunctions {
#define GRAZE_DECLARE(type, name) type name = nullptr;
  GRAZE_GL_FUNCTIONS(GRAZE_DECLARE)
#undef GRAZE_DECLARE
};

/// One context for the process, used by one thread at a time.
class GlContext {
 public:
  /// Tries to make it on the first call. Never destroyed: drivers may be gone at exit.
  static GlContext& instance();

  const std::string& obstacle() const { return obstacle_; }  ///< empty if it can be used
  const std::string& renderer() const { return renderer_; }
  const GlFunctions& functions() const { return functions_; }

  /// Makes the context this thread's, as long as it lives.
  class Use {
   public:
    explicit Use(GlContext& context);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    GlContext& context_;
    std::lock_guard<std::mutex> lock_;
  };

 private:
  GlContext();
  std::string open();
  bool try_display(EGLDisplay display);
  bool make_context(EGLDisplay display);
  std::string load_functions();
  bool make_current(bool is_current);

  std::mutex mutex_;
  std::string obstacle_, renderer_;
  GlFunctions functions_;
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  PFNEGLGETPROCADDRESSPROC get_address_ = nullptr;
};

}  // namespace graze::volume
