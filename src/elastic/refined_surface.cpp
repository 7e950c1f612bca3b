// SPDX-License-Identifier: MIT
#include "elastic/refined_surface.h"

#include <algorithm>
#include <map>

namespace graze::elastic {
namespace {
/// One round: each edge that is too long gets a vertex in its middle.
class EdgeHalving {
 public:
  EdgeHalving(std::vector<Vec3>& vertices, double longest)
      : vertices_(vertices), longest_(longest) {}

  std::vector<Triangle> run(const std::vector<Triangle>& triangles) {
    std::vector<Triangle> out;
    for (const Triangle& t : triangles) halve(t, out);
    return out;
  }
  bool has_halved() const { return !middles_.empty(); }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  std::uint32_t middle_of(std::uint32_t a, std::uint32_t b) {
    if (!((vertices_[a] - vertices_[b]).norm() > longest_)) return kNone;
    const auto next = static_cast<std::uint32_t>(vertices_.size());
    const auto [it, is_new] = middles_.try_emplace(std::minmax(a, b), next);
    if (is_new) vertices_.push_back(0.5 * (vertices_[a] + vertices_[b]));
    return it->second;
  }

  void halve(Triangle t, std::vector<Triangle>& out) {
    std::array<std::uint32_t, 3> m;  // m[k]: the middle of the edge k, k + 1, or kNone
    for (std::size_t k = 0; k < 3; ++k) m[k] = middle_of(t[k], t[(k + 1) % 3]);
    const auto halved = std::ranges::count_if(m, [](std::uint32_t v) { return v != kNone; });
    if (halved == 0) return out.push_back(t);
    if (halved == 3) {
      out.insert(out.end(), {{t[0], m[0], m[2]}, {m[0], t[1], m[1]}, {m[2], m[1], t[2]}, m});
      return;
    }
    // Rotate it so that the first edge is halved and, if two are, also the second.
    while (m[0] == kNone || (halved == 2 && m[1] == kNone)) {
      std::ranges::rotate(t, t.begin() + 1);
      std::ranges::rotate(m, m.begin() + 1);
    }
    if (halved == 1) {
      out.insert(out.end(), {{t[0], m[0], t[2]}, {m[0], t[1], t[2]}});
      return;
    }
    out.insert(out.end(), {{m[0], t[1], m[1]}, {t[0], m[0], m[1]}, {t[0], m[1], t[2]}});
  }

  std::vector<Vec3>& vertices_;
  double longest_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles_;
};
}  // namespace

TriangleMesh with_edges_up_to(const TriangleMesh& mesh, double longest) {
  std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
  std::vector<Triangle> triangles(mesh.triangles().begin(), mesh.triangles().end());
  for (int round = 0; round < 24; ++round) {
    EdgeHalving halving(vertices, longest);
    triangles = halving.run(triangles);
    if (!halving.has_halved()) return round == 0 ? mesh : TriangleMesh(vertices, triangles);
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}

}  // namespace graze::elastic
