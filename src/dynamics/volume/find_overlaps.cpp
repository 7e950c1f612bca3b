// SPDX-License-Identifier: MIT
// Question   Which bodies of a world overlap, and which rows push them apart?             [V5, V8]
// Source     Faure et al. 2008, pair by pair: pair_images.cpp.
// Guarantee  None: images are samples. What they miss is left to the guard.
// Changed    A body inside another is pushed out of the other's bounds the shortest way. Where the
//            images show nothing, a point that `linear` found serves as the row.
#include <algorithm>
#include <cmath>

#include "dynamics/volume/pair_images.h"
#include "dynamics/volume/volume_parts.h"
#include "graze/broadphase/overlapping_pairs.h"

namespace graze::dynamics::by_volume {
namespace {
OverlapSide touched_side(const VolumeParts& parts, std::size_t body, const Vec3& point,
                         const Vec3& direction) {
  OverlapSide side;
  side.rigid = {direction, point.cross(direction)};
  if (!parts.soft[body]) return side;
  const auto vertices = parts.surfaces[body].vertices();
  const auto nearest = std::ranges::min_element(
      vertices, {}, [&](const Vec3& v) { return (v - point).squaredNorm(); });
  side.vertices.push_back(
      {VertexId(static_cast<std::size_t>(nearest - vertices.begin())), direction});
  return side;
}

/// A row at a point, as a patch of area 1 without depth.
VolumeRow touched_row(const VolumeParts& parts, const TouchPoint& touch) {
  VolumeRow row;
  row.volume = kPointVolume;
  row.area = 1.0;
  row.centre = touch.point;
  row.normal = touch.normal;
  row.tangents[0] = touch.normal.unitOrthogonal();
  row.tangents[1] = touch.normal.cross(row.tangents[0]);
  row.sides[0] = touched_side(parts, touch.a, touch.point, touch.normal);
  row.sides[1] = touched_side(parts, touch.b, touch.point, -touch.normal);
  return row;
}

/// The shortest way along an axis that takes `b` out of the bounds of `a`.
Vec3 way_out(const Aabb& a, const Aabb& b) {
  Vec3 best = Vec3::Constant(kInfinity);
  for (int axis = 0; axis < 3; ++axis) {
    for (const double way : {a.hi[axis] - b.lo[axis], a.lo[axis] - b.hi[axis]}) {
      if (std::abs(way) < best.norm()) best = way * Vec3::Unit(axis);
    }
  }
  return best;
}

/// True if most of the smaller body is inside the other.
bool is_nested(const VolumeParts& parts, const PairVolume& pair) {
  return pair.overlap.volume > 0.5 * std::min(parts.volumes[pair.a], parts.volumes[pair.b]);
}

/// The row for a body inside another, where no column leads from one to the other. It has area 1,
/// and its depth is the length of the way out.
VolumeRow nested_row(const PairVolume& pair, const Aabb& box_a, const Aabb& box_b) {
  VolumeRow row;
  const Vec3 way = way_out(box_a, box_b);
  row.volume = way.norm();
  row.area = 1.0;
  row.centre = pair.overlap.centre;
  row.normal = way.normalized();
  row.tangents[0] = row.normal.unitOrthogonal();
  row.tangents[1] = row.normal.cross(row.tangents[0]);
  return row;
}

bool has_rows(const PairVolume& pair) {
  return std::ranges::any_of(
      pair.rows, [](const VolumeRow& row) { return row.area > 0.0 && row.volume > 0.0; });
}

void add_touched(const World::Data& world, const VolumeParts& parts,
                 std::vector<PairVolume>& found) {
  for (const TouchPoint& touch : world.state.touches) {
    const auto pair = std::ranges::find_if(
        found, [&](const PairVolume& p) { return p.a == touch.a && p.b == touch.b; });
    if (pair != found.end()) continue;
    found.push_back({touch.a, touch.b, {}, {touched_row(parts, touch)}, 0.0, false, true});
  }
}

class OverlapFinder {
 public:
  OverlapFinder(const World::Data& world, VolumeParts& parts)
      : world_(world), parts_(parts), options_(with_pixels(world.options.volume.pixels)) {
    options_.threads = world.options.threads;
    options_.friction_patches = is_penalty(world) && world.options.volume.viscosity > 0.0;
    for (std::size_t i = 0; i < parts.soft.size(); ++i) {
      bodies_.push_back(depth_body(world, parts, i));
      boxes_.push_back(world.bodies[i].is_there && !parts.meshes[i].is_empty()
                           ? overlap_region({&bodies_.back(), 1}, true)
                           : Aabb{});
    }
  }

  std::vector<PairVolume> run() {
    for (const auto& [a, b] : overlapping_pairs(boxes_)) {
      if (world_.can_meet(a, b)) look_at(a, b);
    }
    add_touched(world_, parts_, found_);
    if (world_.options.volume.self_contact) look_at_selves();
    return std::move(found_);
  }

 private:
  void look_at(std::size_t a, std::size_t b) {
    SharedVolume shared = shared_volume(bodies_[a], bodies_[b], image_options(), parts_.images);
    if (shared.overlap.is_empty()) return;
    PairVolume pair{a, b, std::move(shared.overlap), std::move(shared.rows), shared.depth};
    if (!is_penalty(world_)) {
      if (!has_rows(pair) && !is_nested(parts_, pair)) return;  // left to the guard
      pair.is_nested = !has_rows(pair);
      if (pair.is_nested) pair.rows = {nested_row(pair, boxes_[a], boxes_[b])};
    }
    found_.push_back(std::move(pair));
  }

  void look_at_selves() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (!parts_.soft[i]) continue;
      SharedVolume shared = self_volume(bodies_[i], image_options(), parts_.images);
      if (shared.overlap.is_empty()) continue;
      found_.push_back({i, i, std::move(shared.overlap), std::move(shared.rows), shared.depth});
    }
  }

  PairImageOptions image_options() const {
    const VolumeContactOptions& wanted = world_.options.volume;
    return {options_, is_penalty(world_) ? 0 : wanted.patches, wanted.zoom};
  }

  const World::Data& world_;
  VolumeParts& parts_;
  DepthOptions options_;
  std::vector<DepthBody> bodies_;
  std::vector<Aabb> boxes_;
  std::vector<PairVolume> found_;
};
}  // namespace

std::vector<PairVolume> find_overlaps(const World::Data& world, VolumeParts& parts) {
  return OverlapFinder(world, parts).run();
}

}  // namespace graze::dynamics::by_volume
