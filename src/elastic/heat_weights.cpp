// SPDX-License-Identifier: MIT
// Question   How much does each vertex of a skin follow each bone?                             [V4]
// Source     Baran and Popovic 2007 (Pinocchio): (-L + H) w = H p, L the surface's Laplacian, H the
//            heat taken from the nearest bone, 1 / distance², p which bone that is.
// Guarantee  Weights are >= 0 and sum to 1: negative cotangents are left out of L.
// Changed    Bones count as visible even through the surface.
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "elastic/closed_surface.h"
#include "graze/base/error.h"
#include "graze/elastic/skin.h"

namespace graze {
namespace {
using Sparse = Eigen::SparseMatrix<double>;

double distance_to(const BoneSegment& bone, const Vec3& p) {
  const Vec3 along = bone.to - bone.from;
  const double size = along.squaredNorm();
  const double s = size > 0.0 ? std::clamp(along.dot(p - bone.from) / size, 0.0, 1.0) : 0.0;
  return (bone.from + s * along - p).norm();
}

/// The stiffness of a membrane, vertex by vertex, and the area of each.
struct Membrane {
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<double> areas;
};

Membrane membrane_of(const TriangleMesh& mesh) {
  Membrane out;
  out.areas.assign(mesh.vertices().size(), 0.0);
  for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
    const Triangle& ids = mesh.triangles()[t];
    const auto p = mesh.corners(t);
    const double twice = (p[1] - p[0]).cross(p[2] - p[0]).norm();
    for (std::size_t k = 0; k < 3; ++k) {
      out.areas[ids[k]] += twice / 6.0;
      const Vec3 u = p[(k + 1) % 3] - p[k], v = p[(k + 2) % 3] - p[k];
      const double half_cotangent = twice > 0.0 ? std::max(0.0, 0.5 * u.dot(v) / twice) : 0.0;
      const auto i = static_cast<int>(ids[(k + 1) % 3]), j = static_cast<int>(ids[(k + 2) % 3]);
      out.entries.emplace_back(i, i, half_cotangent);
      out.entries.emplace_back(j, j, half_cotangent);
      out.entries.emplace_back(i, j, -half_cotangent);
      out.entries.emplace_back(j, i, -half_cotangent);
    }
  }
  return out;
}

/// Keeps the largest weights and scales them to sum to 1.
void keep_largest(std::vector<BoneWeight>& weights, int most) {
  std::ranges::stable_sort(weights, std::greater{}, &BoneWeight::weight);
  weights.resize(std::min(weights.size(), static_cast<std::size_t>(most)));
  double sum = 0.0;
  for (const BoneWeight& w : weights) sum += w.weight;
  for (BoneWeight& w : weights) w.weight /= sum;
  std::erase_if(weights, [](const BoneWeight& w) { return w.weight < 1e-6; });
  sum = 0.0;
  for (const BoneWeight& w : weights) sum += w.weight;
  for (BoneWeight& w : weights) w.weight /= sum;
}
}  // namespace

SkinWeights heat_weights(const TriangleMesh& surface, std::span<const BoneSegment> bones,
                         int most) {
  elastic::refuse_open_surface(surface);
  if (bones.empty()) throw InputError({"bones", "none", "at least one", ""});
  if (most < 1) throw InputError({"most", std::to_string(most), "at least 1", ""});
  const std::size_t count = surface.vertices().size();
  Membrane membrane = membrane_of(surface);
  const double least = 1e-6 * surface.bounds().diagonal();
  std::vector<std::size_t> nearest(count, 0);
  Eigen::VectorXd heat(static_cast<Eigen::Index>(count));
  for (std::size_t v = 0; v < count; ++v) {
    double distance = distance_to(bones[0], surface.vertices()[v]);
    for (std::size_t i = 1; i < bones.size(); ++i) {
      const double other = distance_to(bones[i], surface.vertices()[v]);
      if (other < distance) distance = other, nearest[v] = i;
    }
    const double d = std::max(least, distance);
    const auto at = static_cast<Eigen::Index>(v);
    heat[at] = std::max(membrane.areas[v], least * least) / (d * d);
    membrane.entries.emplace_back(static_cast<int>(v), static_cast<int>(v), heat[at]);
  }
  Sparse matrix(static_cast<Eigen::Index>(count), static_cast<Eigen::Index>(count));
  matrix.setFromTriplets(membrane.entries.begin(), membrane.entries.end());
  const Eigen::SimplicialLDLT<Sparse> solver(matrix);
  SkinWeights weights(count);
  for (std::size_t i = 0; i < bones.size(); ++i) {
    Eigen::VectorXd source = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(count));
    for (std::size_t v = 0; v < count; ++v) {
      const auto at = static_cast<Eigen::Index>(v);
      if (nearest[v] == i) source[at] = heat[at];
    }
    const Eigen::VectorXd solved = solver.solve(source);
    for (std::size_t v = 0; v < count; ++v) {
      const double w = solved[static_cast<Eigen::Index>(v)];
      if (w > 0.0) weights[v].push_back({static_cast<std::uint32_t>(i), w});
    }
  }
  for (auto& of_vertex : weights) keep_largest(of_vertex, most);
  return weights;
}

}  // namespace graze
