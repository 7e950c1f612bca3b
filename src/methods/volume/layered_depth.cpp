// SPDX-License-Identifier: MIT
// Question   How much do solids overlap, and which way out?                            [V1, V2, V5]
// Source     Faure, Barbier, Allard, Falipou 2008, sections 3 and 4.
// Guarantee  Sampled: each column is exact, between columns nothing is known. Errors fall with the
//            square of the pixel's size; docs/methods/volume.md has a table.
// Changed    See the steps: cull.cpp, triangle_setup.cpp, rasterise.cpp, sweep.cpp, overlap.cpp.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/base/parallel.h"
#include "graze/methods/volume.h"
#include "methods/volume/column.h"
#include "methods/volume/cull.h"
#include "methods/volume/gl_rasteriser.h"
#include "methods/volume/overlap.h"
#include "methods/volume/rasterise.h"
#include "methods/volume/region.h"
#include "methods/volume/sweep.h"

namespace graze {
namespace volume {
namespace {
bool equal(const Aabb& a, const Aabb& b) { return a.lo == b.lo && a.hi == b.hi; }

/// Fills each view's bodies with the candidates that they need; views that search the same box
/// share one list.
class CandidateSearch {
 public:
  CandidateSearch(DepthImages::Data& data, const Aabb& region) : data_(data), region_(region) {
    data.candidates.resize(3 * data.bodies.size());
    for (Candidates& list : data.candidates) list.clear();
  }

  void run() {
    for (std::size_t b = 0; b < data_.bodies.size(); ++b) {
      std::array<Aabb, 3> searched;
      for (int axis = 0; axis < 3; ++axis) add(b, axis, searched);
    }
  }

 private:
  void add(std::size_t b, int axis, std::array<Aabb, 3>& searched) {
    Reach reach =
        reach_of(data_.bodies[b], data_.bounds[b], region_, axis, data_.options.layers_everywhere);
    searched[axis] = reach.box;
    int same = 0;
    while (!equal(searched[same], reach.box)) ++same;
    Candidates& list = data_.candidates[3 * b + same];
    if (same == axis) collect_candidates(data_.bodies[b], reach.box, list);
    reach.in_view.candidates = &list;
    data_.views[axis].bodies.push_back(reach.in_view);
  }

  DepthImages::Data& data_;
  const Aabb& region_;
};

void clear(DepthImages::Data& data) {
  for (ViewImages& images : data.views) {
    images.view = {};
    images.bodies.clear();
    images.records.clear();
    images.fragments.clear(0);
    images.clear_contacts();
  }
  data.stats = {};
  for (const DepthBody& body : data.bodies) data.stats.triangles += body.surface.triangles().size();
}

/// Two solids of which nothing else is asked than what they share.
bool only_common_columns_matter(const DepthImages::Data& data) {
  if (data.bodies.size() != 2 || data.options.self_overlap || data.options.layers_everywhere) {
    return false;
  }
  return std::all_of(data.bodies.begin(), data.bodies.end(), [](const DepthBody& body) {
    return body.surface.is_closed() && !body.is_outside_solid;
  });
}

void draw_views(DepthImages::Data& data) {
  const bool only_common = only_common_columns_matter(data);
  for (ViewImages& images : data.views) images.only_common_columns = only_common;
  const auto draw_one = [&](std::size_t axis) {
    ViewImages& images = data.views[axis];
    if (data.options.backend == DepthBackend::kOpenGl) {
      rasterise_by_opengl(images);
    } else {
      rasterise(images);
    }
    find_contacts(images, data.options.self_overlap);
    if (images.only_common_columns) sum_up_triangles(images, {0, 1}, images.sums);
  };
  // One context, one thread.
  const bool is_serial = data.options.backend == DepthBackend::kOpenGl;
  parallel_for(3, draw_one, is_serial ? 1 : data.options.threads);
}

void count_all(DepthImages::Data& data) {
  for (const ViewImages& images : data.views) {
    data.stats.rasterised += images.records.size();
    data.stats.fragments += images.fragment_count;
    data.stats.layers = std::max(data.stats.layers, images.layers);
    data.stats.contacts += images.contacts.size();
  }
}

void draw_region(DepthImages::Data& data, const Aabb& wanted) {
  const std::array<int, 3> pixels = pixel_counts(wanted, data.options);
  const Aabb region = widened(wanted, data.bounds, pixels);
  for (int axis = 0; axis < 3; ++axis) {
    data.views[axis].view = make_view(axis, region, pixels, data.bounds);
  }
  CandidateSearch(data, region).run();
  draw_views(data);
  count_all(data);
}
}  // namespace
}  // namespace volume

void check(const DepthOptions& options) {
  for (const int n : options.pixels) {
    if (n < 1 || n > 4096) {
      throw InputError({"pixels", std::to_string(n), "1 to 4096 along each axis", ""});
    }
  }
  if (options.pixel_size && !(*options.pixel_size > 0.0 && std::isfinite(*options.pixel_size))) {
    throw InputError({"pixel_size", number_text(*options.pixel_size), "a length > 0", ""});
  }
  if (options.region && (options.region->is_empty() || !options.region->size().allFinite())) {
    throw InputError({"region", "an empty or infinite box", "a finite box", ""});
  }
  if (options.backend == DepthBackend::kOpenGl && !opengl_obstacle().empty()) {
    throw InputError({"backend 'opengl'", opengl_obstacle(), "OpenGL 4.5 through EGL",
                      "use the backend 'cpu', which gives the same answers"});
  }
}

DepthImages::DepthImages() : data_(std::make_unique<Data>()) { volume::clear(*data_); }
DepthImages::~DepthImages() = default;
DepthImages::DepthImages(DepthImages&&) noexcept = default;
DepthImages& DepthImages::operator=(DepthImages&&) noexcept = default;

void DepthImages::draw(std::span<const DepthBody> bodies, const DepthOptions& options) {
  check(options);
  const auto begin = std::chrono::steady_clock::now();
  data_->bodies.assign(bodies.begin(), bodies.end());
  data_->options = options;
  data_->bounds.clear();
  for (const DepthBody& body : bodies) data_->bounds.push_back(volume::frame_bounds(body));
  volume::clear(*data_);
  const Aabb region = options.region
                          ? *options.region
                          : volume::region_of(bodies, data_->bounds, options.self_overlap);
  if (!region.is_empty()) volume::draw_region(*data_, region);
  data_->stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> DepthImages::pairs() const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
  for (const auto& images : data_->views) {
    all.insert(all.end(), images.pairs.begin(), images.pairs.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

OverlapVolume DepthImages::overlap(std::uint32_t a, std::uint32_t b) const {
  return volume::overlap_of(*data_, a, b);
}

std::vector<VolumeRow> DepthImages::rows(std::uint32_t a, std::uint32_t b, int cells) const {
  if (cells < 1 || cells > 256) {
    throw InputError({"cells", std::to_string(cells), "1 to 256 along each axis", ""});
  }
  return volume::rows_of(*data_, std::minmax(a, b), cells);
}

const DepthImages::View& DepthImages::view(int axis) const { return data_->views[axis].view; }

std::vector<DepthFragment> DepthImages::column(int axis, int i, int j) const {
  const volume::ViewImages& images = data_->views[axis];
  std::vector<DepthFragment> fragments;
  std::vector<volume::PackedFragment> buffer;
  const auto c = static_cast<std::size_t>(j * images.view.columns + i);
  for (const auto& f : volume::sorted_column(images, c, buffer)) {
    fragments.push_back(volume::described(images, f.record(), f.depth, i, j));
  }
  return fragments;
}

std::span<const DepthContact> DepthImages::contacts(int axis) const {
  return data_->views[axis].contacts;
}

DepthFragment DepthImages::fragment(int axis, const DepthContact& c, bool upper) const {
  const volume::ViewImages& images = data_->views[axis];
  return volume::described(images, upper ? c.upper : c.lower, upper ? c.hi : c.lo, c.i, c.j);
}

const DepthStats& DepthImages::stats() const { return data_->stats; }

std::vector<OddColumn> DepthImages::odd_columns() const {
  std::vector<OddColumn> all;
  for (const auto& images : data_->views) {
    all.insert(all.end(), images.odd_columns.begin(), images.odd_columns.end());
  }
  return all;
}

std::size_t DepthImages::odd_column_count() const {
  std::size_t count = 0;
  for (const auto& images : data_->views) {
    for (const std::size_t of_body : images.odd_counts) count += of_body;
  }
  return count;
}

OverlapVolume overlap_by_depth(const DepthBody& a, const DepthBody& b, const DepthOptions& options,
                               DepthImages* images) {
  DepthImages own;
  DepthImages& used = images != nullptr ? *images : own;
  const DepthBody bodies[] = {a, b};
  used.draw(bodies, options);
  return used.overlap(0, 1);
}

}  // namespace graze
