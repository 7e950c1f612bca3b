// SPDX-License-Identifier: MIT
// Question   What does each column of a view cross?                                          [V1]
// Source     Faure et al. 2008, section 3.2; chains of fragments instead of peeling.
// Guarantee  Coverage is exact (triangle_setup.cpp); the result does not depend on any order.
// Changed    One pass over the triangles whatever the number of layers, all bodies together; of two
//            bodies the second is drawn only where the first is.
#include "methods/volume/rasterise.h"

#include <bit>

#include "methods/volume/triangle_setup.h"

namespace graze::volume {
namespace {
/// Draws one body into a view. Stencilled: only where something has been drawn before.
template <bool kIsStencilled>
class Rasteriser {
 public:
  Rasteriser(ViewImages& images, std::uint32_t body)
      : images_(images),
        grid_(images.view),
        body_(images.bodies[body]),
        body_number_(body),
        writer_(images.fragments.writer(kRoom)) {}

  void draw() {
    const Candidates& candidates = *body_.candidates;
    place_vertices(candidates.vertices, grid_, images_.pixel_vertices);
    const std::size_t seen = find_seen(images_.pixel_vertices, candidates.triangles, images_.seen);
    TriangleSetup setup;
    for (std::size_t k = 0; k < seen; ++k) {
      const auto& [box, candidate] = images_.seen[k];
      const CandidateTriangle& triangle = candidates.triangles[candidate];
      if (!set_up(images_.pixel_vertices, triangle, box, grid_.bits, setup)) continue;
      if (is_strip(setup, grid_.bits)) {
        draw_strip(candidate, setup);
      } else {
        draw_rows(candidate, setup);
      }
    }
    images_.fragments.commit(writer_);
  }

 private:
  static constexpr std::size_t kRoom = 512;  // a strip's pixels

  void draw_strip(std::uint32_t candidate, const TriangleSetup& setup) {
    const Strip strip = strip_of(setup);
    std::uint64_t blocks[8];
    if (!cover_strip_(strip.edges, blocks)) return;
    add_record(candidate, setup);
    make_room(kRoom);
    for (int s = 0; s < strip.edges.length; s += 8) {
      for (std::uint64_t bits = blocks[s / 8]; bits != 0; bits &= bits - 1) {
        const int bit = std::countr_zero(bits), across = bit % 8, along = s + bit / 8;
        const int i = strip.goes_along_i ? along : across, j = strip.goes_along_i ? across : along;
        draw_pixel(setup.i_first + i, setup.j_first + j);
      }
    }
  }

  void draw_rows(std::uint32_t candidate, const TriangleSetup& setup) {
    const std::size_t count = cover(setup, grid_.bits, images_.spans.data());
    if (count == 0) return;
    add_record(candidate, setup);
    for (const PixelSpan& row : std::span(images_.spans.data(), count)) {
      make_room(static_cast<std::size_t>(row.count));
      for (int k = 0; k < row.count; ++k) draw_pixel(row.first + k, row.row);
    }
  }

  void add_record(std::uint32_t candidate, const TriangleSetup& setup) {
    const Candidates& candidates = *body_.candidates;
    const auto place = static_cast<std::uint32_t>(images_.records.size());
    TriangleRecord& record = images_.records.emplace_back();
    record.body = body_number_;
    record.candidate = candidate;
    plane_ = fill_plane(candidates, candidates.triangles[candidate], grid_, setup, record);
    fragment_.tag = std::uint64_t{body_number_} << 32 | place |
                    (record.is_entering ? PackedFragment::kEntering : 0u);
  }

  void make_room(std::size_t pixels) {
    if (writer_.has_room(pixels)) return;
    images_.fragments.commit(writer_);
    writer_ = images_.fragments.writer(pixels);
  }

  /// Fragments outside of the body's kept range may lack their neighbours, and are left out.
  void draw_pixel(int i, int j) {
    const auto column = static_cast<std::size_t>(j * grid_.columns + i);
    if (kIsStencilled && writer_.is_empty(column)) return;
    fragment_.depth = plane_.at(i, j);
    const bool is_kept = (fragment_.depth >= body_.keep_lo) & (fragment_.depth <= body_.keep_hi);
    writer_.add(column, fragment_, is_kept);
  }

  ViewImages& images_;
  PixelGrid grid_;
  const BodyInView body_;
  std::uint32_t body_number_;
  CoverStrip cover_strip_ = cover_strip();
  FragmentList::Writer writer_;
  DepthPlane plane_ = {};  // of the triangle that is being drawn
  PackedFragment fragment_ = {};
};
}  // namespace

void rasterise(ViewImages& images) {
  images.records.clear();
  images.fragments.clear(images.column_count());
  images.spans.resize(static_cast<std::size_t>(images.view.rows));
  if (!images.only_common_columns) {
    for (std::uint32_t b = 0; b < images.bodies.size(); ++b) Rasteriser<false>(images, b).draw();
    return;
  }
  // Of two bodies only columns that cross both can matter; the one with more triangles is drawn
  // first, as it is likely to cover less.
  const std::uint32_t first =
      images.bodies[0].candidates->triangles.size() < images.bodies[1].candidates->triangles.size()
          ? 1
          : 0;
  Rasteriser<false>(images, first).draw();
  Rasteriser<true>(images, 1 - first).draw();
}

}  // namespace graze::volume
