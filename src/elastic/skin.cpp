// SPDX-License-Identifier: MIT
// Question   How does a skin blended from bones become a body of nodes and weights?            [V4]
// Source     Linear blend skinning (as in glTF): p = sum w_i T_i p_0. T_i is affine, so T_i p_0 is
//            a fixed combination of four points that move with bone i.
// Guarantee  The surface is the blended one, up to rounding; forces on it load the bones with equal
//            power.
// Changed    The four points carry the bone's share of the mass, spread as widely as its vertices.
#include "graze/elastic/skin.h"

#include <cmath>
#include <string>

#include "elastic/closed_surface.h"
#include "graze/base/error.h"

namespace graze {
namespace {
/// Corners of a tetrahedron around the origin: they sum to 0, and sum d d^T = 4.
constexpr std::array<std::array<double, 3>, 4> kCorners{
    {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}};
Vec3 corner(std::size_t k) { return {kCorners[k][0], kCorners[k][1], kCorners[k][2]}; }

void check_skin_weights(const TriangleMesh& surface, const SkinWeights& weights,
                        std::size_t bones) {
  const auto refuse = [](std::size_t v, std::string found, std::string expected) {
    throw InputError(
        {"weights of vertex " + std::to_string(v), std::move(found), std::move(expected), ""});
  };
  if (weights.size() != surface.vertices().size()) {
    throw InputError({"weights", std::to_string(weights.size()) + " vertices",
                      std::to_string(surface.vertices().size()), ""});
  }
  for (std::size_t v = 0; v < weights.size(); ++v) {
    double sum = 0.0;
    for (const BoneWeight& w : weights[v]) {
      if (w.bone >= bones) {
        refuse(v, "bone " + std::to_string(w.bone), "one of " + std::to_string(bones) + " bones");
      }
      if (!(w.weight >= 0.0)) refuse(v, std::to_string(w.weight), "weights >= 0");
      sum += w.weight;
    }
    if (!(std::abs(sum - 1.0) <= 1e-6)) {
      refuse(v, "a sum of " + std::to_string(sum), "weights that sum to 1");
    }
  }
}

/// Where a bone's vertices are: their share, middle and spread.
struct BoneCloud {
  double share = 0.0;
  Vec3 centre = Vec3::Zero();
  double radius = 0.0;  ///< of the tetrahedron's corners, along each axis
};

std::vector<BoneCloud> clouds_of(const TriangleMesh& surface, const SkinWeights& weights,
                                 std::size_t bones) {
  std::vector<BoneCloud> clouds(bones);
  const auto vertices = surface.vertices();
  for (std::size_t v = 0; v < weights.size(); ++v) {
    for (const BoneWeight& w : weights[v]) {
      clouds[w.bone].share += w.weight;
      clouds[w.bone].centre += w.weight * vertices[v];
    }
  }
  for (std::size_t i = 0; i < bones; ++i) {
    if (!(clouds[i].share > 0.0)) {
      throw InputError({"bone " + std::to_string(i), "no vertex that follows it", "at least one",
                        "leave the bone out"});
    }
    clouds[i].centre /= clouds[i].share;
  }
  for (std::size_t v = 0; v < weights.size(); ++v) {
    for (const BoneWeight& w : weights[v]) {
      BoneCloud& cloud = clouds[w.bone];
      cloud.radius += w.weight * (vertices[v] - cloud.centre).squaredNorm() / cloud.share;
    }
  }
  const double least = 1e-3 * surface.bounds().diagonal();
  for (BoneCloud& cloud : clouds) cloud.radius = std::max(least, std::sqrt(cloud.radius / 3.0));
  return clouds;
}
}  // namespace

std::array<std::uint32_t, 4> nodes_of_bone(std::size_t bone) {
  const auto first = static_cast<std::uint32_t>(4 * bone);
  return {first, first + 1, first + 2, first + 3};
}

ElasticModel make_skin(const TriangleMesh& surface, const SkinWeights& weights, std::size_t bones,
                       double mass) {
  elastic::refuse_open_surface(surface);
  if (!(mass > 0.0 && mass < 1e30)) {
    throw InputError({"mass of a skin", std::to_string(mass), "a mass > 0", ""});
  }
  check_skin_weights(surface, weights, bones);
  const std::vector<BoneCloud> clouds = clouds_of(surface, weights, bones);
  ElasticModel model;
  model.surface = surface;
  for (const BoneCloud& cloud : clouds) {
    for (std::size_t k = 0; k < 4; ++k) {
      model.nodes.push_back(cloud.centre + cloud.radius * corner(k));
      model.masses.push_back(0.25 * mass * cloud.share / static_cast<double>(weights.size()));
    }
  }
  model.first_weight = {0};
  for (std::size_t v = 0; v < weights.size(); ++v) {
    double sum = 0.0;
    for (const BoneWeight& w : weights[v]) sum += w.weight;
    for (const BoneWeight& w : weights[v]) {
      if (w.weight == 0.0) continue;
      const BoneCloud& cloud = clouds[w.bone];
      const Vec3 from_centre = (surface.vertices()[v] - cloud.centre) / cloud.radius;
      for (std::size_t k = 0; k < 4; ++k) {
        model.weights.push_back(
            {nodes_of_bone(w.bone)[k], w.weight / sum * 0.25 * (1.0 + from_centre.dot(corner(k)))});
      }
    }
    model.first_weight.push_back(static_cast<std::uint32_t>(model.weights.size()));
  }
  check(model);
  return model;
}

}  // namespace graze
