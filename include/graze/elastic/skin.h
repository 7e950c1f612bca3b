// SPDX-License-Identifier: MIT
// Skins: surfaces that follow bones by linear blending, with weights given or made by heat.   [V4]
#pragma once
#include <graze/elastic/elastic_model.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace graze {

/// How much a vertex follows one bone.
struct BoneWeight {
  std::uint32_t bone = 0;
  double weight = 0.0;
};
/// Of each vertex: weights >= 0 that sum to 1.
using SkinWeights = std::vector<std::vector<BoneWeight>>;

/// A body without elements whose surface is blended: a vertex p is at sum w_i T_i p, T_i the motion
/// of bone i since it was attached. It has four nodes for each bone, 4 i to 4 i + 3: attach them to
/// the rigid body that is the bone. The surface is then exactly the blended one, and forces on it
/// act on the bones with the same power. The mass is shared out by the weights. Throws InputError
/// for an open surface, a mass out of range, weights that are negative, do not sum to 1, or name a
/// bone that does not exist, and for a bone that moves nothing.
ElasticModel make_skin(const TriangleMesh& surface, const SkinWeights& weights, std::size_t bones,
                       double mass);
/// The nodes of a skin that go with a bone.
std::array<std::uint32_t, 4> nodes_of_bone(std::size_t bone);

/// A bone as a segment, in the surface's frame at rest.
struct BoneSegment {
  Vec3 from = Vec3::Zero();
  Vec3 to = Vec3::Zero();
};

/// Weights by the balance of heat: each vertex takes heat from its nearest bone, the faster the
/// nearer it is, and shares it over the surface. Smooth, >= 0, summing to 1; at most `most` bones
/// per vertex. The nearest bone is that by straight distance, even where the line leaves the body.
/// One sparse factorisation. Throws InputError for no bones, an open surface, or `most` < 1.
SkinWeights heat_weights(const TriangleMesh& surface, std::span<const BoneSegment> bones,
                         int most = 4);

}  // namespace graze
