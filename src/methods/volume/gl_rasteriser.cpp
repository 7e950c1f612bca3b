// SPDX-License-Identifier: MIT
// Question   What does each column of a view cross, asked of compute shaders?                [V6]
// Source     Faure et al. 2008, section 4, who peel layers; count, scan and scatter here.
// Guarantee  Coverage equals rasterise.cpp's: edge functions are whole numbers that doubles hold.
//            Depths are the same operations in doubles, kept apart by `precise`: equal bits where
//            the driver's doubles are IEEE's, else within a few roundings.
// Changed    Two passes over the geometry whatever the number of layers.
#if defined(GRAZE_HAVE_EGL)
#include "methods/volume/gl_rasteriser.h"

#include "graze/base/error.h"
#include "methods/volume/gl_context.h"
#include "methods/volume/gl_shaders.h"
#include "methods/volume/triangle_setup.h"

namespace graze::volume {
namespace {
/// As the shaders read it (std430).
struct GpuTriangle {
  std::int32_t box[4];  // i first, i last, j first, j last
  double edges[9];      // dx, dy, c
  double plane[7];      // x0, y0, z0, gx, gy, lo, hi
  std::uint64_t tag;    // for shaders two whole numbers
};
static_assert(sizeof(GpuTriangle) == 152 && sizeof(PackedFragment) == 16);

GpuTriangle packed(const TriangleSetup& t, const std::array<EdgeFunction, 3>& edges,
                   const DepthPlane& p, std::uint64_t tag) {
  GpuTriangle gpu{{t.i_first, t.i_last, t.j_first, t.j_last}, {}, {}, tag};
  for (int k = 0; k < 3; ++k) {
    gpu.edges[3 * k] = static_cast<double>(edges[k].dx);
    gpu.edges[3 * k + 1] = static_cast<double>(edges[k].dy);
    gpu.edges[3 * k + 2] = static_cast<double>(edges[k].c);
  }
  const double plane[] = {p.x0, p.y0, p.z0, p.gx, p.gy, p.lo, p.hi};
  std::copy(plane, plane + 7, gpu.plane);
  return gpu;
}

std::vector<GpuTriangle> set_up_all(ViewImages& images) {
  const PixelGrid grid(images.view);
  std::vector<GpuTriangle> triangles;
  images.records.clear();
  TriangleSetup setup;
  for (std::uint32_t body = 0; body < images.bodies.size(); ++body) {
    const Candidates& candidates = *images.bodies[body].candidates;
    place_vertices(candidates.vertices, grid, images.pixel_vertices);
    const std::size_t seen = find_seen(images.pixel_vertices, candidates.triangles, images.seen);
    for (std::size_t k = 0; k < seen; ++k) {
      const auto& [box, candidate] = images.seen[k];
      const CandidateTriangle& triangle = candidates.triangles[candidate];
      if (!set_up(images.pixel_vertices, triangle, box, grid.bits, setup)) continue;
      TriangleRecord& record = images.records.emplace_back();
      const DepthPlane plane = fill_plane(candidates, triangle, grid, setup, record);
      record.body = body;
      record.candidate = candidate;
      const std::uint64_t tag = std::uint64_t{body} << 32 | (images.records.size() - 1) |
                                (record.is_entering ? PackedFragment::kEntering : 0u);
      triangles.push_back(packed(setup, edges_of(setup, grid.bits), plane, tag));
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
    images.fragments.clear(columns);
    if (triangles.empty()) return;
    start_.assign(columns + 1, 0);
    upload(kTriangles, triangles.size() * sizeof(GpuTriangle), triangles.data());
    upload(kStart, start_.size() * sizeof(std::uint32_t), start_.data());
    upload(kNext, start_.size() * sizeof(std::uint32_t), start_.data());
    const auto count = static_cast<GLuint>(triangles.size());
    const auto width = static_cast<GLuint>(images.view.columns);
    dispatch(count_, {count, width}, count);
    dispatch(scan_, {static_cast<GLuint>(columns), 0}, 1);
    download(kStart, start_.data(), start_.size() * sizeof(std::uint32_t));
    fragments_.resize(start_.back());
    if (fragments_.empty()) return;
    upload(kFragments, fragments_.size() * sizeof(PackedFragment), nullptr);
    dispatch(scatter_, {count, width}, count);
    download(kFragments, fragments_.data(), fragments_.size() * sizeof(PackedFragment));
    check_errors();
    keep(images);
  }

 private:
  enum Buffer { kTriangles, kStart, kNext, kFragments };

  /// Hands over what counts.
  void keep(ViewImages& images) const {
    auto writer = images.fragments.writer(fragments_.size());
    for (std::size_t c = 0; c + 1 < start_.size(); ++c) {
      for (std::uint32_t k = start_[c]; k < start_[c + 1]; ++k) {
        const BodyInView& body = images.bodies[fragments_[k].body()];
        const double depth = fragments_[k].depth;
        writer.add(c, fragments_[k], depth >= body.keep_lo && depth <= body.keep_hi);
      }
    }
    images.fragments.commit(writer);
  }

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
  std::vector<std::uint32_t> start_;  // of each column in fragments_, and the end
  std::vector<PackedFragment> fragments_;
};
}  // namespace

void rasterise_by_opengl(ViewImages& images) {
  GlContext& context = GlContext::instance();
  const GlContext::Use use(context);
  static GlRasteriser* const rasteriser =
      new GlRasteriser(context);  // lives as long as the context
  rasteriser->run(images);
}

}  // namespace graze::volume
#endif
