// SPDX-License-Identifier: MIT
// Question   What does each column of a view cross, in order?                               [V1]
// Source     Faure et al. 2008, section 3.2; count, prefix sum and scatter instead of peeling.
// Guarantee  Coverage is exact (triangle_setup.cpp); the result does not depend on any order.
// Changed    One pass over the triangles whatever the number of layers, all bodies together; of two
//            bodies the second is drawn only where the first is.
#include "detect/layered_depth/rasterise.h"

#include <algorithm>

#include "detect/layered_depth/triangle_setup.h"

namespace graze::layered_depth {
namespace {
/// First i >= 0 with value - slope i >= 0 for a slope < 0, as a whole number.
std::int64_t first_not_negative(std::int64_t value, std::int64_t slope) {
  return value >= 0 ? 0 : (value + slope + 1) / slope;  // both negative: ceil(value / slope)
}

struct PixelRange {
  std::int64_t first, last;
};

/// Wide rows: where each edge function changes its sign, by division.
PixelRange covered_by_division(const TriangleSetup& t, int j) {
  PixelRange range{t.i_first, t.i_last};
  for (const EdgeFunction& e : t.edges) {
    const std::int64_t value = e.dx * j + e.c;  // at i = 0; falls by dy for each i
    if (e.dy > 0) {
      if (value < 0) return {0, -1};
      range.last = std::min(range.last, value / e.dy);
    } else if (e.dy < 0) {
      range.first = std::max(range.first, first_not_negative(value, e.dy));
    } else if (value < 0) {
      return {0, -1};
    }
  }
  return range;
}

using EdgeValues = std::array<std::int64_t, 3>;

bool is_covered(const EdgeValues& v) { return (v[0] | v[1] | v[2]) >= 0; }

/// Narrow rows: by looking. `v` are the edge functions at the row's first pixel.
PixelRange covered_by_looking(const TriangleSetup& t, EdgeValues v) {
  const auto step = [&] {
    for (int k = 0; k < 3; ++k) v[k] -= t.edges[k].dy;
  };
  std::int64_t i = t.i_first;
  for (; i <= t.i_last && !is_covered(v); ++i) step();
  const std::int64_t first = i;
  for (; i <= t.i_last && is_covered(v); ++i) step();
  return {first, i - 1};
}

constexpr int kWide = 12;

void add_spans(const TriangleSetup& t, std::uint32_t record, std::vector<PixelSpan>& spans) {
  const bool is_wide = t.i_last - t.i_first >= kWide;
  EdgeValues v;
  for (int k = 0; k < 3; ++k) {
    v[k] = t.edges[k].dx * t.j_first + t.edges[k].c - t.edges[k].dy * t.i_first;
  }
  for (int j = t.j_first; j <= t.j_last; ++j) {
    const PixelRange range = is_wide ? covered_by_division(t, j) : covered_by_looking(t, v);
    for (int k = 0; k < 3; ++k) v[k] += t.edges[k].dx;
    if (range.first > range.last) continue;
    spans.push_back({record, j, static_cast<std::int32_t>(range.first),
                     static_cast<std::int32_t>(range.last - range.first + 1)});
  }
}

void collect_spans(ViewImages& images, std::uint32_t body) {
  const PixelGrid grid(images.view);
  const Candidates& candidates = *images.bodies[body].candidates;
  TriangleSetup setup;
  for (std::uint32_t k = 0; k < candidates.size(); ++k) {
    if (!set_up(candidates[k], grid, setup)) continue;
    const std::size_t before = images.spans.size();
    add_spans(setup, static_cast<std::uint32_t>(images.records.size()), images.spans);
    if (images.spans.size() == before) continue;
    TriangleRecord& record = images.records.emplace_back();
    fill_plane(candidates[k], grid, setup, record);
    record.body = body;
    record.candidate = k;
  }
}

std::size_t first_column(const ViewImages& images, const PixelSpan& span) {
  return static_cast<std::size_t>(span.row) * static_cast<std::size_t>(images.view.columns) +
         static_cast<std::size_t>(span.first);
}

/// The first spans are those of the stencil body: the others count only in its columns.
void count_columns(ViewImages& images, std::size_t stencil_spans) {
  images.start.assign(images.column_count() + 1, 0);
  std::uint32_t* counts = images.start.data() + 1;
  const bool has_stencil = stencil_spans > 0;
  for (std::size_t s = 0; s < images.spans.size(); ++s) {
    const PixelSpan& span = images.spans[s];
    std::uint32_t* first = counts + first_column(images, span);
    if (!has_stencil || s < stencil_spans) {
      for (std::int32_t k = 0; k < span.count; ++k) ++first[k];
    } else {
      for (std::int32_t k = 0; k < span.count; ++k) first[k] += first[k] != 0 ? 1 : 0;
    }
  }
  std::uint32_t sum = 0;
  for (std::uint32_t& entry : images.start) entry = sum += entry;
}

/// Fragments outside of a body's kept range may lack their neighbours: the next one takes their
/// place. What is left of a column is at its start.
void scatter(ViewImages& images) {
  images.next.assign(images.start.begin(), images.start.end() - 1);
  images.fragments.resize(images.start.back());
  PackedFragment* fragments = images.fragments.data();
  for (const PixelSpan& span : images.spans) {
    const TriangleRecord record = images.records[span.record];
    const double keep_lo = images.bodies[record.body].keep_lo;
    const double keep_hi = images.bodies[record.body].keep_hi;
    const std::uint32_t order = span.record | (record.is_entering ? PackedFragment::kEntering : 0u);
    std::uint32_t* next = images.next.data() + first_column(images, span);
    const std::uint32_t* end = images.start.data() + first_column(images, span) + 1;
    for (std::int32_t k = 0; k < span.count; ++k) {
      if (next[k] == end[k]) continue;  // outside of the stencil
      const double depth = depth_at(record, span.first + k, span.row);
      fragments[next[k]] = {depth, order, record.body};
      next[k] += depth >= keep_lo && depth <= keep_hi ? 1 : 0;
    }
  }
}
}  // namespace

void rasterise(ViewImages& images) {
  images.records.clear();
  images.spans.clear();
  // Of two bodies only columns that cross both can matter; the one with more triangles is drawn
  // first, as it is likely to cover less.
  const bool has_stencil = images.only_common_columns;
  const std::uint32_t first =
      has_stencil && images.bodies[0].candidates->size() < images.bodies[1].candidates->size();
  for (std::uint32_t k = 0; k < images.bodies.size(); ++k) {
    collect_spans(images, has_stencil ? k ^ first : k);
    if (k == 0) images.stencil_spans = images.spans.size();
  }
  if (has_stencil && images.stencil_spans == 0) images.spans.clear();
  count_columns(images, has_stencil ? images.stencil_spans : 0);
  scatter(images);
}

}  // namespace graze::layered_depth
