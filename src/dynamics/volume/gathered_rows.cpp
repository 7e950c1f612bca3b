// SPDX-License-Identifier: MIT
// Question   Which patches of an overlap can a soft body tell apart?                          [V8]
// Source     A node has only one position. Patches smaller than a cell demand the same of it many
//            times, and which of them carries the load would be undetermined.
// Guarantee  Volumes and gradients sum to those of the patches. The nodes of soft bodies get at
//            most one row per direction.
// Changed    -
#include "dynamics/volume/gathered_rows.h"

#include <algorithm>
#include <array>
#include <map>

namespace graze::dynamics::by_volume {
namespace {
constexpr double kSameWay = 0.9;  // cosine

/// The two nodes that a patch moves most; zeros for a rigid body.
using MostMoved = std::array<std::uint32_t, 2>;
MostMoved most_moved(const ElasticModel* model, const OverlapSide& side) {
  if (model == nullptr) return {};
  std::map<std::uint32_t, Vec3> nodes;
  for (const VertexGradient& v : side.vertices) {
    for (const auto& w : model->weights_of(v.vertex.index())) {
      nodes.try_emplace(w.node, Vec3::Zero()).first->second += w.weight * v.gradient;
    }
  }
  MostMoved most{};
  std::array<double, 2> sizes{};
  for (const auto& [node, gradient] : nodes) {
    const double size = gradient.squaredNorm();
    const std::size_t place = size > sizes[0] ? 0 : 1;
    if (size <= sizes[place]) continue;
    if (place == 0) most[1] = most[0], sizes[1] = sizes[0];
    most[place] = node;
    sizes[place] = size;
  }
  return most;
}

/// Adds a patch to a sum. Normal and area are those of the combined push.
void add_patch(const VolumeRow& patch, VolumeRow& sum) {
  const Vec3 push = sum.area * sum.normal + patch.area * patch.normal;
  const double volume = sum.volume + patch.volume;
  sum.centre = (sum.volume * sum.centre + patch.volume * patch.centre) / volume;
  sum.volume = volume;
  for (std::size_t k = 0; k < 2; ++k) {
    OverlapSide& side = sum.sides[k];
    const OverlapSide& more = patch.sides[k];
    side.vertices.insert(side.vertices.end(), more.vertices.begin(), more.vertices.end());
    side.rigid += more.rigid;
  }
  sum.area = push.norm();
  sum.normal = push / sum.area;
  sum.tangents[0] = sum.normal.unitOrthogonal();
  sum.tangents[1] = sum.normal.cross(sum.tangents[0]);
}
}  // namespace

std::vector<VolumeRow> gathered_by_node(std::span<const VolumeRow> rows, const ElasticModel* a,
                                        const ElasticModel* b) {
  std::vector<VolumeRow> gathered;
  std::multimap<std::pair<MostMoved, MostMoved>, std::size_t> at;
  for (const VolumeRow& row : rows) {
    if (!(row.area > 0.0) || !(row.volume > 0.0)) continue;
    const std::pair nodes{most_moved(a, row.sides[0]), most_moved(b, row.sides[1])};
    const auto [first, last] = at.equal_range(nodes);
    const auto same = std::find_if(first, last, [&](const auto& entry) {
      return gathered[entry.second].normal.dot(row.normal) > kSameWay;
    });
    if (same != last) {
      add_patch(row, gathered[same->second]);
    } else {
      at.emplace(nodes, gathered.size());
      gathered.push_back(row);
    }
  }
  return gathered;
}

}  // namespace graze::dynamics::by_volume
