// SPDX-License-Identifier: MIT
// Layered depth images of solids in three orthogonal directions: overlap volumes, their gradients
// and friction patches.                                                                  [V1-V6]
#pragma once
#include <graze/contact/overlap_volume.h>
#include <graze/math/pose.h>
#include <graze/methods/volume_surface.h>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace graze {

/// A solid in the images: what its surface encloses.
struct DepthBody {
  DepthSurface surface = {};
  Pose frame_from_surface = {};  ///< the frame is the caller's; the views look along its axes
  bool is_outside_solid =
      false;  ///< a container: everything but what the surface encloses is solid
};

enum class DepthBackend {
  kCpu,
  kOpenGl,  ///< compute shaders of OpenGL 4.5 through EGL
};

struct DepthOptions {
  std::array<int, 3> pixels{64, 64, 64};  ///< along x, y, z of the region; 1 to 4096 each
  std::optional<double> pixel_size = {};  ///< instead: their size, scene units, > 0
  std::optional<Aabb> region = {};        ///< only what is in here; default: where bounds meet
  bool self_overlap = false;              ///< pairs (a, a), too: where a body is in itself,
                                          ///< or turned inside out
  bool friction_patches = false;          ///< fill OverlapVolume::patches
  bool layers_everywhere = false;         ///< keep layers that cannot matter, for pictures
  int threads = 1;                        ///< 0: all cores; answers do not depend on it
  DepthBackend backend = DepthBackend::kCpu;
};

/// n pixels along each axis.
inline DepthOptions with_pixels(int n) {
  DepthOptions options;
  options.pixels = {n, n, n};
  return options;
}

/// Throws InputError if an option is out of range.
void check(const DepthOptions& options);

/// One layer's pixel in one column.
struct DepthFragment {
  double depth = 0.0;        ///< coordinate along the view, frame of the bodies
  bool is_entering = false;  ///< the solid begins here, seen along the view
  std::uint32_t body = 0;
  TriangleId triangle;
  Vec3 weights = Vec3::Zero();  ///< barycentric coordinates in the triangle
};

/// Part of a column that lies in two bodies (or in one twice).
struct DepthContact {
  static constexpr std::uint32_t kNone = 0xffffffffu;
  double lo = 0.0, hi = 0.0;    ///< depths
  std::uint32_t lower = kNone;  ///< fragment's triangle record; kNone: the region ends here
  std::uint32_t upper = kNone;
  std::int16_t i = 0, j = 0;  ///< column
  std::uint32_t pair = 0;     ///< place in the list of this view's pairs
};

/// The images, the pairs found in them, and memory that the next images reuse. One for each thread;
/// not safe to share while it is being filled.
class DepthImages {
 public:
  DepthImages();
  ~DepthImages();
  DepthImages(DepthImages&&) noexcept;
  DepthImages& operator=(DepthImages&&) noexcept;

  /// Draws the bodies and finds which overlap. Throws InputError if an option is out of range or
  /// OpenGL is asked for and absent.
  void draw(std::span<const DepthBody> bodies, const DepthOptions& options = {});

  /// Pairs (a < b, or a == b) that overlap somewhere, ascending.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs() const;
  /// Volume, gradient and friction of a pair; zero for a pair that is not in pairs().
  OverlapVolume overlap(std::uint32_t a, std::uint32_t b) const;

  /// Rows for a solver: cells^2 patches across the direction in which the pair is pushed apart, one
  /// row for each patch that is not empty. In a row, action and reaction are opposite. The pushes
  /// of all rows sum to the rigid gradient of overlap() if the region ends outside of both bodies.
  /// Columns that one body bounds at both ends push nothing and are in no row. For a body with
  /// itself (a == b) patches are cells^3 boxes, and the sides are its two parts. Throws InputError
  /// unless 1 <= cells <= 256.
  std::vector<VolumeRow> rows(std::uint32_t a, std::uint32_t b, int cells) const;

  /// The view along axis 0, 1 or 2. Its columns are i along axis + 1 and j along axis + 2, cyclic.
  struct View {
    int axis = 2;
    int columns = 0, rows = 0;
    double first_u = 0.0, first_v = 0.0;  ///< middle of column (0, 0)
    double pixel_u = 0.0, pixel_v = 0.0;  ///< size of a pixel
    double lo = 0.0, hi = 0.0;            ///< of the region, along the view
    int subpixel_bits = 16;               ///< positions are rounded to 2^-bits of a pixel
  };
  const View& view(int axis) const;
  /// The fragments of a column, by depth; at equal depth leaving before entering.
  std::vector<DepthFragment> column(int axis, int i, int j) const;
  /// What overlaps, column by column.
  std::span<const DepthContact> contacts(int axis) const;
  /// The fragment at a contact's end, with its barycentric coordinates.
  DepthFragment fragment(int axis, const DepthContact& contact, bool upper) const;
  /// Counts of all views; odd columns of all bodies.
  const DepthStats& stats() const;
  std::vector<OddColumn> odd_columns() const;  ///< the first few of each body and view
  std::size_t odd_column_count() const;

  struct Data;  // src/methods/volume/images.h

 private:
  std::unique_ptr<Data> data_;
};

/// The region in which bodies can overlap: the box around all intersections of two bounds (for
/// self-overlap, around each body's own bounds). Empty if there is none.
Aabb overlap_region(std::span<const DepthBody> bodies, bool self_overlap = false);

/// Overlap of two bodies. Reuses the memory of `images` if given.
OverlapVolume overlap_by_depth(const DepthBody& a, const DepthBody& b,
                               const DepthOptions& options = {}, DepthImages* images = nullptr);

/// Why OpenGL cannot be used; empty if it can. Tries once, then remembers.
const std::string& opengl_obstacle();
/// Name of the OpenGL renderer, for reports; empty without one.
std::string opengl_renderer();

}  // namespace graze
