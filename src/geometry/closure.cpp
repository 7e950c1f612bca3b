// SPDX-License-Identifier: MIT
// Question   Does a surface enclose a volume, and does it face outward?                    [K5, G1]
// Source     A chain of triangles without boundary has a winding number at every point off it.
// Guarantee  Edges are counted exactly. The volume's sign is that of the real number: its error is
//            bounded by 2^-48 of the sum of |a| |b| |c| over all tetrahedra.
// Changed    -
#include "graze/geometry/closure.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "geometry/same_place.h"

namespace graze {
namespace {
/// Edges that are not run along equally often both ways; vertex v goes by the name names[v].
std::size_t count_open_edges(const TriangleMesh& mesh, const std::vector<std::uint32_t>& names) {
  struct Use {
    std::uint32_t to;
    int direction;
  };
  // Uses by the lower vertex of their edge: counted, then laid out side by side.
  std::vector<std::uint32_t> start(mesh.vertices().size() + 1, 0);
  const auto for_each_use = [&](const auto& visit) {
    for (const Triangle& t : mesh.triangles()) {
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t from = names[t[k]], to = names[t[(k + 1) % 3]];
        if (from != to) visit(std::min(from, to), Use{std::max(from, to), from < to ? 1 : -1});
      }
    }
  };
  for_each_use([&](std::uint32_t lo, const Use&) { ++start[lo + 1]; });
  for (std::size_t v = 1; v < start.size(); ++v) start[v] += start[v - 1];
  std::vector<Use> uses(start.back());
  std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
  for_each_use([&](std::uint32_t lo, const Use& use) { uses[next[lo]++] = use; });
  std::size_t open = 0;
  for (std::size_t v = 0; v + 1 < start.size(); ++v) {
    const auto begin = uses.begin() + start[v], end = uses.begin() + start[v + 1];
    std::sort(begin, end, [](const Use& a, const Use& b) { return a.to < b.to; });
    for (auto use = begin; use != end;) {
      int sum = 0;
      const std::uint32_t to = use->to;
      for (; use != end && use->to == to; ++use) sum += use->direction;
      open += sum != 0;
    }
  }
  return open;
}

/// The sign of the volume, 0 if rounding may decide it.
int sign_of_volume(const TriangleMesh& mesh) {
  const Vec3 origin = mesh.bounds().centre();
  double volume = 0.0, rest = 0.0, sizes = 0.0;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto corners = mesh.corners(i);
    const Vec3 a = corners[0] - origin, b = corners[1] - origin, c = corners[2] - origin;
    const double part = a.dot(b.cross(c));
    sizes += a.norm() * b.norm() * c.norm();
    const double sum = volume + part;  // Neumaier: what an addition rounds away is kept
    rest += std::abs(volume) >= std::abs(part) ? (volume - sum) + part : (part - sum) + volume;
    volume = sum;
  }
  const double total = volume + rest;
  if (!(std::abs(total) > 0x1p-48 * sizes)) return 0;
  return total > 0.0 ? 1 : -1;
}
}  // namespace

ClosureReport closure_of(const TriangleMesh& mesh) {
  if (mesh.is_empty()) return {};
  std::vector<std::uint32_t> names(mesh.vertices().size());
  for (std::uint32_t v = 0; v < names.size(); ++v) names[v] = v;
  std::size_t open = count_open_edges(mesh, names);
  if (open > 0) open = count_open_edges(mesh, first_at_same_place(mesh.vertices()));
  if (open > 0) return {Closure::kOpen, open};
  const int sign = sign_of_volume(mesh);
  if (sign == 0) return {Closure::kFlat, 0};
  return {sign > 0 ? Closure::kClosed : Closure::kInsideOut, 0};
}

}  // namespace graze
