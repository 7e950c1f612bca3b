// SPDX-License-Identifier: MIT
// Question   In which boxes do two bodies overlap, and what do they share there?          [V5, V8]
// Source     Faure et al. 2008 draw the box in which bounds meet. We draw a box around each curve
//            in which the surfaces cross, so that few pixels are enough for a contact that is thin
//            or far from the next one.
// Guarantee  None: images are samples.
// Changed    A box is enlarged until it cuts no column of the overlap. If the overlap is a small
//            part of the box, it is drawn again there.
#include "dynamics/volume/pair_images.h"

#include <algorithm>
#include <map>

#include "graze/methods/volume_crossings.h"

namespace graze::dynamics::by_volume {
namespace {
constexpr int kMostZooms = 4, kMostGrowths = 8;

/// Where the images show an overlap, with a margin of a pixel. Empty if they show none.
Aabb seen_overlap(const DepthImages& images) {
  Aabb box;
  for (int axis = 0; axis < 3; ++axis) {
    const DepthImages::View& view = images.view(axis);
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (const DepthContact& c : images.contacts(axis)) {
      for (const double side : {-1.5, 1.5}) {
        Vec3 p = Vec3::Zero();
        p[axis] = side < 0.0 ? c.lo : c.hi;
        p[u] = view.first_u + (c.i + side) * view.pixel_u;
        p[v] = view.first_v + (c.j + side) * view.pixel_v;
        box.add(p);
      }
    }
  }
  return box;
}

Aabb meet(const Aabb& a, const Aabb& b) { return {a.lo.cwiseMax(b.lo), a.hi.cwiseMin(b.hi)}; }

/// Draws again where bodies overlap, as long as that is less than half of the drawn region along
/// some axis.
void draw_zoomed(std::span<const DepthBody> bodies, Aabb region, DepthOptions options,
                 DepthImages& images) {
  for (int zoom = 0; zoom < kMostZooms && !region.is_empty(); ++zoom) {
    const Aabb seen = seen_overlap(images);
    if (seen.is_empty()) return;
    const Aabb next = meet(seen, region);
    if (next.is_empty() || (next.size().array() > 0.5 * region.size().array()).all()) return;
    options.region = region = next;
    images.draw(bodies, options);
  }
}

/// The region, enlarged on the sides where it cuts columns of the overlap; at most `most`.
Aabb grown_where_cut(const DepthImages& images, const Aabb& region, const Aabb& most) {
  Aabb next = region;
  const double step = std::max(region.size().maxCoeff(), 1e-6 * most.size().maxCoeff());
  for (int axis = 0; axis < 3; ++axis) {
    for (const DepthContact& c : images.contacts(axis)) {
      if (c.lower == DepthContact::kNone) next.lo[axis] = region.lo[axis] - 0.5 * step;
      if (c.upper == DepthContact::kNone) next.hi[axis] = region.hi[axis] + 0.5 * step;
    }
  }
  return meet(next, most);
}

bool equal(const Aabb& a, const Aabb& b) { return a.lo == b.lo && a.hi == b.hi; }

void add(const OverlapSide& part, OverlapSide& sum) {
  std::map<std::size_t, Vec3> vertices;
  for (const OverlapSide* side : {&part, static_cast<const OverlapSide*>(&sum)}) {
    for (const VertexGradient& v : side->vertices) {
      const auto [it, is_new] = vertices.try_emplace(v.vertex.index(), Vec3::Zero());
      it->second += v.gradient;
    }
  }
  sum.vertices.clear();
  for (const auto& [id, gradient] : vertices) sum.vertices.push_back({VertexId(id), gradient});
  sum.rigid += part.rigid;
}

void add(const OverlapVolume& part, OverlapVolume& sum) {
  if (sum.is_empty()) {
    sum = part;
    return;
  }
  const double all = sum.volume + part.volume;
  if (all > 0.0) sum.centre = (sum.volume * sum.centre + part.volume * part.centre) / all;
  sum.volume = all;
  sum.error += part.error;
  for (std::size_t k = 0; k < 3; ++k) {
    sum.volume_by_axis[k] += part.volume_by_axis[k];
    sum.longest[k] = std::max(sum.longest[k], part.longest[k]);
  }
  for (std::size_t k = 0; k < 2; ++k) add(part.sides[k], sum.sides[k]);
  sum.patches.insert(sum.patches.end(), part.patches.begin(), part.patches.end());
}

class PairPainter {
 public:
  /// With one body: its overlap with itself.
  PairPainter(std::vector<DepthBody> bodies, const PairImageOptions& options, DepthImages& images)
      : bodies_(std::move(bodies)),
        options_(options),
        images_(images),
        most_(overlap_region(bodies_, is_self())) {
    options_.images.self_overlap = is_self();
  }

  SharedVolume run() {
    if (most_.is_empty()) return {};
    std::vector<Aabb> regions;
    if (options_.is_zoomed) regions = first_regions();
    if (regions.empty() && is_self() && options_.is_zoomed) return {};
    if (regions.empty()) regions.push_back(most_);
    while (!take_all(regions)) regions = joined_where_they_meet(std::move(regions));
    return std::move(shared_);
  }

 private:
  bool is_self() const { return bodies_.size() == 1; }
  std::uint32_t second() const { return is_self() ? 0 : 1; }

  /// Boxes around the crossing curves, a little enlarged, since an overlap is not flat.
  std::vector<Aabb> first_regions() const {
    std::vector<Aabb> regions;
    const auto curves =
        is_self() ? crossing_regions(bodies_[0]) : crossing_regions(bodies_[0], bodies_[1]);
    for (const Aabb& box : curves) {
      const Vec3 margin = Vec3::Constant(0.02 * box.size().maxCoeff());
      const Aabb region = meet({box.lo - margin, box.hi + margin}, most_);
      if (!region.is_empty()) regions.push_back(region);
    }
    return joined_where_they_meet(std::move(regions));
  }

  /// False if regions have grown into each other.
  bool take_all(std::vector<Aabb>& regions) {
    shared_ = {};
    for (Aabb& region : regions) take(region);
    return joined_where_they_meet(regions).size() == regions.size();
  }

  void take(Aabb& region) {
    DepthOptions options = options_.images;
    for (int growth = 0; growth <= kMostGrowths; ++growth) {
      options.region = region;
      images_.draw(bodies_, options);
      const Aabb next = growth < kMostGrowths ? grown_where_cut(images_, region, most_) : most_;
      if (equal(next, region)) break;
      region = next;
    }
    if (options_.is_zoomed) draw_zoomed(bodies_, region, options_.images, images_);
    const OverlapVolume overlap = images_.overlap(0, second());
    if (overlap.is_empty()) return;
    shared_.depth = std::max(shared_.depth, overlap.depth());
    add(overlap, shared_.overlap);
    if (options_.patches == 0) return;
    for (VolumeRow& row : images_.rows(0, second(), options_.patches)) {
      shared_.rows.push_back(std::move(row));
    }
  }

  std::vector<DepthBody> bodies_;
  PairImageOptions options_;
  DepthImages& images_;
  Aabb most_;
  SharedVolume shared_;
};
}  // namespace

SharedVolume shared_volume(const DepthBody& a, const DepthBody& b, const PairImageOptions& options,
                           DepthImages& images) {
  return PairPainter({a, b}, options, images).run();
}

SharedVolume self_volume(const DepthBody& body, const PairImageOptions& options,
                         DepthImages& images) {
  return PairPainter({body}, options, images).run();
}

}  // namespace graze::dynamics::by_volume
