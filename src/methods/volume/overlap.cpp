// SPDX-License-Identifier: MIT
// Question   How large is an overlap, and how does it change with every vertex?         [V2, V3]
// Source     Faure et al. 2008, section 3.2: V = a sum(+-z), dV/dz_A = a sum(+-weight_A).
// Guarantee  Sampled. The sums of pixels are whole numbers: no order, no threads in the gradient.
// Changed    Barycentric coordinates are linear over a triangle, so their sum over its pixels needs
//            only the count of the pixels and the sums of i and j; the torque needs no more.
#include "methods/volume/overlap.h"

#include <algorithm>
#include <cmath>

#include "methods/volume/gradient_sum.h"

namespace graze::volume {
namespace {
ViewSums sums_of(const ViewImages& images, std::uint32_t pair) {
  ViewSums sums;
  sums.clear(images.records.size());
  for (const DepthContact& c : images.contacts) {
    if (c.pair == pair) sums.add(c);
  }
  sum_up_triangles(images, images.pairs[pair], sums);
  return sums;
}

/// How the volume changes with a shift along the axis and with rotations about the frame's origin.
RigidGradient rigid_of(const View& view, const PixelSums& pixels) {
  const int axis = view.axis, u = (axis + 1) % 3, v = (axis + 2) % 3;
  const double area = view.pixel_u * view.pixel_v;
  const auto count = static_cast<double>(pixels.count);
  const double sum_u = view.first_u * count + view.pixel_u * static_cast<double>(pixels.i);
  const double sum_v = view.first_v * count + view.pixel_v * static_cast<double>(pixels.j);
  RigidGradient rigid;
  rigid.linear[axis] = area * count;
  rigid.angular[u] = area * sum_v;  // p x e_axis
  rigid.angular[v] = -area * sum_u;
  return rigid;
}

class OverlapSum {
 public:
  OverlapSum(const DepthImages::Data& data, BodyPair pair) : data_(data), pair_(pair) {}

  OverlapVolume run() {
    for (const ViewImages& images : data_.views) {
      const auto found = std::find(images.pairs.begin(), images.pairs.end(), pair_);
      if (found == images.pairs.end()) continue;
      if (images.only_common_columns) {
        add_view(images, images.sums);
      } else {
        add_view(images, sums_of(images, static_cast<std::uint32_t>(found - images.pairs.begin())));
      }
    }
    finish();
    return std::move(result_);
  }

 private:
  void add_view(const ViewImages& images, const ViewSums& sums) {
    const View& view = images.view;
    const double area = view.pixel_u * view.pixel_v;
    result_.volume_by_axis[view.axis] = area * sums.length;
    result_.longest[view.axis] = sums.longest;
    if (sums.length > 0.0) add_moment(view, sums, area);
    for (int side = 0; side < 2; ++side) {
      result_.sides[side].rigid += rigid_of(view, sums.of_sides[side]);
      add_gradient(images, side, sums.gradients[side]);
    }
  }

  void add_gradient(const ViewImages& images, int side, const std::vector<double>& gradient) {
    const auto& ids = images.bodies[side == 0 ? pair_.first : pair_.second].candidates->vertex_ids;
    gradients_[side].reserve(ids.size() / 2);
    for (std::size_t k = 0; k < gradient.size(); ++k) {
      if (gradient[k] != 0.0) gradients_[side].add(ids[k], images.view.axis, gradient[k]);
    }
  }

  void add_moment(const View& view, const ViewSums& sums, double area) {
    Vec3 moment;
    moment[(view.axis + 1) % 3] = view.first_u * sums.length + view.pixel_u * sums.moment[0];
    moment[(view.axis + 2) % 3] = view.first_v * sums.length + view.pixel_v * sums.moment[1];
    moment[view.axis] = sums.moment[2];
    moment_ += area * moment;
  }

  void finish() {
    const auto& by_axis = result_.volume_by_axis;
    const double sum = by_axis[0] + by_axis[1] + by_axis[2];
    result_.volume = sum / 3.0;
    for (const double v : by_axis) {
      result_.error = std::max(result_.error, std::abs(v - result_.volume));
    }
    if (sum > 0.0) result_.centre = moment_ / sum;
    for (int side = 0; side < 2; ++side) result_.sides[side].vertices = gradients_[side].take();
  }

  const DepthImages::Data& data_;
  BodyPair pair_;
  OverlapVolume result_;
  Vec3 moment_ = Vec3::Zero();
  std::array<GradientSum, 2> gradients_;
};

FrictionPatch::End end_of(const DepthImages::Data& data, const DepthFragment& f, const View& view,
                          const DepthContact& c) {
  FrictionPatch::End end;
  end.vertices = data.bodies[f.body].surface.triangles()[f.triangle.index()];
  end.weights = f.weights;
  end.point = point_at(view, c.i, c.j, f.depth);
  return end;
}

void add_patches(const DepthImages::Data& data, const ViewImages& images, BodyPair pair,
                 std::vector<FrictionPatch>& patches) {
  for (const DepthContact& c : images.contacts) {
    if (c.lower == DepthContact::kNone || c.upper == DepthContact::kNone) continue;
    if (images.pairs[c.pair] != pair) continue;
    const DepthFragment lower = described(images, c.lower, c.lo, c.i, c.j);
    const DepthFragment upper = described(images, c.upper, c.hi, c.i, c.j);
    // Both ends on one body: the other's surface is not here, and there is nothing to rub on.
    if (lower.body == upper.body) continue;
    const bool is_a_lower = lower.body == pair.first;
    FrictionPatch patch;
    patch.axis = images.view.axis;
    patch.area = images.view.pixel_u * images.view.pixel_v;
    patch.ends[0] = end_of(data, is_a_lower ? lower : upper, images.view, c);
    patch.ends[1] = end_of(data, is_a_lower ? upper : lower, images.view, c);
    patches.push_back(patch);
  }
}

void add_odd_columns(const DepthImages::Data& data, BodyPair pair, OverlapVolume& overlap) {
  for (const ViewImages& images : data.views) {
    if (images.odd_counts.empty()) continue;
    for (int side = 0; side < (pair.first == pair.second ? 1 : 2); ++side) {
      const std::size_t count = images.odd_counts[side == 0 ? pair.first : pair.second];
      overlap.sides[side].odd_column_count += count;
      overlap.odd_column_count += count;
    }
    for (OddColumn odd : images.odd_columns) {
      const auto body = static_cast<std::uint32_t>(odd.body);
      if (body != pair.first && body != pair.second) continue;
      odd.body = body == pair.first ? 0 : 1;
      overlap.odd_columns.push_back(odd);
    }
  }
}
}  // namespace

Vec3 point_at(const View& view, int i, int j, double depth) {
  Vec3 point;
  point[(view.axis + 1) % 3] = view.first_u + view.pixel_u * i;
  point[(view.axis + 2) % 3] = view.first_v + view.pixel_v * j;
  point[view.axis] = depth;
  return point;
}

DepthFragment described(const ViewImages& images, std::uint32_t r, double depth, int i, int j) {
  const TriangleRecord& record = images.records[r];
  const CandidateTriangle& triangle =
      images.bodies[record.body].candidates->triangles[record.candidate];
  return {depth, record.is_entering, record.body, TriangleId(std::size_t{triangle.id}),
          weight_sums(record, 1.0, i, j)};
}

void sum_up_triangles(const ViewImages& images, const BodyPair& bodies, ViewSums& sums) {
  const double area = images.view.pixel_u * images.view.pixel_v;
  std::array<const Candidates*, 2> candidates{};
  for (int side = 0; side < 2; ++side) {
    candidates[side] = images.bodies[side == 0 ? bodies.first : bodies.second].candidates;
    sums.gradients[side].assign(candidates[side]->vertices.size(), 0.0);
    sums.of_sides[side] = {};
  }
  for (std::size_t r = 0; r < images.records.size(); ++r) {
    const PixelSums& pixels = sums.of_triangles[r];
    if (pixels.is_zero()) continue;
    const TriangleRecord& record = images.records[r];
    const int side = record.body == bodies.first ? 0 : 1;
    sums.of_sides[side] += pixels;
    const Vec3 weights = weight_sums(record, static_cast<double>(pixels.count),
                                     static_cast<double>(pixels.i), static_cast<double>(pixels.j));
    const auto& corners = candidates[side]->triangles[record.candidate].corners;
    for (int k = 0; k < 3; ++k) sums.gradients[side][corners[k]] += area * weights[k];
  }
}

OverlapVolume overlap_of(const DepthImages::Data& data, std::uint32_t a, std::uint32_t b) {
  const BodyPair pair = std::minmax(a, b);
  OverlapVolume overlap = OverlapSum(data, pair).run();
  if (data.options.friction_patches) {
    for (const ViewImages& images : data.views) add_patches(data, images, pair, overlap.patches);
  }
  add_odd_columns(data, pair, overlap);
  overlap.stats = data.stats;
  return overlap;
}

}  // namespace graze::volume
