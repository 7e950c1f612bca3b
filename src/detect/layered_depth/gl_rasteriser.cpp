// SPDX-License-Identifier: MIT
// Question   What does each column of a view cross, asked of compute shaders?                [V6]
// Source     Faure et al. 2008, section 4, who peel layers; count, scan and scatter here.
// Guarantee  Coverage equals rasterise.cpp's: edge functions are whole numbers that doubles hold.
//            Depths are the same operations in doubles, kept apart by `precise`: equal bits where
//            the driver's doubles are IEEE's, else within a few roundings.
// Changed    Two passes over the geometry whatever the number of layers.
#if defined(GRAZE_HAVE_EGL)
#include "detect/layered_depth/gl_rasteriser.h"

#include "detect/layered_depth/gl_context.h"
#include "detect/layered_depth/gl_shaders.h"
#include "detect/layered_depth/triangle_setup.h"
#include "graze/base/error.h"

namespace graze::layered_depth {
namespace {
/// As the shaders read it (std430).
struct GpuTriangle {
  std::int32_t box[4];  // i first, i last, j first, j last
  double edges[9];      // dx, dy, c
  double plane[7];      // x0, y0, z0, gx, gy, lo, hi
  std::uint32_t order, body;
};
static_assert(sizeof(GpuTriangle) == 152 && sizeof(PackedFragment) == 16);

GpuTriangle packed(const TriangleSetup& t, const TriangleRecord& r, std::uint32_t index) {
  GpuTriangle gpu{{t.i_first, t.i_last, t.j_first, t.j_last}, {}, {}, index, r.body};
  for (int k = 0; k < 3; ++k) {
    gpu.edges[3 * k] = static_cast<double>(t.edges[k].dx);
    gpu.edges[3 * k + 1] = static_cast<double>(t.edges[k].dy);
    gpu.edges[3 * k + 2] = static_cast<double>(t.edges[k].c);
  }
  const double plane[] = {r.x0, r.y0, r.z0, r.gx, r.gy, r.lo, r.hi};
  std::copy(plane, plane + 7, gpu.plane);
  if (r.is_entering) gpu.order |= PackedFragment::kEntering;
  return gpu;
}

/// Leaves what counts at the start of each column.
void keep(ViewImages& images) {
  for (std::size_t c = 0; c < images.column_count(); ++c) {
    std::uint32_t& next = images.next[c] = images.start[c];
    for (std::uint32_t k = images.start[c]; k < images.start[c + 1]; ++k) {
      const PackedFragment fragment = images.fragments[k];
      const BodyInView& body = images.bodies[fragment.body];
      images.fragments[next] = fragment;
      next += fragment.depth >= body.keep_lo && fragment.depth <= body.keep_hi ? 1 : 0;
    }
  }
}

std::vector<GpuTriangle> set_up_all(ViewImages& images) {
  const PixelGrid grid(images.view);
  std::vector<GpuTriangle> triangles;
  images.records.clear();
  TriangleSetup setup;
  for (std::uint32_t body = 0; body < images.bodies.size(); ++body) {
    const Candidates& candidates = *images.bodies[body].candidates;
    for (std::uint32_t k = 0; k < candidates.size(); ++k) {
      if (!set_up(candidates[k], grid, setup)) continue;
      TriangleRecord& record = images.records.emplace_back();
      fill_plane(candidates[k], grid, setup, record);
      record.body = body;
      record.candidate = k;
      triangles.push_back(
          packed(setup, record, static_cast<std::uint32_t>(images.records.size() - 1)));
    }
  }
  return triangles;
}

class GlRasteriser {
 public:
  explicit GlRasteriser(GlContext& context) : gl_(context.functions()) {
    gl_.CreateBuffers(4, buffers_);
    count_ = program(kTriangleShader, kCountPixel);
    scan_ = program(kScanShader, "");
    scatter_ = program(kTriangleShader, kScatterPixel);
  }

  void run(ViewImages& images) {
    const std::vector<GpuTriangle> triangles = set_up_all(images);
    const std::size_t columns = images.column_count();
    images.start.assign(columns + 1, 0);
    images.next.assign(columns, 0);
    images.fragments.clear();
    if (triangles.empty()) return;
    upload(kTriangles, triangles.size() * sizeof(GpuTriangle), triangles.data());
    upload(kStart, (columns + 1) * sizeof(std::uint32_t), images.start.data());
    upload(kNext, (columns + 1) * sizeof(std::uint32_t), images.start.data());
    const auto count = static_cast<GLuint>(triangles.size());
    const auto width = static_cast<GLuint>(images.view.columns);
    dispatch(count_, {count, width}, count);
    dispatch(scan_, {static_cast<GLuint>(columns), 0}, 1);
    download(kStart, images.start.data(), (columns + 1) * sizeof(std::uint32_t));
    images.fragments.resize(images.start.back());
    if (images.fragments.empty()) return;
    upload(kFragments, images.fragments.size() * sizeof(PackedFragment), nullptr);
    dispatch(scatter_, {count, width}, count);
    download(kFragments, images.fragments.data(), images.fragments.size() * sizeof(PackedFragment));
    check_errors();
    keep(images);
  }

 private:
  enum Buffer { kTriangles, kStart, kNext, kFragments };

  GLuint program(const char* head, const char* tail) {
    const char* const sources[] = {head, tail};
    const GLuint shader = gl_.CreateShader(GL_COMPUTE_SHADER);
    gl_.ShaderSource(shader, 2, sources, nullptr);
    gl_.CompileShader(shader);
    const GLuint made = gl_.CreateProgram();
    gl_.AttachShader(made, shader);
    gl_.LinkProgram(made);
    GLint is_linked = 0;
    gl_.GetProgramiv(made, GL_LINK_STATUS, &is_linked);
    if (is_linked != GL_TRUE) {
      char log[512] = {};
      gl_.GetProgramInfoLog(made, sizeof(log), nullptr, log);
      throw InputError({"backend 'opengl'", std::string("a driver that refuses a shader: ") + log,
                        "OpenGL 4.5 with doubles", "use the backend 'cpu'"});
    }
    return made;
  }

  void upload(Buffer buffer, std::size_t bytes, const void* data) {
    gl_.NamedBufferData(buffers_[buffer], static_cast<GLsizeiptr>(bytes), data, GL_DYNAMIC_COPY);
    gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, buffer, buffers_[buffer]);
  }

  void download(Buffer buffer, void* data, std::size_t bytes) {
    gl_.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gl_.GetNamedBufferSubData(buffers_[buffer], 0, static_cast<GLsizeiptr>(bytes), data);
  }

  void dispatch(GLuint program, std::array<GLuint, 2> uniforms, GLuint groups) {
    constexpr GLuint kMostGroups = 65535;
    gl_.UseProgram(program);
    gl_.Uniform1ui(0, uniforms[0]);
    if (uniforms[1] != 0) gl_.Uniform1ui(1, uniforms[1]);  // the scan has no width
    gl_.DispatchCompute(std::min(groups, kMostGroups), (groups + kMostGroups - 1) / kMostGroups, 1);
    gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
  }

  void check_errors() {
    if (const GLenum error = gl_.GetError(); error != GL_NO_ERROR) {
      throw InputError({"backend 'opengl'", "OpenGL error " + std::to_string(error),
                        "a working driver", "use the backend 'cpu'"});
    }
  }

  const GlFunctions& gl_;
  GLuint buffers_[4] = {};
  GLuint count_ = 0, scan_ = 0, scatter_ = 0;
};
}  // namespace

void rasterise_by_opengl(ViewImages& images) {
  GlContext& context = GlContext::instance();
  const GlContext::Use use(context);
  static GlRasteriser* const rasteriser = new GlRasteriser(context);  // lives as the context does
  rasteriser->run(images);
}

}  // namespace graze::layered_depth
#endif
